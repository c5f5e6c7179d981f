import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Database, log } from '@portal/service-kit';
import { openMediaStore } from 'svc-media/storage';
import { backUp } from './backup.ts';
import { checkBackup } from './check-files.ts';
import { type FileEntry, type FilePlaces, manifestName, mediaPlaces, readManifest, remotesPlaces } from './manifest.ts';
import { readLines } from './packed-lines.ts';
import { type ServiceDatabase, serviceDatabases } from './services.ts';
import { openFile } from './snapshot.ts';
import { root } from './testing/portal.ts';

describe('a file that has not changed since the earlier backup', () => {
  let folder: string;
  let env: { DATA_DIR: string; REMOTES_DIR: string };
  let first: string;
  let second: string;

  const store = async (name: string): Promise<void> => {
    const file = openFile(join(env.DATA_DIR, 'media.db'));
    file.exec(`insert into media_file (id, blob) values ('${name}', '${name}')`);
    file.close();
    await (await openMediaStore(env)).put(name, Readable.from([`content of ${name}`]), 'text/plain');
  };
  const publish = (version: string): void => {
    mkdirSync(join(env.REMOTES_DIR, 'mf-trips', version), { recursive: true });
    writeFileSync(join(env.REMOTES_DIR, 'mf-trips', version, 'remote.json'), version);
    writeFileSync(join(env.REMOTES_DIR, 'remotes.json'), JSON.stringify({ areas: [version] }));
  };
  const takeSecond = () => backUp(env, { folder: second, root, previous: first });
  const check = async (backup: string): Promise<void> => checkBackup(await readManifest(backup), backup);
  const isShared = (placesOf: (backup: string) => FilePlaces, name: string): boolean =>
    statSync(placesOf(first).file(name)).ino === statSync(placesOf(second).file(name)).ino;
  const entriesOf = async ({ list }: FilePlaces): Promise<FileEntry[]> => {
    const entries: FileEntry[] = [];
    for await (const entry of readLines<FileEntry>(list)) entries.push(entry);
    return entries;
  };

  beforeEach(async () => {
    // There is no svc-reference in which the backup could be recorded.
    jest.spyOn(console, 'warn').mockImplementation();
    folder = mkdtempSync(join(tmpdir(), 'portal-shared-'));
    env = { DATA_DIR: join(folder, 'data'), REMOTES_DIR: join(folder, 'remotes') };
    [first, second] = [join(folder, 'first'), join(folder, 'second')];
    const media = (await serviceDatabases(env, root)).find(({ service }) => service === 'media') as ServiceDatabase;
    await Database.migrate(media.settings, media.options);
    await store('a');
    publish('1.0.0');
    await backUp(env, { folder: first, root });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('is on the disk once, and stays when the earlier backup is removed', async () => {
    await store('b');
    publish('2.0.0');
    const { media, remotes } = await takeSecond();
    expect([media.count, media.bytes, remotes?.count]).toEqual([2, 24, 3]);
    expect([isShared(mediaPlaces, 'a'), isShared(remotesPlaces, 'mf-trips/1.0.0/remote.json')]).toEqual([true, true]);
    expect(await entriesOf(mediaPlaces(second))).toEqual([...(await entriesOf(mediaPlaces(first))), { name: 'b', size: 12, sha256: expect.any(String) }]);
    // The registry has changed under its name.
    expect(isShared(remotesPlaces, 'remotes.json')).toBe(false);
    expect(readdirSync(second).sort()).toEqual(['databases', manifestName, 'media', 'media.ndjson.gz', 'remotes', 'remotes.ndjson.gz']);
    rmSync(first, { recursive: true });
    await check(second);
  });

  it('is noticed if it was damaged since, in every backup that has it', async () => {
    writeFileSync(mediaPlaces(first).file('a'), 'CONTENT of a');
    await takeSecond();
    for (const backup of [first, second]) await expect(check(backup)).rejects.toThrow(`Missing or changed:\n${mediaPlaces(backup).file('a')}`);
  });

  it('is copied if the earlier backup has lost it', async () => {
    rmSync(mediaPlaces(first).file('a'));
    await takeSecond();
    expect(existsSync(mediaPlaces(second).file('a'))).toBe(true);
    await check(second);
  });

  it.each([
    ['list is damaged', () => appendFileSync(mediaPlaces(first).list, 'x')],
    ['manifest is missing', () => rmSync(join(first, manifestName))],
  ])('is copied if the %s, which is logged', async (_fault, damage) => {
    const warned = jest.spyOn(log(), 'warn').mockImplementation();
    damage();
    await takeSecond();
    expect(isShared(mediaPlaces, 'a')).toBe(false);
    expect(warned).toHaveBeenCalledWith({ backup: first, files: 'media' }, expect.stringContaining('no readable list'));
    await check(second);
  });
});
