import 'reflect-metadata';
import { startStubServices, testBackends } from '@portal/service-kit/testing';
import { verifyContracts } from '@portal/service-kit/testing/contracts';
import { createService } from './index.ts';

const [, makeBackend] = testBackends()[0];

it('the service fulfils the contracts of the remotes', async () => {
  const backend = await makeBackend();
  const around = await startStubServices();
  const service = await createService({ ...backend.env, ...around.env });
  const token = (user: string) => around.token({ sub: user, name: user, roles: ['reference-admin'] });
  try {
    await verifyContracts('svc-reference', service.url, token, {
      'a proposal': async () => {
        await fetch(`${service.url}/v1/catalogue/holidays`, {
          method: 'POST',
          headers: { authorization: await token('admin'), 'content-type': 'application/json' },
          body: JSON.stringify({ code: '2027-01-02', name: 'A day' }),
        });
        return undefined;
      },
    });
  } finally {
    await service.close();
    await around.close();
    await backend.remove();
  }
});
