import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, personalPaths, personalTree, type ServiceOptions } from '@portal/service-kit';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';

const root = join(__dirname, '../../..');

describe('docs/personal-data.md', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await testBackends()[0][1]();
  });
  afterAll(() => backend.remove());

  it('lists the personal fields of every kind of document', async () => {
    const rows = readFileSync(join(root, 'docs/personal-data.md'), 'utf8').matchAll(/^\| [^|]+ \(([\w-]+)\) \| (.+) \|$/gm);
    const listed = [...rows].map(([, kind, fields]) => [kind, (fields as string).replaceAll('`', '').split(', ').sort()]);
    const services = await Promise.all(
      readdirSync(root)
        .filter((name) => name.startsWith('svc-'))
        .map((name) => import(name) as Promise<{ describeService(env: Environment): ServiceOptions }>),
    );
    const kinds = services.flatMap(({ describeService }) => describeService(backend.env).documents ?? []);
    const personal = kinds.map(({ kind, contract }) => [kind, personalPaths(personalTree(contract)).sort()] as const).filter(([, fields]) => fields.length);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(personal));
  });
});
