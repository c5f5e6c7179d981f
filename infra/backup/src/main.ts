import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSettings, log } from '@portal/service-kit';
import { createOps } from './ops.ts';
import { OpsSettings } from './ops-settings.ts';
import { momentOf, restore, restoreUntil } from './restore.ts';
import { afterOtherTasks, withTaskLock } from './task-lock.ts';
import { backupsOf, commandSettings, runTask, type TaskName, taskNames } from './tasks.ts';

/** Does the work when no task of another process is running. */
const alone = <T>(work: () => Promise<T>): Promise<T> => afterOtherTasks(work, (line) => console.log(line));

/**
 * The entry point of the image `ops`. Without arguments it runs every task on its schedule. `backup`, `restore-drill`, `audit-verify`, `reconcile` and
 * `keys-check` each run one task, as soon as no other task is running. `restore <backup> [--force] [--until <moment>]` replaces the data of the portal. The
 * portal must not run then, and the database account must own the databases.
 */
async function main([command, ...words]: string[]): Promise<void> {
  const root = process.cwd();
  process.umask(0o077);
  if (!command) {
    const ops = await createOps(process.env, root);
    log().info({ url: ops.url }, 'listening');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void ops.close().then(() => process.exit(0)));
    return;
  }
  const { dataDir, backupKeep } = loadSettings(OpsSettings, process.env);
  const folder = resolve(root, dataDir);
  if (command === 'restore') {
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: { force: { type: 'boolean' }, until: { type: 'string' } } });
    const how = { folder: resolve(backupsOf(folder), positionals[0] ?? ''), root, force: values.force };
    const settings = commandSettings(process.env);
    const { notes, apply } = await alone(() =>
      withTaskLock(folder, 'restore', async () =>
        values.until ? restoreUntil(settings, { ...how, until: momentOf(values.until) }) : { notes: await restore(settings, how), apply: undefined },
      ),
    );
    if (apply) {
      console.log(`The backup is beside the data. Now run apply-log with ${apply[0]} ${apply[1]} '${apply[2]}', then this command again.`);
      return;
    }
    for (const note of notes) console.log(`Note: ${note}`);
    console.log('Restored. Start the portal, then run reconcile.');
    return;
  }
  if (!(taskNames as readonly string[]).includes(command))
    throw new Error(`There is no command "${command}"; there are ${taskNames.join(', ')}, restore, and none to serve`);
  if (!(await alone(() => runTask(command as TaskName, process.env, { root, dataDir: folder, keep: backupKeep })))) process.exitCode = 1;
  else console.log(`${command}: done${command === 'backup' ? ` in ${join(folder, 'backups')}` : ''}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
