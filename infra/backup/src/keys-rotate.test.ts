import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPortal } from '@portal/dev/portal';
import { type DataKeysFile, newKey } from '@portal/service-kit';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';
import { anArrival } from 'svc-declarations/testing';

const root = join(__dirname, '../../..');
const arrivals = '/api/declarations/v1/traveller/declaration';

describe.each(testBackends())('npm run keys:rotate on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  let file: string;
  const keys = (): DataKeysFile => JSON.parse(readFileSync(file, 'utf8'));
  /** Runs `work` with a running portal. */
  async function withPortal<T>(work: (url: string) => Promise<T>): Promise<T> {
    const folder = String(backend.env.DATA_DIR);
    const portal = await startPortal({ environment: { ...backend.env, REMOTES_DIR: folder, WEB_DIR: folder, LOG_LEVEL: 'silent' }, root });
    try {
      return await work(portal.url);
    } finally {
      await portal.close();
    }
  }
  const rotate = (...words: string[]): Promise<{ done: boolean; says: string }> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, ...backend.env } as NodeJS.ProcessEnv;
      execFile(process.execPath, [join(root, 'infra/backup/keys-rotate.mjs'), ...words], { cwd: root, env }, (error, out, err) =>
        resolve({ done: !error, says: out + err }),
      );
    });
  const load = async (url: string, id: string) => (await (await fetch(`${url}${arrivals}/${id}/document`)).json()).model;

  beforeAll(async () => {
    backend = await makeBackend();
    file = join(String(backend.env.DATA_DIR), 'data-keys.json');
  });
  afterAll(() => backend.remove());

  it('encrypts everything with a second key, and then works without the first one', async () => {
    const before = await withPortal(async (url) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'rotated-once' };
      const { model } = await (await fetch(`${url}${arrivals}/`, { method: 'POST', headers, body: JSON.stringify(anArrival()) })).json();
      return load(url, model.id);
    });

    const { keys: old, indexKeys } = keys();
    writeFileSync(file, JSON.stringify({ keys: [newKey('k2'), ...old], indexKeys: [newKey('i2'), ...indexKeys] }));
    expect(await rotate('--status')).toEqual({
      done: false,
      says: expect.stringMatching(/arrival_declaration: 1 rows, k1 1; 1 left(.|\n)*rows are not encrypted with the first keys/),
    });
    const rotated = await rotate();
    expect(rotated).toEqual({ done: true, says: expect.stringContaining('Everything is encrypted with the first keys: older ones can leave DATA_KEYS.') });
    expect(rotated.says).toMatch(/arrival_declaration: 1 rows, k2 1\n/);
    expect(rotated.says).not.toMatch(/k1|left|clear/);

    writeFileSync(file, JSON.stringify({ keys: keys().keys.slice(0, 1), indexKeys: keys().indexKeys.slice(0, 1) }));
    await withPortal(async (url) => expect(await load(url, before.id)).toEqual(before));
  });
});
