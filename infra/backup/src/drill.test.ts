import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from '@portal/service-kit';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';
import { createConnection } from 'mysql2/promise';
import S3rver from 's3rver';
import { backUp } from './backup.ts';
import { keyFile, type Manifest, manifestName, readManifest, tableFile } from './manifest.ts';
import { readLines } from './packed-lines.ts';
import { restore } from './restore.ts';
import { command, Portal, pdf, root, settingsOf } from './testing/portal.ts';

/** Tables whose rows a restore changes: it reopens the messages of the last hour, and never lowers a counter. */
const changedTables = ['outbox', 'serial_counter'];

/** Returns the number of the rows of each table, and their hash where a restore does not change them. */
const digests = ({ databases }: Manifest): string[] =>
  Object.entries(databases).flatMap(([service, { tables }]) =>
    Object.entries(tables).map(
      ([table, { lines, contentSha256 }]) => `${service}.${table}: ${lines} rows${changedTables.includes(table) ? '' : ` ${contentSha256}`}`,
    ),
  );

/** Returns the number of arrivals that a backup has given a reference. */
async function numberIn(backup: string): Promise<number> {
  for await (const { id, number } of readLines<{ id: string; number: number }>(tableFile(backup, 'declarations', 'serial_counter')))
    if (id.startsWith('ARR/')) return number;
  return 0;
}

/** On servers the files are in a bucket. A backup that was taken from a folder must also be restorable to a bucket. */
const buckets = ['first', 'blank'] as const;

describe.each(testBackends())('a backup on %s', (engine, makeBackend) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-backup-'));
  const backup = join(folder, 'first');
  let first: TestBackend;
  let blank: TestBackend;
  let manifest: Manifest;
  let uid: string;
  let ids: string[];
  let models: unknown[];
  let prints: Buffer[];

  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  let endpoint: string;
  const inBucket = (name: (typeof buckets)[number]): Environment => ({
    S3_BUCKET: name,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  const settings = (backend: TestBackend): Environment => ({
    ...settingsOf(backend, folder),
    ...(backend === blank ? inBucket('blank') : backend === first && engine !== 'embedded' ? inBucket('first') : {}),
  });
  // Each command is started once as a separate process. The other times its function is called in this process, which is faster.
  const backUpTo = async (backend: TestBackend, name: string): Promise<Manifest> => {
    await backUp(settings(backend), { folder: join(folder, name), root, withKeys: false });
    return readManifest(join(folder, name));
  };
  const restoreTo = (backend: TestBackend, from: string, force = false): Promise<string[]> => restore(settings(backend), { folder: from, root, force });

  /** Expects that the portal serves everything that was registered and stored, and accepts another registration. */
  async function isServed(backend: TestBackend): Promise<void> {
    const portal = await Portal.start(settings(backend));
    try {
      expect(await Promise.all(ids.map((id) => portal.load(id)))).toEqual(models);
      expect((await portal.download(uid)).equals(pdf)).toBe(true);
      for (const [i, id] of ids.entries()) expect((await portal.print(id)).equals(prints[i] as Buffer)).toBe(true);
      await portal.register();
    } finally {
      await portal.stop();
    }
  }

  beforeAll(async () => {
    const { address, port } = await s3.run();
    endpoint = `http://${address}:${port}`;
    [first, blank] = await Promise.all([makeBackend(), makeBackend()]);
    const portal = await Portal.start(settings(first));
    uid = await portal.upload();
    ids = await Promise.all([1, 2, 3].map(() => portal.register()));
    prints = await Promise.all(ids.map((id) => portal.print(id)));
    models = await Promise.all(ids.map((id) => portal.load(id)));
    // The portal registers declarations during the backup.
    let writing = true;
    let written = 0;
    const writer = (async () => {
      for (; writing; await wait(50), written++) await portal.register();
    })();
    while (written === 0) await wait(20);
    const { done, says } = await command('backup', settings(first), backup, '--with-keys');
    writing = false;
    await writer;
    await portal.stop();
    if (!done) throw new Error(says);
    manifest = await readManifest(backup);
  });
  afterAll(async () => {
    await Promise.all([first.remove(), blank.remove(), s3.close()]);
    rmSync(folder, { recursive: true });
  });

  it('has every database, file and key', () => {
    expect(Object.keys(manifest.databases).sort()).toEqual(['declarations', 'licences', 'media', 'reference', 'trips']);
    expect(manifest.databases.declarations?.tables.arrival_declaration?.lines).toBeGreaterThan(3);
    expect(manifest.media.count).toBeGreaterThanOrEqual(4);
    expect(Object.keys(manifest.keys)).toEqual(['data-keys.json', 'audit-keys.json', 'signing-keys.json']);
  });

  it('can be tried out beside the running data, and when that was is recorded like the backup itself', async () => {
    const tables = async () => (await backUpTo(first, `after-${Date.now()}`)).databases;
    const before = await tables();
    expect(before.reference?.tables.operation_run?.lines).toBe(1);
    expect(await command('restore', settings(first), backup, '--drill')).toEqual({ done: true, says: expect.stringContaining('Nothing was replaced') });
    const after = await tables();
    // Two more runs are recorded: the second backup and the drill.
    expect(after.reference?.tables.operation_run?.lines).toBe(3);
    expect(after.declarations?.tables.arrival_declaration).toEqual(before.declarations?.tables.arrival_declaration);
  });

  it('gives an equal backup after it was restored to an empty place, and the portal serves it', async () => {
    expect(await command('restore', settings(blank), backup)).toEqual({ done: true, says: expect.stringContaining('Restored') });
    const again = await backUpTo(blank, 'second');
    expect(digests(again)).toEqual(digests(manifest));
    expect(again.media).toEqual(manifest.media);
    expect(await numberIn(join(folder, 'second'))).toBe(await numberIn(backup));
    expect(existsSync(keyFile(join(folder, 'second'), 'data-keys.json'))).toBe(false);
    await isServed(blank);
  });

  it('replaces existing data only with --force, and no reference that was given meanwhile is given again', async () => {
    await expect(restoreTo(blank, backup)).rejects.toThrow('There is data already');
    if (engine !== 'embedded') return;
    expect(await command('restore', settings(blank), backup, '--force')).toMatchObject({ done: true });
    expect(digests(await backUpTo(blank, 'third'))).toEqual(digests(manifest));
    expect(await numberIn(join(folder, 'third'))).toBe((await numberIn(backup)) + 1);
  });

  const others = testBackends().filter(([name]) => name !== engine);
  for (const [other, makeOther] of others)
    it(`is restored to ${other}, files to a folder, and the portal serves it`, async () => {
      const elsewhere = await makeOther();
      try {
        await restoreTo(elsewhere, backup);
        await isServed(elsewhere);
        expect(await command('audit:verify', settings(elsewhere))).toEqual({ done: true, says: expect.stringMatching(/svc-declarations: \d+ records, whole/) });
      } finally {
        await elsewhere.remove();
      }
    });

  if (engine !== 'embedded')
    it('leaves all data as it was where one table cannot be replaced, and replaces all of it where each can', async () => {
      const prefix = String(blank.env.DATABASE_PREFIX);
      const admin = await createConnection(String(blank.env.MYSQL_URL));
      try {
        // The server moves no table with a trigger into another database. Trips are the last of the databases.
        await admin.query(`create trigger ${prefix}_trips.stays before insert on ${prefix}_trips.triptic_trip for each row set @stays = 1`);
        // Each backup is recorded in the data.
        const state = async (name: string) => digests(await backUpTo(blank, name)).filter((table) => !table.startsWith('reference.operation_run'));
        const before = await state('before');
        await expect(restoreTo(blank, backup, true)).rejects.toThrow(/[Tt]rigger/);
        expect(await state('refused')).toEqual(before);
        await admin.query(`drop trigger ${prefix}_trips.stays`);
        await restoreTo(blank, backup, true);
        expect(digests(await backUpTo(blank, 'replaced'))).toEqual(digests(manifest));
        expect(await numberIn(join(folder, 'replaced'))).toBe((await numberIn(backup)) + 1);
        expect((await admin.query(`show databases like '${prefix}\\_replaced\\_%'`))[0]).toEqual([]);
        expect((await admin.query(`show databases like '${prefix}\\_restoring\\_%'`))[0]).toEqual([]);
      } finally {
        await admin.end();
      }
    });

  // These restores are refused before a database is opened, so testing them on one engine is enough.
  if (engine !== 'embedded') return;

  it('is refused if the folder is not empty', async () => {
    expect(await command('backup', settings(first), backup)).toEqual({ done: false, says: expect.stringContaining('is not empty') });
  });

  it('is not restored if it is damaged or of a newer version', async () => {
    const damaged = join(folder, 'damaged');
    cpSync(backup, damaged, { recursive: true });
    const file = join(damaged, manifestName);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"KitTables1700000000000"', '"KitTables1700000000000", "Later1900000000000"'));
    await expect(restoreTo(first, damaged, true)).rejects.toThrow('does not know Later1900000000000. Restore it with that version.');
    appendFileSync(tableFile(damaged, 'declarations', 'arrival_declaration'), 'x');
    await expect(restoreTo(first, damaged, true)).rejects.toThrow('The backup is damaged; nothing was restored.');
    expect(existsSync(join(String(first.env.DATA_DIR), 'declarations.db'))).toBe(true);
  });
});
