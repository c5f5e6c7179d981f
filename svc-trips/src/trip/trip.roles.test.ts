import { testBackends } from '@portal/service-kit/testing';
import { aTrip, type UserName, users } from '../testing/bodies.ts';
import { Desk } from '../testing/desk.ts';

const everyone: UserName[] = ['public', ...(Object.keys(users) as (keyof typeof users)[])];
/** Users with the read role at the agency of the trip. */
const readers: UserName[] = ['trip-agent', 'trip-verifier', 'trip-approver', 'trip-border'];
const withoutRoles: UserName[] = ['public', 'applicant', 'neighbour'];
const trip = '/v1/triptic/trip';

/** Each call, and the users who may make it on a document of DNTT that `applicant` registered. All other users get 401 or 403. */
const table: [method: string, path: string, may: UserName[]][] = [
  ['GET', `${trip}/info`, everyone],
  ['GET', `${trip}/{id}/document`, [...withoutRoles, ...readers]],
  ['GET', `${trip}/{id}/1/version`, [...withoutRoles, ...readers]],
  ['GET', `${trip}/{id}/details`, everyone],
  ['GET', `${trip}/{id}/qr`, [...withoutRoles, ...readers]],
  ['GET', `${trip}/{id}/searchDeclaration`, everyone],
  ['GET', `${trip}/search`, [...readers, 'customs-chief']],
  ['GET', `${trip}/mine`, everyone.filter((user) => user !== 'public')],
  ['GET', `${trip}/{id}/export`, ['applicant']],
  ['POST', `${trip}/{id}/history`, [...readers, 'applicant']],
  ['POST', '/v1/arrival/transaction/{id}/history', [...readers, 'applicant']],
  ['POST', `${trip}/{id}/actions/edit`, ['applicant']],
  ['POST', `${trip}/{id}/actions/amendment`, ['applicant']],
  ['POST', `${trip}/{id}/actions/verification`, ['trip-verifier']],
  ['POST', `${trip}/{id}/actions/approval`, ['trip-approver']],
  ['POST', `${trip}/{id}/actions/validation`, ['trip-border', 'border-guard']],
  ['POST', `${trip}/{id}/actions/return-confirmation`, ['trip-border']],
  ['POST', `${trip}/{id}/actions/modification`, ['trip-verifier']],
  ['POST', `${trip}/{id}/actions/transfer-ownership`, ['trip-approver']],
  ['POST', `${trip}/{id}/actions/termination`, ['trip-verifier']],
  ['POST', `${trip}/{id}/actions/payment`, []],
  ['POST', `${trip}/actions/store`, ['applicant', 'neighbour', 'trip-agent', 'customs-chief']],
];

describe('who may call what', () => {
  let desk: Desk;
  let id: string;

  beforeAll(async () => {
    const [, makeBackend] = testBackends()[0] as ReturnType<typeof testBackends>[number];
    desk = await Desk.open(await makeBackend());
    id = await desk.lead('SUBMITTED', 'E', 'applicant');
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
    // Staff can apply only for documents of their agencies.
    for (const user of everyone.filter((u) => u !== 'cashier'))
      expect([user, (await desk.call(user, 'POST', `${trip}/`, aTrip(user === 'customs-chief' ? 'TIBI' : 'TIBE'))).status]).toEqual([user, 201]);
  });
});
