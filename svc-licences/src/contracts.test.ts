import { testBackends } from '@portal/service-kit/testing';
import { verifyContracts } from '@portal/service-kit/testing/contracts';
import { everybody, type UserName } from './testing/bodies.ts';
import { Desk } from './testing/desk.ts';

const [, makeBackend] = testBackends()[0];

it('the service fulfils the contracts of the remotes', async () => {
  const desk = await Desk.open(await makeBackend());
  try {
    await verifyContracts('svc-licences', desk.service.url, (user) => desk.around.token(everybody[user as Exclude<UserName, 'public'>]), {
      'an application': async ({ status }) => ({ id: await desk.lead(status as Parameters<Desk['lead']>[0]) }),
      // No renderer runs in this test, so every print is still in preparation.
      'a print that is not drawn yet': async () => undefined,
    });
  } finally {
    await desk.close();
  }
});
