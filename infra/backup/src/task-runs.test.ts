import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TaskRuns } from './task-runs.ts';

it('the runs of two processes do not replace each other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-task-runs-'));
  try {
    const [schedule, command] = [new TaskRuns(folder), new TaskRuns(folder)];
    await schedule.record('backup', async () => true);
    const first = schedule.last('backup');
    await command.record('reconcile', async () => false);
    await schedule.record('keys-check', async () => true);
    for (const process of [schedule, command, new TaskRuns(folder)]) {
      expect(process.last('backup')).toEqual(first);
      expect(process.last('reconcile')).toMatchObject({ failed: true, succeededAt: 0 });
      expect(process.last('keys-check')).toMatchObject({ failed: false });
      expect(process.last('restore-drill')).toBeUndefined();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
