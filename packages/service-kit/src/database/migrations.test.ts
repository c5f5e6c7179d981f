import { createConnection } from 'mysql2/promise';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { type TestBackend, testBackends } from '../testing/index.ts';
import { Database, type DatabaseOptions } from './database.ts';
import { kitEntities } from './kit.entities.ts';
import { KitTables1700000000000 } from './kit.migration.ts';
import { mayChangeAuditLog } from './mysql-grants.ts';

const options: DatabaseOptions = { service: 'moved', entities: kitEntities, migrations: [KitTables1700000000000] };
const mysql = process.env.TEST_MYSQL_URL;

describe.each(testBackends())('migrations on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  beforeEach(async () => {
    backend = await makeBackend();
  });
  afterEach(() => backend.remove());

  const settings = (more: Record<string, string> = {}): ServiceSettings => loadSettings(ServiceSettings, { ...backend.env, ...more });

  it('run once as a job; then a service starts that does not run them itself', async () => {
    expect(await Database.migrate(settings(), options)).toEqual(['KitTables1700000000000']);
    expect(await Database.migrate(settings(), options)).toEqual([]);
    const db = await Database.open(settings({ MIGRATE_AT_START: 'false' }), options);
    expect(await db.reader.existsBy('audit_head', { id: 1 })).toBe(true);
    await db.close();
  });

  it('that are missing stop a service that does not run them itself, and the error says what to do', async () => {
    await expect(Database.open(settings({ MIGRATE_AT_START: 'false' }), options)).rejects.toThrow(
      'The database of moved is not up to date: run the command "migrate" first (KitTables1700000000000)',
    );
  });
});

for (const [name, makeBackend] of testBackends().slice(1))
  describe(`migrations of several instances on ${name}`, () => {
    let backend: TestBackend;
    let settings: ServiceSettings;
    beforeEach(async () => {
      backend = await makeBackend();
      settings = loadSettings(ServiceSettings, { ...backend.env, DATABASE_POOL: '3' });
    });
    afterEach(() => backend.remove());

    const asked = async (sql: string): Promise<{ [column: string]: unknown }[]> => {
      const connection = await createConnection({ uri: `${mysql}/${settings.databasePrefix}_moved` });
      try {
        return (await connection.query(sql))[0] as { [column: string]: unknown }[];
      } finally {
        await connection.end();
      }
    };

    it('run once when five instances start together on a blank server, and all five come up', async () => {
      const all = await Promise.all(Array.from({ length: 5 }, () => Database.open(settings, options)));
      expect(await Promise.all(all.map((db) => db.reader.countBy('audit_head', {})))).toEqual([1, 1, 1, 1, 1]);
      await Promise.all(all.map((db) => db.close()));
      expect(await asked('select name from migrations')).toEqual([{ name: 'KitTables1700000000000' }]);
      expect(await asked('select owner, lease_until from migration_lock')).toEqual([{ owner: null, lease_until: null }]);
    });

    it('continue after an instance died during them, when its lease has expired', async () => {
      class CutOff1600000000000 implements MigrationInterface {
        name = 'KitTables1700000000000';
        async up(q: QueryRunner): Promise<void> {
          await new KitTables1700000000000().up(q);
          throw new Error('killed');
        }
        async down(): Promise<void> {}
      }
      await expect(Database.migrate(settings, { ...options, migrations: [CutOff1600000000000] })).rejects.toThrow('killed');
      const began = Date.now();
      await asked("update migration_lock set owner = 'one that died', lease_until = utc_timestamp(3) + interval 3 second");
      expect(await Database.migrate(settings, options)).toEqual(['KitTables1700000000000']);
      expect(Date.now() - began).toBeGreaterThan(2_800);
    });

    it('continue after the server has rolled statements back again and again, as Galera does beside the migration of another service', async () => {
      let attempts = 0;
      class RolledBack1600000000000 implements MigrationInterface {
        name = 'KitTables1700000000000';
        async up(q: QueryRunner): Promise<void> {
          await new KitTables1700000000000().up(q);
          if (attempts++ < 6) await q.query("signal sqlstate '40001' set mysql_errno = 1213, message_text = 'Deadlock found'");
        }
        async down(): Promise<void> {}
      }
      expect(await Database.migrate(settings, { ...options, migrations: [RolledBack1600000000000] })).toEqual(['KitTables1700000000000']);
      expect(attempts).toBe(7);
      expect(await asked('select name from migrations')).toEqual([{ name: 'KitTables1700000000000' }]);
    });

    it('need no right to create a database that exists', async () => {
      await Database.migrate(settings, options);
      const url = new URL(settings.mysqlUrl as string);
      const user = `u${settings.databasePrefix.slice(-8)}`;
      await asked(`create user '${user}'@'%' identified by 'only-here'`);
      try {
        await asked(`grant select, insert, update, delete on \`${settings.databasePrefix}_moved\`.* to '${user}'@'%'`);
        url.username = user;
        url.password = 'only-here';
        const db = await Database.open({ ...settings, mysqlUrl: url.href, migrateAtStart: false }, options);
        expect(await db.reader.existsBy('audit_head', { id: 1 })).toBe(true);
        await db.close();
      } finally {
        await asked(`drop user '${user}'@'%'`);
      }
    });

    it('grant the account of the service its rights, without the right to change the audit log', async () => {
      const database = `${settings.databasePrefix}_moved`;
      const [owner, account] = [`o${settings.databasePrefix.slice(-8)}`, `s${settings.databasePrefix.slice(-8)}`];
      const as = (user: string): ServiceSettings => {
        const url = new URL(settings.mysqlUrl as string);
        url.username = user;
        url.password = 'only-here';
        return { ...settings, mysqlUrl: url.href, mysqlServiceAccount: user === owner ? account : undefined, migrateAtStart: false };
      };
      await Database.migrate({ ...settings, mysqlServiceAccount: undefined }, { ...options, migrations: [] });
      for (const user of [owner, account]) await asked(`create user '${user}'@'%' identified by 'only-here'`);
      try {
        await asked(`grant all on \`${database}\`.* to '${owner}'@'%' with grant option`);
        // The rights that an installation of an earlier version has given to the account.
        await asked(`grant select, insert, update, delete, create, alter, drop, index on \`${database}\`.* to '${account}'@'%'`);
        expect(await Database.migrate(as(owner), options)).toEqual(['KitTables1700000000000']);
        expect(await Database.migrate(as(owner), options)).toEqual([]);
        const db = await Database.open(as(account), options);
        const run = (sql: string): Promise<unknown> => db.write((tx) => tx.query(sql));
        for (const sql of [
          "update audit_record set userName = 'Mallory'",
          'delete from audit_record',
          'truncate table audit_record',
          'drop table audit_record',
          'alter table audit_record add column another int',
          'create table another (id int)',
          'create trigger another before insert on audit_record for each row set new.action = null',
        ])
          await expect(run(sql)).rejects.toThrow(/denied/);
        await run("insert into audit_record (id, at, userName, action, kind, requestId) values ('one', now(3), 'Ana', 'view', 'book', 'request-1')");
        await run("update audit_head set hash = 'x' where id = 2");
        expect(await mayChangeAuditLog(db.reading)).toBe(false);
        await db.close();
        const all = await Database.open({ ...settings, migrateAtStart: false }, options);
        expect(await mayChangeAuditLog(all.reading)).toBe(true);
        await all.close();
      } finally {
        for (const user of [owner, account]) await asked(`drop user '${user}'@'%'`);
      }
    });
  });
