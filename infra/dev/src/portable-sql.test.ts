import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database, databaseOptions, type Environment, loadSettings, type ServiceOptions, ServiceSettings } from '@portal/service-kit';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';
import { describeService as declarationService } from 'svc-declarations';
import { describeService as licenceService } from 'svc-licences';
import { describeService as mediaService } from 'svc-media';
import { describeService as referenceService } from 'svc-reference';
import { describeService as tripService } from 'svc-trips';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { portabilityFaults } from './portable-sql.ts';

const root = join(__dirname, '../../..');
const services: [string, (env: Environment) => ServiceOptions][] = [
  ['declarations', declarationService],
  ['licences', licenceService],
  ['trips', tripService],
  ['media', mediaService],
  ['reference', referenceService],
];

describe.each([
  ['a foreign key', 'alter table a add constraint f foreign key (b) references c (d)'],
  ['a trigger', 'create trigger t before insert on a for each row set new.b = 1'],
  ['a procedure', 'create procedure p() select 1'],
  ['an event', 'create event e on schedule every 1 day do delete from a'],
  ['a full-text index', 'create fulltext index i on a (b)'],
  ['a spatial index', 'create spatial index i on a (b)'],
  ['a named lock', "select get_lock('migrations', 10)"],
  ['locked tables', 'lock tables a write'],
  ['SKIP LOCKED', 'select * from outbox for update skip locked'],
  ['a generated column', 'alter table a add b varchar(9) generated always as (lower(c)) stored'],
  ['a table from a query', 'create table a as select * from b'],
  ['a query into a file', "select * from a into outfile '/tmp/a'"],
  ['a CHECK constraint', 'alter table a add constraint c check (b > 0)'],
  ['numbers of the database', 'create table a (id int not null auto_increment primary key)'],
  ['a temporary table', 'create temporary table a (b int)'],
  ['a foreign collation', 'create table a (b varchar(9)) collate utf8mb4_unicode_ci'],
])('%s', (_what, sql) => {
  it('is refused', () => expect(portabilityFaults(sql)).toHaveLength(1));
});

for (const [engine, makeBackend] of testBackends().slice(1)) {
  describe.each(services)(`the migrations of %s on ${engine}`, (_name, describeService) => {
    let backend: TestBackend;
    let sent: string[];
    let again: string[];

    beforeAll(async () => {
      backend = await makeBackend();
      const options = databaseOptions(describeService(backend.env));
      const settings = loadSettings(ServiceSettings, backend.env);
      sent = [];
      await Database.migrate(settings, { ...options, migrations: recorded(options.migrations, sent) });
      // The migrations run again, as after an interruption before they were recorded as done.
      again = [];
      const db = await Database.open(settings, options);
      const runner = db.reading.createQueryRunner();
      for (const migration of db.reading.migrations) await migration.up(runner).catch((error: Error) => again.push(`${migration.name}: ${error.message}`));
      await runner.release();
      await db.close();
    });
    afterAll(() => backend.remove());

    it('use nothing that TiDB or Vitess lack', () => {
      expect(sent.length).toBeGreaterThan(5);
      expect(sent.flatMap((sql) => portabilityFaults(sql).map((fault) => `${fault}\n  ${sql}`))).toEqual([]);
    });

    it('can run again after an interruption', () => expect(again).toEqual([]));
  });
}

/** Returns the source files of the services. */
const sources = (): string[] =>
  ['packages/service-kit/src', ...readdirSync(root).filter((name) => name.startsWith('svc-'))].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/dist\/|\/node_modules\//.test(file)),
  );

it('SQL in the code uses nothing that TiDB or Vitess lack', () => {
  const files = sources();
  const statements = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(/(['"`])((?:select|insert|update|delete|create|alter|drop|lock|call)\s(?:\\.|(?!\1)[\s\S])*?)\1/gi),
    ].map(([, , sql]) => ({ file, sql })),
  );
  expect(statements.length).toBeGreaterThan(5);
  // The statement that creates the database is not examined: an operator of a distributed database creates it.
  expect(statements.flatMap(({ file, sql }) => portabilityFaults(sql).map((fault) => `${file}: ${fault}\n  ${sql}`))).toEqual([]);
});

it('rows are locked only in the way that every engine knows: TypeORM makes FOR SHARE, SKIP LOCKED and NOWAIT of its other modes', () => {
  const others = /['"](pessimistic_(?!write['"])\w+|for_\w*key\w*|skip_locked|nowait)['"]/;
  expect(sources().filter((file) => others.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

/** Returns the same migrations, wrapped so that they record every statement that they send. */
function recorded(migrations: unknown, sent: string[]): (new () => MigrationInterface)[] {
  return (migrations as (new () => MigrationInterface)[]).map((Migration) => {
    const name = new Migration().name ?? Migration.name;
    return class extends Migration {
      override name = name;
      override async up(runner: QueryRunner): Promise<void> {
        const query = runner.query.bind(runner);
        runner.query = ((sql: string, ...more: never[]) => {
          sent.push(sql);
          return query(sql, ...more);
        }) as typeof runner.query;
        try {
          await super.up(runner);
        } finally {
          runner.query = query;
        }
      }
    } as new () => MigrationInterface;
  });
}
