import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@portal/service-kit';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';
import { runTask } from './tasks.ts';
import { Portal, root, settingsOf } from './testing/portal.ts';

describe.each(testBackends())('the task that takes backups, on %s', (_engine, makeBackend) => {
  let folder: string;
  let backend: TestBackend;
  let env: Environment;
  let place: { root: string; dataDir: string; keep: number };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-tasks-'));
    backend = await makeBackend();
    env = settingsOf(backend, folder);
    const portal = await Portal.start(env);
    await portal.upload();
    await portal.stop();
  });
  beforeEach(() => {
    place = { root, dataDir: mkdtempSync(join(folder, 'ops-')), keep: 2 };
  });
  afterAll(async () => {
    await backend.remove();
    rmSync(folder, { recursive: true });
  });

  const backups = (): string => join(place.dataDir, 'backups');

  it('removes interrupted and surplus backups, and leaves alone what else stands beside them', async () => {
    for (const name of ['2020-01-01T00-00-00', '2020-01-02T00-00-00', '2020-01-03T00-00-00', 'kept/2020-01-01T00-00-00'])
      mkdirSync(join(backups(), name), { recursive: true });
    for (const name of ['2020-01-01T00-00-00', '2020-01-02T00-00-00', 'kept/2020-01-01T00-00-00']) writeFileSync(join(backups(), name, 'manifest.json'), '{}');
    expect(await runTask('backup', env, place)).toBe(true);
    expect(readdirSync(backups()).sort()).toEqual(['2020-01-02T00-00-00', expect.stringMatching(/^20[2-9]\d-.*T/), 'kept']);
    expect(readdirSync(join(backups(), 'kept', '2020-01-01T00-00-00'))).toEqual(['manifest.json']);
  });

  it('removes the half of a backup that failed, such as on a full disk', async () => {
    const written: string[] = [];
    const bucket = createServer((_request, response) => {
      written.push(...readdirSync(backups()));
      // A folder with the name of the file makes writing the manifest fail.
      mkdirSync(join(backups(), String(written[0]), 'manifest.json.new'));
      response.end('a file');
    });
    try {
      await new Promise<void>((listening) => bucket.listen(0, '127.0.0.1', listening));
      const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
      const inBucket = { S3_BUCKET: 'files', S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
      await expect(runTask('backup', { ...env, ...inBucket }, place)).rejects.toThrow('manifest.json.new');
      expect([written, readdirSync(backups())]).toEqual([[expect.stringMatching(/T/)], []]);
    } finally {
      bucket.close();
    }
  });
});
