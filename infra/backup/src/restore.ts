import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  checkKeys,
  Database,
  type DataKeys,
  type Environment,
  faultSentence,
  findAuditKeys,
  logNameOf,
  readDataKeys,
  type ServiceSettings,
  verifyAudit,
  withDatabase,
} from '@portal/service-kit';
import { HeadStore, localFolder } from '@portal/witness';
import { openMediaStore } from 'svc-media/storage';
import { checkData } from './check-files.ts';
import { emptyQueue } from './empty-queue.ts';
import { keyPaths, namedKeys } from './keys.ts';
import { type FileEntry, keyFile, type Manifest, mediaFile, mediaList, readManifest, tableFile } from './manifest.ts';
import { readLines } from './packed-lines.ts';
import { raiseCounters } from './raise-counters.ts';
import { recordRun } from './record-run.ts';
import { type ServiceDatabase, serviceDatabases } from './services.ts';
import type { Row } from './snapshot.ts';
import { type Target, targetOf } from './target.ts';

export interface RestoreOptions {
  /** The project's folder. */
  root: string;
  folder: string;
  /** Whether existing data is replaced. */
  force?: boolean;
  /** Whether only the key files that settings name are restored or missed: the portal runs elsewhere, with files of its own. */
  onlyNamedKeys?: boolean;
  /** How many numbers of each counter of references are not given, because the machine that gave them is lost. */
  skipNumbers?: number;
}

/** The result of a restore drill. */
export interface Drill {
  takenAt: string;
  /** Number of rows in all tables. `records` is the number of audit records. */
  rows: number;
  records: number;
  seconds: number;
}

/** How long before the backup, in ms, delivered messages are delivered again: the snapshot of the consumer may not contain their effect. */
const deliverAgainMs = 3_600_000;

/** A backup that was read and checked, and the place to which it is restored. */
interface Backup {
  folder: string;
  manifest: Manifest;
  /** The databases that the restore replaces. `staged` returns the databases of the staging area. */
  databases: ServiceDatabase[];
  staged(): Promise<ServiceDatabase[]>;
  target: Target;
  /** The keys with which the portal will read the data; undefined if there are none here. */
  dataKeys?: DataKeys;
}

/** Opens a backup and checks its files and versions. @throws Error if the backup is damaged, or was made by a newer version */
async function open(environment: Environment, { folder, root }: Pick<RestoreOptions, 'folder' | 'root'>): Promise<Backup> {
  const manifest = await readManifest(folder);
  await checkData(manifest, folder);
  const databases = await serviceDatabases(environment, root);
  checkVersions(manifest, databases);
  const target = targetOf(environment, databases);
  const staged = async () => (await serviceDatabases(target.staging, root)).filter(({ service }) => manifest.databases[service]);
  return { folder, manifest, databases, staged, target, dataKeys: await findDataKeys(manifest, folder, databases) };
}

/** Returns the DATA_KEYS of the portal, or those of the backup if the portal has none. */
async function findDataKeys(manifest: Manifest, folder: string, databases: ServiceDatabase[]): Promise<DataKeys | undefined> {
  const name = 'data-keys.json';
  const own = keyPaths((databases[0] as ServiceDatabase).settings)[name] as string;
  const file = existsSync(own) ? own : manifest.keys[name] && keyFile(folder, name);
  return file ? readDataKeys(JSON.parse(await readFile(file, 'utf8'))) : undefined;
}

/** Checks that the restore may replace what exists. @throws Error if there is data and `force` is not set */
async function refuseOccupied(target: Target, force = false): Promise<void> {
  const occupied = await target.occupied();
  if (occupied.length && !force) throw new Error(`There is data already: ${occupied.join(', ')}. Use --force to replace it with the backup.`);
}

/**
 * Replaces the files and databases, and adds keys that are missing.
 * @param moment the moment whose state the databases then have
 * @param complete makes a database of the staging area ready, and returns the number of records in its audit log
 * @returns notes for the operator
 */
async function replaceData(
  environment: Environment,
  { folder, manifest, databases, staged, target }: Backup,
  moment: string,
  complete: (database: ServiceDatabase) => Promise<number>,
  { onlyNamedKeys, skipNumbers = 0 }: Pick<RestoreOptions, 'onlyNamedKeys' | 'skipNumbers'>,
): Promise<string[]> {
  const { settings } = databases[0] as ServiceDatabase;
  // The files come first: an account that may not store them is refused before all rows are loaded.
  await restoreMedia(environment, folder);
  const notes = await restoreKeys(manifest, folder, settings, onlyNamedKeys);
  const records = new Map<string, number>();
  for (const database of await staged()) records.set(database.service, await complete(database));
  notes.push(...(await raiseCounters(target, [...records.keys()], moment, skipNumbers)));
  notes.push(...(await emptyQueue(settings)));
  await target.exchange(Object.keys(manifest.databases));
  return [...notes, ...tellWitness(databases, records, moment)];
}

/**
 * Replaces a portal's data with a backup. The portal must not run. The existing databases stay untouched until every checksum is right, every row is in a
 * separate database, the migrations since the backup have run and every audit log is verified.
 * @returns notes for the operator
 * @throws Error that says why. The existing databases are then unchanged, unless the exchange of the embedded database's files failed
 */
export async function restore(environment: Environment, options: RestoreOptions): Promise<string[]> {
  const backup = await open(environment, options);
  await refuseOccupied(backup.target, options.force);
  try {
    return await replaceData(environment, backup, backup.manifest.takenAt, (database) => restoreDatabase(backup, database), options);
  } catch (error) {
    await backup.target.discard();
    throw error;
  }
}

/** Parses a moment, such as 2026-05-03T10:15:00Z. @throws Error if the text is not a date and time with a time zone */
export function momentOf(text: string): Date {
  const moment = new Date(text);
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime())) throw new Error(`--until ${text}: must be a moment such as 2026-05-03T10:15:00Z`);
  return moment;
}

interface RestoreUntilOptions extends RestoreOptions {
  /** The first second whose changes are no longer restored. */
  until: Date;
}

/**
 * Restores the state of a moment after a backup, from the backup and from what the database server has logged since. The first call restores the backup into
 * the staging area and returns the command with which the server applies its log to it (infra/compose/mariadb/apply-log.sh). The call after that replaces the
 * data.
 * @returns notes for the operator, and after the first call the arguments of that command
 * @throws Error that says why. The existing databases are then unchanged, unless the exchange of the embedded database's files failed
 */
export async function restoreUntil(environment: Environment, { until, ...options }: RestoreUntilOptions): Promise<{ notes: string[]; apply?: string[] }> {
  const { binaryLog, takenAt } = await readManifest(options.folder);
  if (!binaryLog) throw new Error('This backup does not say where the binary log stood: it is not of a MariaDB that writes one.');
  if (!(until.getTime() > Date.parse(takenAt))) throw new Error(`The backup is of ${takenAt}. Take an older one, or a later moment.`);
  if (until.getTime() > Date.now()) throw new Error('That moment has not come yet.');
  const backup = await open(environment, options);
  const { target, staged } = backup;
  const moment = until.toISOString().slice(0, 19).replace('T', ' ');
  const part = [binaryLog.file, String(binaryLog.position), moment];
  if ((await target.appliedLog()) !== part.join(' ')) {
    if (!(await target.hasLogSince(binaryLog)))
      throw new Error(`The binary log of this server does not reach back to the backup (${binaryLog.file}, ${binaryLog.position}), or it is another server.`);
    await refuseOccupied(target, options.force);
    await restoreMedia(environment, options.folder);
    for (const database of await staged()) await fillDatabase(backup, database);
    return { notes: [], apply: part };
  }
  const complete = (database: ServiceDatabase): Promise<number> => completeDatabase(backup, until.toISOString(), database);
  return { notes: await replaceData(environment, backup, until.toISOString(), complete, options) };
}

/**
 * Tests a backup: does everything that a restore does, but replaces nothing. The portal may run meanwhile.
 * @throws Error that says why the backup could not be restored
 */
export async function drill(environment: Environment, options: Pick<RestoreOptions, 'folder' | 'root'>): Promise<Drill> {
  const begunAt = Date.now();
  const backup = await open(environment, options);
  const { manifest, databases } = backup;
  let records = 0;
  try {
    for (const database of await backup.staged()) records += await restoreDatabase(backup, database);
  } finally {
    await backup.target.discard();
  }
  const tables = Object.values(manifest.databases).flatMap((database) => Object.values(database.tables));
  const rows = tables.reduce((sum, { lines }) => sum + lines, 0);
  const note = `${rows} rows, ${manifest.media.count} files, ${records} audit records`;
  await recordRun(databases, { kind: 'drill', begunAt, takenAt: manifest.takenAt, note });
  return { takenAt: manifest.takenAt, rows, records, seconds: Math.round((Date.now() - begunAt) / 1_000) };
}

/** Refuses a backup of a newer version that has migrations which this version does not know. */
function checkVersions(manifest: Manifest, databases: ServiceDatabase[]): void {
  for (const { service, options } of databases) {
    const known = new Set(migrationsOf(options).map(({ name }) => name));
    const unknown = manifest.databases[service]?.migrations.filter((name) => !known.has(name)) ?? [];
    if (unknown.length)
      throw new Error(`The backup was made by a newer version: svc-${service} does not know ${unknown.join(', ')}. Restore it with that version.`);
  }
}

type MigrationClass = new () => { name?: string };
const migrationsOf = (options: ServiceDatabase['options']): { name: string; migration: MigrationClass }[] =>
  (options.migrations as MigrationClass[]).map((migration) => ({ name: new migration().name ?? migration.name, migration }));

/** Restores one database into the staging area. @returns the number of records in its audit log */
async function restoreDatabase(backup: Backup, database: ServiceDatabase): Promise<number> {
  await fillDatabase(backup, database);
  return completeDatabase(backup, backup.manifest.takenAt, database);
}

/** Inserts the rows of a backup into a database of the staging area, with the tables of the version that made the backup. */
async function fillDatabase({ target, manifest, folder }: Backup, { service, settings, options }: ServiceDatabase): Promise<void> {
  const { migrations, tables } = manifest.databases[service] as Manifest['databases'][string];
  // First create the tables of the version that made the backup, so that later migrations find the rows to change.
  const then = migrationsOf(options).filter(({ name }) => migrations.includes(name));
  await Database.migrate(settings, { ...options, migrations: then.map(({ migration }) => migration) as typeof options.migrations });
  for (const [table, { lines }] of Object.entries(tables)) {
    const count = await target.fill(service, table, readLines<Row>(tableFile(folder, service, table)));
    if (count !== lines) throw new Error(`svc-${service}: ${count} rows of ${table} were restored, ${lines} are in the backup`);
  }
}

/**
 * Runs the remaining migrations on a database of the staging area, and verifies that the keys of the portal decrypt it and that its audit log is whole.
 * @param from the moment whose state the database has
 * @returns the number of records in its audit log
 */
async function completeDatabase({ target, dataKeys }: Backup, from: string, { service, settings, options, description }: ServiceDatabase): Promise<number> {
  await Database.migrate(settings, options);
  const since = new Date(Date.parse(from) - deliverAgainMs).toISOString().replace('T', ' ').slice(0, 23);
  await target.run(service, `update outbox set state = 0, owner = null, leaseUntil = '1970-01-01 00:00:00.000' where state < 2 and createdAt >= '${since}'`);
  const { broken, records = 0 } =
    (await withDatabase({ service, settings }, (database) => verifyAudit(database, { keys: findAuditKeys(settings, service) }))) ?? {};
  if (dataKeys)
    await checkKeys(description, dataKeys).catch((error: Error) => {
      throw new Error(`svc-${service}: the keys of this portal (DATA_KEYS) do not open the backup. ${error.message}`);
    });
  if (broken) throw new Error(`svc-${service}: the audit log of the backup is broken: ${faultSentence(broken)}`);
  return records;
}

/**
 * The witness refuses a log that has become shorter than its last head. This informs the witness of `npm start` about the restore. Any other witness must be
 * informed by an operator on its own machine, so that access to the databases is not enough.
 */
function tellWitness(databases: ServiceDatabase[], records: ReadonlyMap<string, number>, takenAt: string): string[] {
  const notes: string[] = [];
  const reason = `restored from the backup of ${takenAt}`;
  for (const { service, settings } of databases) {
    const size = records.get(service);
    const log = logNameOf(settings.databasePrefix, service);
    if (size === undefined) continue;
    if (settings.witnessUrl) notes.push(`tell the witness, on its machine: node infra/witness/dist/src/main.js restored ${log} ${size} "${reason}"`);
    else {
      const store = new HeadStore(localFolder(settings.dataDir));
      if ((store.latest(log)?.size ?? 0) > size) store.restore(log, size, reason);
    }
  }
  return notes;
}

/** Stores the files of the backup. File names are never reused, so an existing file of the same size is the same file. */
async function restoreMedia(environment: Environment, folder: string): Promise<void> {
  const store = await openMediaStore(environment);
  for await (const { name, size } of readLines<FileEntry>(mediaList(folder))) {
    if ((await store.stat(name))?.size === size) continue;
    await store.put(name, createReadStream(mediaFile(folder, name)), 'application/octet-stream');
  }
}

/** Copies each key file of the backup to its place, unless a file already exists there. @param onlyNamed leaves out files that no setting names @returns notes about missing keys */
async function restoreKeys(manifest: Manifest, folder: string, settings: ServiceSettings, onlyNamed = false): Promise<string[]> {
  const missing: string[] = [];
  const named = namedKeys(settings);
  for (const [name, path] of Object.entries(keyPaths(settings))) {
    if (existsSync(path) || (onlyNamed && !named.includes(name))) continue;
    if (manifest.keys[name]) {
      await mkdir(dirname(path), { recursive: true });
      await copyFile(keyFile(folder, name), path);
    } else missing.push(`${path} is not there: bring the keys back before the portal starts, or it will make new ones that open nothing.`);
  }
  return missing;
}
