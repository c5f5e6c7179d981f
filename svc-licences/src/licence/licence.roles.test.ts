import { testBackends } from '@portal/service-kit/testing';
import { anApplication, everybody, type UserName } from '../testing/bodies.ts';
import { Desk } from '../testing/desk.ts';

const everyone: UserName[] = ['public', ...(Object.keys(everybody) as Exclude<UserName, 'public'>[])];
/** Officers of the document's ministry. Those of other ministries (`elsewhere`) can search only their own documents. */
const staff: UserName[] = ['licence-clerk', 'licence-verifier', 'licence-assessor', 'licence-approver', 'licence-approver-2', 'chief'];
const elsewhere: UserName[] = ['other-ministry', 'no-agency'];
/** Callers without a role can open the document if they have its id. */
const holders: UserName[] = ['public', 'applicant', 'neighbour'];

/** Each call, and the users who may make it on a document that `applicant` registered. All other users get 401 or 403. */
const table: [method: string, path: string, may: UserName[]][] = [
  ['GET', '/v1/professional/info', everyone],
  ['GET', '/v1/professional/{id}/document', [...holders, ...staff]],
  ['GET', '/v1/professional/{id}/1/version', [...holders, ...staff]],
  ['GET', '/v1/professional/{id}/qr', [...holders, ...staff]],
  ['GET', '/v1/professional/MEDIB/MED-BSC/searchRequirement', everyone],
  ['GET', '/v1/professional/search', [...staff, ...elsewhere]],
  ['POST', '/v1/professional/{id}/history', [...staff, 'applicant']],
  ['POST', '/v1/professional/{id}/actions/withdrawal', ['applicant']],
  ['POST', '/v1/professional/{id}/actions/query', ['licence-verifier', 'licence-assessor', 'chief']],
  ['POST', '/v1/professional/{id}/actions/verification', ['licence-verifier', 'chief']],
  ['POST', '/v1/professional/{id}/actions/rejection', ['licence-verifier', 'licence-assessor', 'licence-approver', 'licence-approver-2', 'chief']],
  ['POST', '/v1/professional/actions/store', ['applicant', 'neighbour', 'licence-clerk', 'chief']],
  ['POST', '/v1/professional/{id}/erasure', ['applicant']],
];

describe('who may call what', () => {
  let desk: Desk;
  let id: string;

  beforeAll(async () => {
    const [, makeBackend] = testBackends()[0] as ReturnType<typeof testBackends>[number];
    desk = await Desk.open(await makeBackend());
    id = await desk.lead('SUBMITTED', 'applicant');
  });
  afterAll(() => desk?.close());

  it.each(table)('%s %s', async (method, path, may) => {
    for (const user of everyone) {
      // The version is stale on purpose: an allowed call gets 409, so that the document stays unchanged for the next call.
      const { status } = await desk.call(user, method, path.replace('{id}', id), method === 'POST' ? { version: 99 } : undefined);
      const refused = status === 401 || status === 403;
      expect([user, refused ? 'refused' : 'let in']).toEqual([user, may.includes(user) ? 'let in' : 'refused']);
      if (refused) expect([user, status]).toEqual([user, user === 'public' ? 401 : 403]);
    }
  });

  it('lets everyone register', async () => {
    // Staff can apply only for documents of their own agency.
    for (const user of everyone.filter((u) => !['trip-agent', 'other-ministry'].includes(u)))
      expect([user, (await desk.call(user, 'POST', '/v1/professional/', anApplication())).status]).toEqual([user, 201]);
  });
});
