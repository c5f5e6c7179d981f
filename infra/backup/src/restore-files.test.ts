import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBackends } from '@portal/service-kit/testing';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { Portal, root, settingsOf } from './testing/portal.ts';

// The order is the same on every engine.
describe.each(testBackends().slice(0, 1))('the files of a backup on %s', (_engine, makeBackend) => {
  it('are refused before any row is loaded, if they may not be stored', async () => {
    const backend = await makeBackend();
    const folder = mkdtempSync(join(tmpdir(), 'portal-restore-files-'));
    const env = settingsOf(backend, folder);
    const backup = { folder: join(folder, 'backup'), root };
    const loaded: boolean[] = [];
    const bucket = createServer((request, response) => {
      if (request.method === 'PUT') loaded.push(existsSync(join(String(env.DATA_DIR), '.restoring', 'reference.db')));
      response.writeHead(request.method === 'PUT' ? 403 : 404).end();
    });
    try {
      const portal = await Portal.start(env);
      await portal.upload();
      await portal.stop();
      await backUp(env, backup);
      await new Promise<void>((listening) => bucket.listen(0, '127.0.0.1', listening));
      const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
      const inBucket = { S3_BUCKET: 'files', S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
      await expect(restore({ ...env, ...inBucket }, { ...backup, force: true })).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
      expect(loaded).toEqual([false]);
    } finally {
      bucket.close();
      await backend.remove();
      rmSync(folder, { recursive: true });
    }
  });
});
