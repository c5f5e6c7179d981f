import { testBackends } from '@portal/service-kit/testing';
import { verifyContracts } from '@portal/service-kit/testing/contracts';
import type { GroupEnvelope } from '../contract/index.ts';
import { aDeparture, anArrival, type UserName, users } from './testing/bodies.ts';
import { arrival, day, departure, useDesk } from './testing/desk.ts';

const [, makeBackend] = testBackends()[0];
const { desk } = useDesk(makeBackend);

it('the service fulfils the contracts of the remotes', async () => {
  const token = (user: string) =>
    desk().around.token({ sub: user, name: `The ${user}`, roles: users[user as Exclude<UserName, 'public'>].roles, agencies: ['CUSTOMS', 'IMMIGRATION'] });
  await verifyContracts('svc-declarations', desk().service.url, token, {
    'the calendar': async () => ({ tomorrow: day(1), later: day(15) }),
    'a declaration': async ({ kind, status }) => {
      const path = kind === 'traveller' ? arrival : departure;
      const { model } = await desk().register(path);
      if (status !== 'CREATED') await desk().done('border-officer', path, model, kind === 'traveller' ? 'arrival' : 'verification');
      return { id: model.id, reference: String(model.serialReference?.reference) };
    },
    'a group': async ({ kind }) => {
      const [path, body] = kind === 'traveller' ? [arrival, anArrival()] : [departure, aDeparture()];
      const { model } = (
        await desk().call<GroupEnvelope>('public', 'POST', `${path}/group`, { shared: body, travellers: [{ travellerCode: 'CX1' }, { travellerCode: 'CX2' }] })
      ).body;
      return { id: model.id, member: String(model.members[1]?.id) };
    },
    // No renderer runs in this test, so every print is still in preparation.
    'a print that is not drawn yet': async () => undefined,
  });
});
