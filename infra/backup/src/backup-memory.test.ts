import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Database } from '@portal/service-kit';
import { backUp } from './backup.ts';
import { manifestName, mediaPlaces } from './manifest.ts';
import { writeLines } from './packed-lines.ts';
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
const nameOf = (n: number | ''): string => `a-name-of-36-characters-in-all-${n && 100_000 + n}`;

it(`a backup of ${many} files takes as much memory as one of ten files, also after an earlier one of as many`, async () => {
  // There is no svc-reference in which the backup could be recorded.
  jest.spyOn(console, 'warn').mockImplementation();
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const folder = mkdtempSync(join(tmpdir(), 'portal-memory-'));
  const dataDir = join(folder, 'data');
  const insertFiles = (first: number, last: number): void => {
    const file = openFile(join(dataDir, 'media.db'));
    file.exec(`with recursive number(n) as (values (${first}) union all select n + 1 from number where n < ${last})
      insert into media_file (id, blob) select n, '${nameOf('')}' || (100000 + n) from number`);
    file.close();
  };
  /** Makes an earlier backup whose list names so many files. The files themselves are missing, so each is asked for at the store. */
  const earlierBackup = async (count: number): Promise<string> => {
    const earlier = join(folder, `earlier-${count}`);
    mkdirSync(earlier);
    const lines = function* () {
      for (let n = 1; n <= count; n++) yield { name: nameOf(n), size: 1, sha256: 'a'.repeat(64) };
    };
    const list = await writeLines(mediaPlaces(earlier).list, lines());
    writeFileSync(join(earlier, manifestName), JSON.stringify({ format: 1, media: { list } }));
    return earlier;
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
    const { media } = await backUp({ DATA_DIR: dataDir }, { folder: join(folder, `backup-${count}`), root, previous: await earlierBackup(count) });
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
