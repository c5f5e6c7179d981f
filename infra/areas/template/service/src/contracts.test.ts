import { testBackends } from '@portal/service-kit/testing';
import { verifyContracts } from '@portal/service-kit/testing/contracts';
import { Desk } from './testing/desk.ts';

const [, makeBackend] = testBackends()[0];

it('is what the remotes expect', async () => {
  const desk = await Desk.open(await makeBackend());
  try {
    await verifyContracts('svc-samples', desk.service.url, (user) => desk.token(user), {
      'a sample': async () => ({ id: (await desk.register()).body.model.id }),
    });
  } finally {
    await desk.close();
  }
});
