import { testBackends } from '@portal/service-kit/testing';
import { verifyContracts } from '@portal/service-kit/testing/contracts';
import type { TripDocumentStatus } from '../contract/index.ts';
import { type UserName, users } from './testing/bodies.ts';
import { Desk } from './testing/desk.ts';

const [, makeBackend] = testBackends()[0];

it('the service fulfils the contracts of the remotes', async () => {
  const desk = await Desk.open(await makeBackend());
  try {
    await verifyContracts('svc-trips', desk.service.url, (user) => desk.around.token(users[user as Exclude<UserName, 'public'>]), {
      'a trip': async ({ status }) => ({ id: await desk.lead(status as TripDocumentStatus) }),
      // No renderer runs in this test, so every print is still in preparation.
      'a print that is not drawn yet': async () => undefined,
    });
  } finally {
    await desk.close();
  }
});
