import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at, foldersWith, root } from '../build/lib/paths.mjs';
import { textOf } from './lib/generated-file.mjs';
import { run } from './lib/run.mjs';

/** @typedef {Record<string, string>} Texts the text of each file, by path relative to the project */

/**
 * Generates the documents that each service publishes about itself, by reading them from the running service with an empty database. @returns {Promise<Texts>}
 */
async function serviceDocuments() {
  const { accessDocument } = await import('@portal/service-kit');
  /** @type {Texts} */
  const texts = {};
  const definitions = [];
  const others = new Map();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-openapi-'));
  try {
    for (const name of foldersWith('svc-')) {
      const { createService } = await import(name);
      const service = await createService({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
      texts[`${name}/openapi.json`] = `${JSON.stringify(service.openapi(), null, 2)}\n`;
      const routes = service.routes();
      definitions.push(...routes.definitions);
      others.set(name, routes.others);
      await service.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { ...texts, 'docs/access.md': accessDocument(definitions, others) };
}

/** Generates the contracts: what each remote expects of its service. The tests of the remote's calls write these files. @returns {Promise<Texts>} */
async function contracts() {
  /** Returns the service of a remote, from the `api` of its area. @param {string} name */
  const serviceOf = (name) => JSON.parse(readFileSync(at(`${name}/area.json`), 'utf8')).api.replace('/api/', 'svc-');
  const files = foldersWith('mf-').map((name) => `${name}/contracts/${name}-${serviceOf(name)}.json`);
  const before = files.map(textOf);
  const tests = ['node_modules/jest/bin/jest.js', '--silent', 'mf-[a-z]+/src/svc-[a-z]+\\.contract\\.test'];
  const { code, output } = await run(process.execPath, tests, { quiet: true, env: { WRITE_DOCUMENTS: '1' } });
  const texts = Object.fromEntries(files.map((file) => [file, textOf(file) ?? '']));
  for (const [index, text] of before.entries()) if (text !== undefined) writeFileSync(at(files[index]), text);
  if (code) throw new Error(output);
  return texts;
}

/**
 * Files that are generated and checked in. `npm run check` generates them again and fails if a file differs; `npm run check -- --write` writes them.
 * @type {{ name: string, make: () => Promise<Texts> }[]}
 */
export const generated = [
  { name: 'OpenAPI documents, and who may see and do what', make: serviceDocuments },
  { name: 'Contracts of the remotes with their services', make: contracts },
  {
    name: 'Settings of every service',
    make: async () => ({ 'docs/settings.md': await (await import('@portal/dev/deployment/settings-page')).settingsPage(root) }),
  },
  { name: 'Deployment, from the list of components', make: async () => (await import('@portal/dev/deployment/files')).deploymentFiles(root) },
];
