import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ManagedProcess } from '@portal/load/processes/managed-process';
import { type Server, startMariadb } from '@portal/load/processes/servers';
import { TestAuthority, until } from '@portal/service-kit/testing';
import { type Connection, createConnection } from 'mysql2/promise';
import { root } from './testing/portal.ts';

const script = join(root, 'infra/compose/mariadb/keycloak-dump.sh');
const password = 'a-password';

describe("the dumps of Keycloak's database", () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-keycloak-'));
  const authority = new TestAuthority();
  let server: Server;
  let admin: Connection;
  let dumps: string;

  const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    PATH: process.env.PATH,
    MYSQL_HOST: 'localhost',
    MYSQL_TCP_PORT: String(server.port),
    MYSQL_PASSWORD_KEYCLOAK: password,
    MYSQL_CA: authority.file,
    DUMPS: dumps,
    ...more,
  });
  const run = (words: string[], more?: NodeJS.ProcessEnv) => promisify(execFile)(script, words, { env: environment(more) });
  const kept = (): string[] => readdirSync(dumps).filter((name) => name.endsWith('.sql.gz'));

  beforeAll(async () => {
    const { certFile, keyFile } = authority.certificate();
    server = await startMariadb(folder, false, [`--ssl-cert=${certFile}`, `--ssl-key=${keyFile}`]);
    admin = await createConnection(`mysql://root@127.0.0.1:${server.port}`);
    // The account is equal to the one that infra/compose/mariadb/databases.sh creates. This one also needs TLS.
    for (const statement of [
      'create database keycloak character set utf8mb4 collate utf8mb4_unicode_ci',
      `create user 'keycloak'@'%' identified by '${password}' require ssl`,
      "grant all on keycloak.* to 'keycloak'@'%'",
      'create table keycloak.USER_ENTITY (ID varchar(36) primary key, FIRST_NAME varchar(255), SALT tinyblob)',
      "insert into keycloak.USER_ENTITY values ('1', 'Conceição', x'00ff27')",
    ])
      await admin.query(statement);
  });
  beforeEach(() => {
    dumps = mkdtempSync(join(folder, 'dumps-'));
  });
  afterAll(async () => {
    await admin?.end();
    await server?.process.kill();
    for (const made of [folder, authority.folder]) rmSync(made, { recursive: true });
  });

  it('bring back the accounts after the database is lost, and nobody else can read them', async () => {
    const users = async (): Promise<unknown> => (await admin.query('select ID, FIRST_NAME, hex(SALT) as SALT from keycloak.USER_ENTITY'))[0];
    await run(['once']);
    const [name = ''] = kept();
    expect([kept().length, name, statSync(join(dumps, name)).mode & 0o777]).toEqual([
      1,
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.sql\.gz$/),
      0o600,
    ]);
    await admin.query('drop table keycloak.USER_ENTITY');
    // Tables of a later version of Keycloak, which would make them again, and could not.
    await admin.query('create table keycloak.ORG (ID varchar(36) primary key)');
    await admin.query('create table keycloak.ORG_DOMAIN (ORG_ID varchar(36), foreign key (ORG_ID) references keycloak.ORG (ID))');
    await run(['restore', name.replace('.sql.gz', '')]);
    expect(await users()).toEqual([{ ID: '1', FIRST_NAME: 'Conceição', SALT: '00FF27' }]);
    expect((await admin.query('show tables from keycloak'))[0]).toEqual([{ Tables_in_keycloak: 'USER_ENTITY' }]);
    await expect(run(['restore', '2026-05-03T00-10-00'])).rejects.toThrow('2026-05-03T00-10-00.sql.gz');
    await expect(run(['dump'])).rejects.toThrow('There is no command "dump"');
  });

  it('are the newest seven, and what somebody else has put beside them', async () => {
    const names = Array.from({ length: 9 }, (_, day) => `2026-05-0${day + 1}T00-10-00.sql.gz`);
    for (const name of [...names, 'notes.txt']) writeFileSync(join(dumps, name), '');
    await run(['once']);
    expect(kept()).toEqual([...names.slice(-6), expect.stringMatching(/^20/)]);
    expect(readdirSync(dumps)).toContain('notes.txt');
  });

  it('get their name only when they are complete', async () => {
    await expect(run(['once'], { MYSQL_PASSWORD_KEYCLOAK: 'another' })).rejects.toThrow('Access denied');
    const other = new TestAuthority();
    await expect(run(['once'], { MYSQL_CA: other.file })).rejects.toThrow(/certificate|TLS|SSL/);
    rmSync(other.folder, { recursive: true });
    expect(kept()).toEqual([]);
  });

  it('are made when the container starts, unless there is one of that day', async () => {
    /** Runs the container's program until `enough` holds. @returns what it has printed */
    const runUntil = async (enough: () => Promise<unknown>): Promise<string[]> => {
      const started = new ManagedProcess('keycloak-dump', script, [], { env: environment(), group: true });
      await started.start();
      try {
        await enough();
        return started.output;
      } finally {
        await started.kill('SIGTERM');
      }
    };
    await runUntil(() => until(() => kept().length === 1));
    expect(await runUntil(() => new Promise((later) => setTimeout(later, 1_500)))).toEqual([]);
    expect(kept()).toHaveLength(1);
  });
});
