import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBackends } from '@portal/service-kit/testing';
import { backUp } from './backup.ts';
import { manifestName } from './manifest.ts';
import { Portal, root, settingsOf } from './testing/portal.ts';

describe.each(testBackends())('a backup on %s', (_engine, makeBackend) => {
  it('is not finished if some of it was removed while it was written', async () => {
    const backend = await makeBackend();
    const folder = mkdtempSync(join(tmpdir(), 'portal-unfinished-'));
    const env = settingsOf(backend, folder);
    const backup = join(folder, 'backup');
    const bucket = createServer((_request, response) => {
      rmSync(join(backup, 'databases'), { recursive: true, force: true });
      response.end('a file');
    });
    try {
      const portal = await Portal.start(env);
      await portal.upload();
      await portal.stop();
      await new Promise<void>((listening) => bucket.listen(0, '127.0.0.1', listening));
      const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
      const inBucket = { S3_BUCKET: 'files', S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
      await expect(backUp({ ...env, ...inBucket }, { folder: backup, root })).rejects.toThrow(
        'Files of the backup were removed while it was written, such as ',
      );
      expect(existsSync(join(backup, manifestName))).toBe(false);
    } finally {
      bucket.close();
      await backend.remove();
      rmSync(folder, { recursive: true });
    }
  });
});
