import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectServices } from './project-services.ts';

for (const name of ['svc-reference', 'svc-media', 'svc-permits', 'svc-declarations'])
  jest.doMock(name, () => ({ describeService: () => ({ service: name.slice('svc-'.length) }) }), { virtual: true });

it('the services of a project are found by their folders, consumers of messages before producers', async () => {
  const root = mkdtempSync(join(tmpdir(), 'portal-project-'));
  try {
    for (const name of ['svc-reference', 'svc-permits', 'svc-media', 'svc-declarations', 'mf-permits']) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, 'package.json'), '{}');
    }
    mkdirSync(join(root, 'svc-left-behind'));
    expect((await projectServices(root, {})).map(({ service }) => service)).toEqual(['media', 'reference', 'declarations', 'permits']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
