import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at } from './lib/root.mjs';

/** Writes `svc-*\/openapi.json` and `docs/access.md`: what each service says of itself, from the running service with an empty database. */
const { build } = await import('../build/build.mjs');
const { foldersWith } = await import('../build/lib/paths.mjs');
await build({ only: ['backend'] });
const { accessDocument } = await import('@portal/service-kit');
const definitions = [];
const others = new Map();
const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-openapi-'));
try {
  for (const name of foldersWith('svc-')) {
    const { createService } = await import(name);
    const service = await createService({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent', INTERNAL_TOKEN: 'only-for-this-run' });
    writeFileSync(at(name, 'openapi.json'), `${JSON.stringify(service.openapi(), null, 2)}\n`);
    const routes = service.routes();
    definitions.push(...routes.definitions);
    others.set(name, routes.others);
    await service.close();
  }
  writeFileSync(at('docs/access.md'), accessDocument(definitions, others));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
// A worker thread that is still warm does not keep this from ending.
process.exit(0);
