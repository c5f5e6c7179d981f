/** The place to which a backup is restored: a staging area beside the existing data, which replaces that data at the end. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment, ServiceSettings } from '@portal/service-kit';
import type { BinaryLogPosition } from './manifest.ts';
import type { ServiceDatabase } from './services.ts';
import { gtidAt, openFile, openMysql, type Row } from './snapshot.ts';

/** Rows are inserted in batches of about this many characters, because servers limit the length of a statement. */
const pieceLength = 1_000_000;

/** The table that infra/compose/mariadb/apply-log.sh creates after it has applied the log. */
const appliedTable = 'applied_log';

export interface Target {
  /** Settings of the staging area. */
  staging: Environment;
  /** Empties the staging area and returns the existing data that the restore would replace. */
  occupied(): Promise<string[]>;
  /** Replaces the rows of a table of the staging area, in one transaction. @returns the number of rows in the table */
  fill(service: string, table: string, rows: AsyncIterable<Row>): Promise<number>;
  run(service: string, sql: string): Promise<void>;
  /** Reads a table of the existing data, or of the staging area. @returns undefined if there is no such table */
  read(from: 'existing' | 'staged', service: string, table: string): Promise<Row[] | undefined>;
  /** Whether this is the server that wrote the log at this position, and it still has everything that it logged since. */
  hasLogSince(place: BinaryLogPosition): Promise<boolean>;
  /** The part of the server's log that was applied to the staging area, such as `binlog.000001 1344 2026-05-03 10:15:30`; undefined if none was. */
  appliedLog(): Promise<string | undefined>;
  /** Replaces the existing databases with those of the staging area: on a database server all of them or none, embedded files one by one. */
  exchange(services: string[]): Promise<void>;
  /** Removes the staging area and the databases that an exchange has replaced. */
  discard(): Promise<void>;
}

export const targetOf = (environment: Environment, databases: ServiceDatabase[]): Target => {
  const { settings } = databases[0] as ServiceDatabase;
  const services = databases.map(({ service }) => service);
  return settings.mysqlUrl ? mysqlTarget(environment, settings, services) : embeddedTarget(environment, settings.dataDir, services);
};

function mysqlTarget(environment: Environment, settings: ServiceSettings, services: string[]): Target {
  const prefix = settings.databasePrefix;
  const stagingPrefix = `${prefix}_restoring`;
  const replacedPrefix = `${prefix}_replaced`;
  const withServer = async <T>(work: (ask: (sql: string, values?: unknown[]) => Promise<Row[]>) => Promise<T>): Promise<T> => {
    const connection = await openMysql(settings);
    try {
      return await work(async (sql, values) => (await connection.query(sql, values))[0] as Row[]);
    } finally {
      await connection.end();
    }
  };
  const tablesOf = async (ask: (sql: string, values?: unknown[]) => Promise<Row[]>, database: string): Promise<string[]> =>
    (await ask('select table_name as name from information_schema.tables where table_schema = ?', [database])).map(({ name }) => String(name));
  const discard = (): Promise<void> =>
    withServer(async (ask) => {
      for (const from of [stagingPrefix, replacedPrefix]) for (const service of services) await ask(`drop database if exists \`${from}_${service}\``);
    });
  return {
    staging: { ...environment, DATABASE_PREFIX: stagingPrefix },
    occupied: () =>
      withServer(async (ask) => {
        await discard();
        const taken: string[] = [];
        for (const service of services) if ((await tablesOf(ask, `${prefix}_${service}`)).length) taken.push(`the database ${prefix}_${service}`);
        return taken;
      }),
    fill: (service, table, rows) =>
      withServer(async (ask) => {
        const name = `\`${stagingPrefix}_${service}\`.\`${table}\``;
        await ask('start transaction');
        await ask(`delete from ${name}`);
        let count = 0;
        let length = 0;
        let columns: string[] = [];
        let piece: unknown[][] = [];
        const send = async (): Promise<void> => {
          if (piece.length) await ask(`insert into ${name} (${columns.map((c) => `\`${c}\``).join(', ')}) values ?`, [piece]);
          piece = [];
          length = 0;
        };
        for await (const row of rows) {
          columns = Object.keys(row);
          const values = Object.values(row);
          piece.push(values);
          count++;
          for (const value of values) length += String(value).length;
          if (length > pieceLength) await send();
        }
        await send();
        await ask('commit');
        return count;
      }),
    run: (service, sql) =>
      withServer(async (ask) => {
        await ask(`use \`${stagingPrefix}_${service}\``);
        await ask(sql);
      }),
    read: (from, service, table) =>
      withServer(async (ask) => {
        const database = `${from === 'existing' ? prefix : stagingPrefix}_${service}`;
        return (await tablesOf(ask, database)).includes(table) ? ask(`select * from \`${database}\`.\`${table}\``) : undefined;
      }),
    hasLogSince: (place) => withServer(async (ask) => place.gtid !== '' && (await gtidAt(ask, place)) === place.gtid),
    appliedLog: () =>
      withServer(async (ask) => {
        if (!(await tablesOf(ask, `${stagingPrefix}_reference`)).includes(appliedTable)) return undefined;
        const [row] = await ask(`select part from \`${stagingPrefix}_reference\`.${appliedTable}`);
        return row && String(row.part);
      }),
    exchange: (restored) =>
      withServer(async (ask) => {
        await ask(`drop table if exists \`${stagingPrefix}_reference\`.${appliedTable}`);
        const moves: string[] = [];
        const move = async (from: string, to: string): Promise<void> => {
          await ask(`create database if not exists \`${to}\` character set utf8mb4 collate utf8mb4_bin`);
          for (const table of await tablesOf(ask, from)) moves.push(`\`${from}\`.\`${table}\` to \`${to}\`.\`${table}\``);
        };
        for (const service of restored) {
          await move(`${prefix}_${service}`, `${replacedPrefix}_${service}`);
          await move(`${stagingPrefix}_${service}`, `${prefix}_${service}`);
        }
        // One statement: where a table cannot be moved, the server takes back what it has moved before.
        await ask(`rename table ${moves.join(', ')}`);
        await discard();
      }),
    discard,
  };
}

function embeddedTarget(environment: Environment, dataDir: string, services: string[]): Target {
  const staging = join(dataDir, '.restoring');
  const discard = (): Promise<void> => rm(staging, { recursive: true, force: true });
  return {
    staging: { ...environment, DATA_DIR: staging },
    async occupied() {
      await discard();
      await mkdir(staging, { recursive: true, mode: 0o700 });
      return services.map((service) => join(dataDir, `${service}.db`)).filter((file) => existsSync(file));
    },
    async fill(service, table, rows) {
      const file = openFile(join(staging, `${service}.db`));
      try {
        file.exec('begin');
        file.exec(`delete from "${table}"`);
        let count = 0;
        let insert: ReturnType<typeof file.prepare> | undefined;
        for await (const row of rows) {
          const columns = Object.keys(row);
          insert ??= file.prepare(`insert into "${table}" (${columns.map((c) => `"${c}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`);
          insert.run(Object.values(row));
          count++;
        }
        file.exec('commit');
        return count;
      } finally {
        file.close();
      }
    },
    async run(service, sql) {
      const file = openFile(join(staging, `${service}.db`));
      file.exec(sql);
      file.close();
    },
    async read(from, service, table) {
      const path = join(from === 'existing' ? dataDir : staging, `${service}.db`);
      if (!existsSync(path)) return undefined;
      const file = openFile(path);
      try {
        const isThere = file.prepare("select 1 from sqlite_master where type = 'table' and name = ?").all(table).length > 0;
        return isThere ? file.prepare(`select * from "${table}"`).all() : undefined;
      } finally {
        file.close();
      }
    },
    hasLogSince: async () => false,
    appliedLog: async () => undefined,
    async exchange(restored) {
      for (const service of restored) {
        const file = openFile(join(staging, `${service}.db`));
        file.exec('pragma wal_checkpoint(truncate)');
        file.close();
        // SQLite must not apply the write-ahead log of the old file to the new one.
        for (const end of ['-wal', '-shm']) await rm(join(dataDir, `${service}.db${end}`), { force: true });
        await rename(join(staging, `${service}.db`), join(dataDir, `${service}.db`));
      }
      await discard();
    },
    discard,
  };
}
