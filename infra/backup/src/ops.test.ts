import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@portal/service-kit';
import { TestAuthority, type TestBackend, testBackends, until } from '@portal/service-kit/testing';
import { createConnection } from 'mysql2/promise';
import { newestBackupName, recordCopy } from './copies.ts';
import { createOps, isDue, type RunningOps } from './ops.ts';
import { withTaskLock } from './task-lock.ts';
import { performTask, runTask } from './tasks.ts';
import { Portal, root, settingsOf } from './testing/portal.ts';

const hour = 3_600_000;
const at = (text: string): number => Date.parse(`${text}Z`);
const done = (triedAt: string, failed = false) => ({ triedAt: at(triedAt), succeededAt: 0, seconds: 1, failed });

it('a task is due at its time, once, also when that time was slept through, and half an hour after it failed', () => {
  const nightly = '0 1 * * *';
  expect(isDue(nightly, undefined, at('2026-05-03T12:00'))).toBe(true);
  expect(isDue(nightly, done('2026-05-03T01:00:05'), at('2026-05-04T00:59'))).toBe(false);
  expect(isDue(nightly, done('2026-05-03T01:00:05'), at('2026-05-04T01:01'))).toBe(true);
  expect(isDue(nightly, done('2026-04-20T01:00:05'), at('2026-05-03T23:00'))).toBe(true);
  expect(isDue(nightly, done('2026-05-03T01:00:05', true), at('2026-05-03T01:20'))).toBe(false);
  expect(isDue(nightly, done('2026-05-03T01:00:05', true), at('2026-05-03T01:31'))).toBe(true);
});

it('is asked for its numbers over TLS, where it has a certificate', async () => {
  const authority = new TestAuthority();
  const { certFile, keyFile } = authority.certificate();
  const folder = mkdtempSync(join(tmpdir(), 'portal-ops-'));
  const env = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
  const ops = await createOps(env, root, async () => true);
  try {
    const status = await new Promise((resolve, reject) => {
      get(`${ops.url}/metrics`, { ca: readFileSync(authority.file), agent: false }, ({ statusCode }) => resolve(statusCode)).once('error', reject);
    });
    expect(status).toBe(200);
    await expect(fetch(ops.url.replace('https:', 'http:'))).rejects.toThrow('fetch failed');
  } finally {
    await ops.close();
    for (const made of [folder, authority.folder]) rmSync(made, { recursive: true });
  }
});

describe.each(testBackends())('the process that backs up and verifies, on %s', (engine, makeBackend) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-ops-'));
  const prefixOf = (env: Environment): string => String(env.DATABASE_PREFIX);
  let backend: TestBackend;
  let env: Environment;
  let ops: RunningOps | undefined;

  beforeAll(async () => {
    backend = await makeBackend();
    const settings = settingsOf(backend, folder);
    const portal = await Portal.start(settings);
    await portal.register();
    await portal.upload();
    await portal.stop();
    const dataDir = String(backend.env.DATA_DIR);
    env = {
      ...settings,
      DATA_KEYS: join(dataDir, 'data-keys.json'),
      AUDIT_KEYS: join(dataDir, 'audit-keys.json'),
      PORT: '0',
      LOG_LEVEL: 'silent',
      METRICS_TOKEN: 'a-token-of-the-scraper',
    };
    if (engine === 'embedded') return;
    // The account is equal to the one that infra/compose/mariadb/databases.sh creates.
    const admin = await createConnection(String(env.MYSQL_URL));
    await admin.query(`create user if not exists '${prefixOf(env)}_ops'@'%' identified by 'ops'`);
    await admin.query(`grant select on \`${prefixOf(env).replaceAll('_', '\\_')}\\_%\`.* to '${prefixOf(env)}_ops'@'%'`);
    await admin.end();
    const url = new URL(String(env.MYSQL_URL));
    Object.assign(url, { username: `${prefixOf(env)}_ops`, password: 'ops' });
    env.MYSQL_URL = url.href;
  });
  afterEach(() => ops?.close());
  afterAll(async () => {
    if (engine !== 'embedded') {
      const admin = await createConnection(String(backend.env.MYSQL_URL));
      await admin.query(`drop user if exists '${prefixOf(env)}_ops'@'%'`);
      await admin.end();
    }
    await backend.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const scrape = async (): Promise<string> => (await fetch(`${ops?.url}/metrics`, { headers: { authorization: 'Bearer a-token-of-the-scraper' } })).text();
  const figure = async (name: string, task: string): Promise<number> => {
    const line = (await scrape()).split('\n').find((text) => text.startsWith(`${name}{`) && text.includes(`task="${task}"`));
    return Number(line?.slice(line.lastIndexOf(' ')));
  };
  const lastSuccess = (task: string) => figure('portal_ops_last_success_timestamp_seconds', task);
  const backups = () => join(String(env.DATA_DIR), 'backups');
  const tasks = ['backup', 'restore-drill', 'audit-verify', 'reconcile', 'keys-check'];

  it('does every task at its first start, with an account that may read alone, and says so in its metrics', async () => {
    mkdirSync(join(backups(), '2020-01-01T00-00-00'), { recursive: true });
    ops = await createOps(env, root);
    await until(async () => (await lastSuccess('keys-check')) > 0);
    for (const task of tasks) {
      expect([task, await figure('portal_ops_failed', task)]).toEqual([task, 0]);
      expect(Date.now() / 1000 - (await lastSuccess(task))).toBeLessThan(hour / 1000);
    }
    // Only one complete backup remains: the old interrupted one and the databases of the drill were removed.
    expect(readdirSync(backups())).toHaveLength(1);
    expect(readdirSync(String(env.DATA_DIR))).not.toContain('restore-drill');
    expect((await fetch(`${ops.url}/metrics`)).status).toBe(404);
  });

  it('remembers over a restart what was done', async () => {
    const before = readdirSync(backups());
    ops = await createOps(env, root, async (name) => Promise.reject(new Error(`${name} is done again`)));
    await new Promise((later) => setTimeout(later, 100));
    for (const task of tasks) expect([task, await lastSuccess(task), await figure('portal_ops_failed', task)]).toEqual([task, expect.any(Number), 0]);
    expect(readdirSync(backups())).toEqual(before);
  });

  it('does each task once, and goes on, where the disk takes nothing any more', async () => {
    const full = mkdtempSync(join(tmpdir(), 'portal-ops-full-'));
    // A folder with the name of the state file makes writing that file fail.
    mkdirSync(join(full, 'ops.json.new'));
    const did: string[] = [];
    ops = await createOps({ ...env, DATA_DIR: full }, root, async (task) => Boolean(did.push(task)));
    await until(async () => (await lastSuccess('keys-check')) > 0);
    expect(did).toEqual(tasks);
    rmSync(full, { recursive: true });
  });

  it('counts a task as failed that cannot take its lock', async () => {
    const locked = mkdtempSync(join(tmpdir(), 'portal-ops-locked-'));
    // A folder with the name of the lock makes taking it fail.
    mkdirSync(join(locked, 'task.lock'));
    ops = await createOps({ ...env, DATA_DIR: locked }, root, async () => true);
    await until(async () => (await figure('portal_ops_failed', 'keys-check')) === 1);
    for (const task of tasks) expect([task, await figure('portal_ops_failed', task), await lastSuccess(task)]).toEqual([task, 1, 0]);
    rmSync(locked, { recursive: true });
  });

  it('leaves a due task to the next look while a command runs one', async () => {
    const busy = mkdtempSync(join(tmpdir(), 'portal-ops-busy-'));
    const did: string[] = [];
    await withTaskLock(busy, 'backup', async () => {
      ops = await createOps({ ...env, DATA_DIR: busy }, root, async (task) => Boolean(did.push(task)));
      await new Promise((later) => setTimeout(later, 100));
    });
    for (const task of tasks) expect([task, await figure('portal_ops_failed', task), await lastSuccess(task)]).toEqual([task, 0, 0]);
    expect([did, readdirSync(busy)]).toEqual([[], ['task.lock']]);
    rmSync(busy, { recursive: true });
  });

  it('counts what a command has done, in its metrics and in its schedule', async () => {
    const shared = mkdtempSync(join(tmpdir(), 'portal-ops-shared-'));
    const did: string[] = [];
    const place = { root, dataDir: shared, keep: 7 };
    // Before the start: the schedule does only the other tasks.
    await runTask('keys-check', env, place, undefined, async () => true);
    ops = await createOps({ ...env, DATA_DIR: shared }, root, async (task) => did.push(task) < tasks.length - 1);
    await until(async () => did.length === tasks.length - 1);
    await until(async () => (await figure('portal_ops_failed', 'reconcile')) === 1);
    expect(did).not.toContain('keys-check');
    expect(await lastSuccess('keys-check')).toBeGreaterThan(0);
    // While it runs: a command repeats the task that has failed, and another one fails.
    expect(await lastSuccess('reconcile')).toBe(0);
    await runTask('reconcile', env, place, undefined, async () => true);
    expect([await figure('portal_ops_failed', 'reconcile'), Date.now() / 1000 - (await lastSuccess('reconcile')) < 60]).toEqual([0, true]);
    const backedUp = await lastSuccess('backup');
    await expect(runTask('backup', env, place, undefined, () => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full');
    expect([await figure('portal_ops_failed', 'backup'), await lastSuccess('backup')]).toEqual([1, backedUp]);
    rmSync(shared, { recursive: true });
  });

  it("tells how old the newest dump of Keycloak's database is", async () => {
    const shared = mkdtempSync(join(tmpdir(), 'portal-ops-dumps-'));
    const dumps = join(shared, 'dumps');
    ops = await createOps({ ...env, DATA_DIR: shared, KEYCLOAK_DUMPS: dumps }, root, async () => true);
    const newest = async (): Promise<number> => Number(/^portal_ops_keycloak_dump_timestamp_seconds\S* (\S+)$/m.exec(await scrape())?.[1]);
    expect(await newest()).toBe(0);
    mkdirSync(dumps);
    expect(await newest()).toBe(0);
    // The clock was ahead when the first one was made.
    for (const name of ['2999-05-03T00-10-20.sql.gz', '2026-05-03T00-10-20.sql.gz', '2026-05-02T00-10-20.sql.gz', '.unfinished', 'of-the-operator.sql.gz'])
      writeFileSync(join(dumps, name), '');
    expect(await newest()).toBe(at('2026-05-03T00:10:20') / 1000);
    rmSync(shared, { recursive: true });
  });

  it('tells how old the newest copied backup is, which nothing but a command of the operator says', async () => {
    const shared = mkdtempSync(join(tmpdir(), 'portal-ops-copied-'));
    const copied = async (): Promise<number> => Number(/^portal_ops_copied_backup_timestamp_seconds\S* (\S+)$/m.exec(await scrape())?.[1]);
    const backUp = (name: string, isComplete: boolean): void => {
      mkdirSync(join(shared, 'backups', name), { recursive: true });
      if (isComplete) writeFileSync(join(shared, 'backups', name, 'manifest.json'), '{}');
    };
    backUp('2026-05-03T01-00-00', false);
    expect(() => newestBackupName(shared)).toThrow(`${join(shared, 'backups')} holds no finished backup.`);
    ops = await createOps({ ...env, DATA_DIR: shared }, root, async () => true);
    await until(async () => (await lastSuccess('keys-check')) > 0);
    expect(await copied()).toBe(0);
    // Without KEYCLOAK_DUMPS, as on a cluster, ops knows of no dumps.
    expect(await scrape()).not.toContain('portal_ops_keycloak_dump');
    backUp('2026-05-03T01-00-00', true);
    backUp('2026-05-04T01-00-00', false);
    const newest = newestBackupName(shared);
    expect(newest).toBe('2026-05-03T01-00-00');
    // A backup that is completed during the copy does not count as copied.
    backUp('2026-05-04T01-00-00', true);
    recordCopy(shared, newest);
    expect(await copied()).toBe(at('2026-05-03T01:00:00') / 1000);
    backUp('2026-05-05T01-00-00', false);
    for (const name of [undefined, '', '2026-05-05T01-00-00', '2026-05-02T01-00-00', '..'])
      expect(() => recordCopy(shared, name)).toThrow('the name that the command newest-backup printed before the copy began');
    expect(await copied()).toBe(at('2026-05-03T01:00:00') / 1000);
    // The clock was ahead when this one was made.
    backUp('2999-05-03T01-00-00', true);
    recordCopy(shared, '2999-05-03T01-00-00');
    expect(await copied()).toBe(0);
    rmSync(shared, { recursive: true });
  });

  it('tells of a backup that cannot be restored', async () => {
    const [name = ''] = readdirSync(backups());
    appendFileSync(join(backups(), name, 'databases/declarations/audit_record.ndjson.gz'), 'x');
    // The drill is due every minute.
    const state = join(String(env.DATA_DIR), 'ops.json');
    rmSync(state);
    ops = await createOps({ ...env, BACKUP_AT: '0 0 1 1 *' }, root, async (task, ...others) => task !== 'backup' && performTask(task, ...others));
    await until(async () => (await figure('portal_ops_duration_seconds', 'keys-check')) > 0);
    expect([await figure('portal_ops_failed', 'restore-drill'), await lastSuccess('restore-drill')]).toEqual([1, 0]);
  });
});
