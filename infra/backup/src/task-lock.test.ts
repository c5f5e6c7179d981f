import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configureLog } from '@portal/service-kit';
import { until } from '@portal/service-kit/testing';
import { afterOtherTasks, OtherTaskRuns, withTaskLock } from './task-lock.ts';
import { runTask } from './tasks.ts';

describe('tasks of several processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-task-lock-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('run one after the other, and say which one they wait for', async () => {
    let end = (): void => undefined;
    const backup = withTaskLock(folder, 'backup', () => new Promise<void>((resolve) => (end = resolve)));
    await expect(withTaskLock(folder, 'restore-drill', async () => true)).rejects.toThrow(/^backup has been running since 20\d\d-/);
    const told: string[] = [];
    const restore = afterOtherTasks(
      () => withTaskLock(folder, 'restore', async () => 'restored'),
      (line) => told.push(line),
    );
    await until(async () => told.length > 0);
    end();
    await backup;
    expect([await restore, told]).toEqual([
      'restored',
      [expect.stringMatching(/^backup has been running since .*Z\. This command waits until it has ended\.$/)],
    ]);
    await expect(withTaskLock(folder, 'backup', () => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full');
  });

  it('go on when the process that had the lock was killed', async () => {
    const holds = `const lock = new (require('libsql'))(process.argv[1]); lock.exec('begin immediate'); console.log('held'); setInterval(() => lock, 1000)`;
    const other = spawn(process.execPath, ['-e', holds, join(folder, 'task.lock')], { cwd: __dirname, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    await expect(withTaskLock(folder, 'backup', async () => true)).rejects.toThrow(OtherTaskRuns);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(await withTaskLock(folder, 'backup', async () => true)).toBe(true);
  });

  it('run where the disk takes nothing any more, once the lock has its page, and say what to delete where it has not', async () => {
    configureLog('silent', 'ops');
    const full = mkdtempSync(join(folder, 'full-'));
    // A folder with the name of a file makes writing that file fail.
    mkdirSync(join(full, 'task-running.json'));
    expect(await withTaskLock(full, 'backup', async () => 'done')).toBe('done');
    // SQLite writes its first page by a file of this name.
    mkdirSync(join(full, 'task.lock-journal'));
    expect(await withTaskLock(full, 'backup', async () => 'done again')).toBe('done again');
    rmSync(join(full, 'task.lock'));
    mkdirSync(join(full, 'task.lock'));
    await expect(withTaskLock(full, 'backup', async () => 'not done')).rejects.toThrow(
      /^No task can run: .*task\.lock cannot be written \(.*\)\. If the disk is full, delete the folders in .*backups without manifest\.json, or the oldest backup\.$/,
    );
  });

  it('leave alone a backup that another process writes', async () => {
    const written = join(folder, 'backups', '2026-05-03T01-00-00');
    mkdirSync(written, { recursive: true });
    writeFileSync(join(written, 'media.ndjson.gz'), 'half of it');
    const place = { root: folder, dataDir: folder, keep: 7 };
    await withTaskLock(folder, 'backup', async () => {
      await expect(runTask('backup', {}, place)).rejects.toThrow(OtherTaskRuns);
    });
    expect([existsSync(written), readdirSync(written)]).toEqual([true, ['media.ndjson.gz']]);
  });
});
