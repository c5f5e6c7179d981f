import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Database } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import { openMediaStore } from 'svc-media/storage';
import { backUp } from './backup.ts';
import { type FileEntry, manifestName, mediaFile, mediaList } from './manifest.ts';
import { readLines, writeLines } from './packed-lines.ts';
import { type ServiceDatabase, serviceDatabases } from './services.ts';
import { openFile } from './snapshot.ts';
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

it('a file that two tables name is copied and listed once', async () => {
  // There is no svc-reference in which the backup could be recorded.
  const warned = jest.spyOn(console, 'warn').mockImplementation();
  const folder = mkdtempSync(join(tmpdir(), 'portal-names-'));
  const [dataDir, backup] = [join(folder, 'data'), join(folder, 'backup')];
  try {
    const media = (await serviceDatabases({ DATA_DIR: dataDir }, root)).find(({ service }) => service === 'media') as ServiceDatabase;
    await Database.migrate(media.settings, media.options);
    const file = openFile(join(dataDir, 'media.db'));
    file.exec(`insert into media_file (id, blob) values ('a', 'the-file'); insert into print_file (id, blob) values ('b', 'the-file')`);
    file.close();
    await (await openMediaStore({ DATA_DIR: dataDir })).put('the-file', Readable.from(['content']), 'text/plain');
    const { count, bytes } = (await backUp({ DATA_DIR: dataDir }, { folder: backup, root })).media;
    const listed: FileEntry[] = [];
    for await (const entry of readLines<FileEntry>(mediaList(backup))) listed.push(entry);
    expect([count, bytes, listed]).toEqual([1, 7, [{ name: 'the-file', size: 7, sha256: expect.any(String) }]]);
    expect(readFileSync(mediaFile(backup, 'the-file'), 'utf8')).toBe('content');
  } finally {
    warned.mockRestore();
    rmSync(folder, { recursive: true });
  }
});

it('a list that is missing or cut off is an error of its reader', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-lines-'));
  const [whole, cut] = [join(folder, 'whole'), join(folder, 'cut')];
  const read = async (file: string): Promise<number> => {
    let count = 0;
    for await (const _line of readLines(file)) count++;
    return count;
  };
  try {
    const { lines } = await writeLines(
      whole,
      Array.from({ length: 1_000 }, (_, n) => ({ n })),
    );
    expect(await read(whole)).toBe(lines);
    writeFileSync(cut, readFileSync(whole).subarray(0, -20));
    await expect(read(cut)).rejects.toThrow('unexpected end of file');
    await expect(read(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
