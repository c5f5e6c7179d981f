import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Database } from '@portal/service-kit';
import { backUp } from './backup.ts';
import { type ServiceDatabase, serviceDatabases } from './services.ts';
import { openFile } from './snapshot.ts';
import { root } from './testing/portal.ts';

/** Called for each file that is copied. The store of this test has no files. */
let mockAsked: () => void;
jest.mock('svc-media/storage', () => {
  const storage = jest.requireActual('svc-media/storage');
  const get = async (): Promise<never> => {
    mockAsked();
    throw new storage.BlobMissing();
  };
  return { ...storage, openMediaStore: async () => ({ get }) };
});

const many = 50_000;

it(`a backup of ${many} files takes as much memory as one of ten files`, async () => {
  // There is no svc-reference in which the backup could be recorded.
  jest.spyOn(console, 'warn').mockImplementation();
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const folder = mkdtempSync(join(tmpdir(), 'portal-memory-'));
  const dataDir = join(folder, 'data');
  const insertFiles = (first: number, last: number): void => {
    const file = openFile(join(dataDir, 'media.db'));
    file.exec(`with recursive number(n) as (values (${first}) union all select n + 1 from number where n < ${last})
      insert into media_file (id, blob) select n, 'a-name-of-36-characters-in-all-' || (100000 + n) from number`);
    file.close();
  };
  /** Returns the memory in use when the last file is asked for, in bytes. */
  const usedFor = async (count: number): Promise<number> => {
    let asked = 0;
    let used = 0;
    mockAsked = () => {
      if (++asked < count) return;
      collectGarbage();
      used = process.memoryUsage().heapUsed;
    };
    const { media } = await backUp({ DATA_DIR: dataDir }, { folder: join(folder, `backup-${count}`), root });
    expect([asked, media.count, media.removedMeanwhile]).toEqual([count, 0, count]);
    return used;
  };
  try {
    const media = (await serviceDatabases({ DATA_DIR: dataDir }, root)).find(({ service }) => service === 'media') as ServiceDatabase;
    await Database.migrate(media.settings, media.options);
    insertFiles(1, 10);
    const usedForTen = await usedFor(10);
    insertFiles(11, many);
    expect((await usedFor(many)) - usedForTen).toBeLessThan(2_000_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
