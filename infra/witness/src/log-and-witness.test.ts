/** Tests the audit log of a service together with its witness: the witness refuses changes to the tables, and the service reports the changes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import {
  AUDIT_KEYS,
  Audit,
  type AuditKeys,
  AuditMonitor,
  AuditRow,
  AuditSequencer,
  AuditWitness,
  Database,
  loadSettings,
  log,
  type RunningService,
  ServiceSettings,
  startService,
  systemCall,
  verifyAudit,
} from '@portal/service-kit';
import { type TestBackend, testBackends, until, workingTime } from '@portal/service-kit/testing';
import { HeadStore } from './head-store.ts';
import { createWitness, type RunningWitness } from './server.ts';

const token = 'a-token-of-the-witness';

@Module({})
class BooksModule {}

type Row = Record<string, unknown>;
/** Converts a value that was read to the form in which it is written: drivers return JSON as an object, and take it as text. */
const asWritten = (value: unknown): unknown => (value && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value);
const tables = ['audit_record', 'audit_leaf', 'audit_node', 'audit_tree_head'];

describe.each(testBackends())('an audit log and its witness on %s', (engine, makeBackend) => {
  let backend: TestBackend;
  let folder: string;
  let witness: RunningWitness;
  let service: RunningService;
  let logName: string;
  const run: RunningService[] = [];

  const start = async (more: Record<string, string> = {}): Promise<RunningService> => {
    const env = { ...backend.env, LOG_LEVEL: 'silent', WITNESS_URL: witness.url, WITNESS_TOKEN: token, ...more };
    const started = await startService({
      service: 'books',
      title: 'Books',
      settings: loadSettings(ServiceSettings, env),
      module: BooksModule,
      entities: [],
      migrations: [],
    });
    run.push(started);
    return started;
  };
  const of = <T>(part: { prototype: T }, at = service): T => at.app.get(part as never) as T;
  const db = (): Database => of(Database);
  const sql = (text: string, values: unknown[] = []) => db().write((tx) => tx.query(text, values));
  /** Writes audit records, sequences them and sends the head to the witness. */
  async function write(count: number, at = service): Promise<void> {
    for (let i = 0; i < count; i++) await of(Audit, at).read(systemCall(`request-${i}`), { action: 'view', kind: 'book', details: { i } });
    await of(AuditSequencer, at).appendPending(-1_000);
    await of(AuditWitness, at).sendHead();
  }
  const kept = () => new HeadStore(folder).latest(logName);
  const verify = () => verifyAudit(db(), { keys: service.app.get<AuditKeys>(AUDIT_KEYS), heads: new HeadStore(folder).log(logName).heads });

  /** Copies the current rows of the log's tables. @returns a function that restores them */
  async function copy(): Promise<() => Promise<void>> {
    const rows = new Map<string, Row[]>();
    for (const table of tables) rows.set(table, (await db().reader.query(`select * from ${table}`)) as Row[]);
    return async () => {
      for (const table of tables) {
        await sql(`delete from ${table}`);
        for (const row of rows.get(table) as Row[]) {
          const names = Object.keys(row);
          await sql(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`, Object.values(row).map(asWritten));
        }
      }
    };
  }

  beforeEach(async () => {
    backend = await makeBackend();
    folder = mkdtempSync(join(tmpdir(), 'witness-'));
    witness = await createWitness({ PORT: '0', DATA_DIR: folder, WITNESS_TOKENS: `all=${token}`, LOG_LEVEL: 'silent' });
    service = await start();
    logName = `${backend.env.DATABASE_PREFIX}.books`;
  });
  afterEach(async () => {
    for (const one of run.splice(0)) await one.close();
    await witness.close();
    await backend.remove();
    rmSync(folder, { recursive: true });
  });

  it('the witness stores each head, and the log verifies against all of them', async () => {
    for (const count of [1, 3, 5]) await write(count);
    expect(kept()?.size).toBe(9);
    expect(of(AuditWitness).refusal).toBeUndefined();
    expect(of(AuditWitness).age()).toBeLessThan(60);
    expect(await verify()).toMatchObject({ records: 9, unsequenced: 0 });
    expect((await verify()).broken).toBeUndefined();
  });

  it('the service sends a head to the witness within seconds of a record', async () => {
    service = await start({ AUDIT_APPEND_SECONDS: '0.2' });
    await of(Audit).read(systemCall('request-1'), { action: 'view', kind: 'book' });
    await until(() => Boolean(kept()));
    expect(kept()?.size).toBe(1);
  });

  it('the witness refuses a database that was reset to an older copy, also after a restart and when the log has grown again', async () => {
    await write(4);
    const takeBack = await copy();
    await write(5);
    await takeBack();
    // The process is new, so only the witness remembers the longer log.
    service = await start();
    await of(AuditWitness).sendHead();
    expect(of(AuditWitness).refusal).toBe('the log ends after record 4, and the witness keeps a head of 9 records: those after it are missing');
    await of(AuditMonitor).walk();
    expect(of(AuditMonitor).fault).toMatchObject({ seq: 5, reason: expect.stringContaining('up to 9 are missing') });
    expect((await verify()).broken).toMatchObject({ seq: 5 });

    await write(20);
    expect(of(AuditWitness).refusal).toBe(
      'the witness does not take the head of 24 records: the log of 24 records does not begin with the 9 records of the head before',
    );
    await of(AuditMonitor).walk();
    expect(of(AuditMonitor).broken).toBe(true);
    expect((await verify()).broken).toMatchObject({ seq: 9, reason: expect.stringContaining('from 5 on is not the one of the head') });
    expect(kept()?.size).toBe(9);
  });

  it('the witness refuses a log whose end was cut off, and the service names the missing record', async () => {
    await write(3);
    const takeBack = await copy();
    await write(1);
    await takeBack();
    service = await start();
    await of(AuditWitness).sendHead();
    expect(of(AuditWitness).refusal).toContain('ends after record 3');
    expect((await verify()).broken).toMatchObject({ seq: 4, reason: expect.stringMatching(/^is missing: a head of .* has 4$/) });
  });

  it('the witness refuses an emptied log', async () => {
    await write(3);
    for (const table of tables) await sql(`delete from ${table}`);
    service = await start();
    await of(AuditWitness).sendHead();
    expect(of(AuditWitness).refusal).toBe('the log is empty, and the witness keeps a head of 3 records');
    await of(AuditMonitor).walk();
    expect(of(AuditMonitor).broken).toBe(true);
    expect((await verify()).broken).toMatchObject({ seq: 1, reason: expect.stringContaining('up to 3 are missing') });
  });

  it('the witness refuses a log that was rewritten with all keys, although its records verify', async () => {
    await write(6);
    for (const table of tables) await sql(`delete from ${table}`);
    service = await start();
    for (let i = 0; i < 8; i++) await of(Audit).read(systemCall('request-1'), { action: 'view', kind: 'book', details: { forged: i } });
    await of(AuditSequencer).appendPending(-1_000);
    await of(AuditWitness).sendHead();
    expect(of(AuditWitness).refusal).toContain('does not begin with the 6 records of the head before');
    const keys = service.app.get<AuditKeys>(AUDIT_KEYS);
    expect((await verifyAudit(db(), { keys })).broken).toBeUndefined();
    expect((await verify()).broken).toMatchObject({ seq: 6 });
  });

  it('a verification names a changed record, and the log continues', async () => {
    await write(5);
    const [{ recordId }] = (await db().reader.query('select recordId from audit_leaf where leafIndex = 2')) as [{ recordId: string }];
    await db().write((tx) => tx.update(AuditRow, { id: recordId }, { userName: 'Mallory' }));
    await of(AuditMonitor).walk();
    expect(of(AuditMonitor).fault).toEqual({ seq: 3, id: recordId, reason: 'was changed after it was written' });
    await write(1);
    expect(kept()?.size).toBe(6);
  });

  it.each([
    ['changed', 'was changed after it was written', (id: string) => sql("update audit_record set action = 'print' where id = ?", [id])],
    ['missing', 'is missing', (id: string) => sql('delete from audit_record where id = ?', [id])],
  ])('the next regular verification names a %s record', async (_what, reason, strike) => {
    service = await start({ AUDIT_WALK_SECONDS: '0.5' });
    await write(7);
    const [{ recordId }] = (await db().reader.query('select recordId from audit_leaf where leafIndex = 3')) as [{ recordId: string }];
    await until(() => of(AuditMonitor).broken !== undefined);
    expect(of(AuditMonitor).broken).toBe(false);
    const passed = workingTime();
    await strike(recordId);
    await until(() => of(AuditMonitor).fault !== undefined);
    expect(of(AuditMonitor).fault).toEqual({ seq: 4, id: recordId, reason });
    // The verification must have run after the configured half second, not after the default of 30 seconds.
    expect(passed()).toBeLessThan(25_000);
  });

  it('a service that stops sends its last head once, and logs no warning', async () => {
    await write(2);
    await of(Audit).read(systemCall('request-1'), { action: 'view', kind: 'book' });
    of(AuditSequencer).onHead = () => undefined;
    await of(AuditSequencer).appendPending(-1_000);
    expect(kept()?.size).toBe(2);
    const warn = jest.spyOn(log(), 'warn');
    await run.pop()?.close();
    expect(kept()?.size).toBe(3);
    expect(warn).not.toHaveBeenCalled();
  });

  it('an unreachable witness stops nothing, and gets the heads when it is back', async () => {
    await write(2);
    const { port } = new URL(witness.url);
    await witness.close();
    await of(Audit).read(systemCall('request-1'), { action: 'view', kind: 'book' });
    await of(AuditSequencer).appendPending(-1_000);
    await expect(of(AuditWitness).sendHead()).rejects.toThrow();
    await of(AuditMonitor).walk();
    expect(of(AuditMonitor).broken).toBe(false);
    witness = await createWitness({ PORT: port, DATA_DIR: folder, WITNESS_TOKENS: `all=${token}`, LOG_LEVEL: 'silent' });
    await of(AuditWitness).sendHead();
    expect(kept()?.size).toBe(3);
  });

  it('after a restore the log continues when an operator has informed the witness', async () => {
    await write(4);
    const takeBack = await copy();
    await write(5);
    await takeBack();
    new HeadStore(folder).restore(logName, 4, 'backup of Monday');
    service = await start();
    await write(2);
    expect(of(AuditWitness).refusal).toBeUndefined();
    expect((await verify()).broken).toBeUndefined();
    expect(kept()?.size).toBe(6);
  });

  it('a new witness starts with the current head', async () => {
    await write(4);
    const other = mkdtempSync(join(tmpdir(), 'witness-'));
    const next = await createWitness({ PORT: '0', DATA_DIR: other, WITNESS_TOKENS: `all=${token}`, LOG_LEVEL: 'silent' });
    const again = await start({ WITNESS_URL: next.url });
    await write(1, again);
    expect(
      new HeadStore(other)
        .log(logName)
        .heads.map(({ size }) => size)
        .at(-1),
    ).toBe(5);
    run.splice(run.indexOf(again), 1);
    await again.close();
    await next.close();
    rmSync(other, { recursive: true });
  });

  if (engine === 'embedded') return;

  it('several instances send heads at the same time, and none is refused', async () => {
    const all = [service, ...(await Promise.all([start(), start()]))];
    for (let turn = 0; turn < 5; turn++) await Promise.all(all.map((one) => write(3, one)));
    await of(AuditSequencer).appendPending(-1_000);
    await of(AuditWitness).sendHead();
    expect(all.map((one) => of(AuditWitness, one).refusal)).toEqual([undefined, undefined, undefined]);
    expect(kept()?.size).toBe(45);
    expect((await verify()).broken).toBeUndefined();
  });
});
