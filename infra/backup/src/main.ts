import { join, resolve } from 'node:path';
import { loadSettings, log } from '@portal/service-kit';
import { newestBackupName, recordCopy } from './copies.ts';
import { createOps } from './ops.ts';
import { restoreDeployment } from './ops-restore.ts';
import { OpsSettings } from './ops-settings.ts';
import { restoreRemotesOfDeployment } from './restore-remotes.ts';
import { afterOtherTasks } from './task-lock.ts';
import { runTask, type TaskName, taskNames } from './tasks.ts';

/** Does the work when no task of another process is running. */
const alone = <T>(work: () => Promise<T>): Promise<T> => afterOtherTasks(work, (line) => console.log(line));

/**
 * The entry point of the image `ops`. Without arguments it runs every task on its schedule. `backup`, `restore-drill`, `audit-verify`, `reconcile` and
 * `keys-check` each run one task, as soon as no other task is running. `restore <backup> [--force] [--until <moment>] [--skip-numbers <number>]` replaces the
 * data of the portal. The portal must not run then, and the database account must own the databases. `restore-remotes <backup> [--force]` puts the store of the
 * areas back. `newest-backup` prints the name of the newest backup, and `copied <backup>` records that this one was copied to another machine.
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
  const say = (line: string): void => console.log(line);
  if (command === 'restore') return alone(() => restoreDeployment(words, process.env, root, say));
  if (command === 'restore-remotes') return alone(() => restoreRemotesOfDeployment(words, process.env, root, say));
  const { dataDir, backupKeep } = loadSettings(OpsSettings, process.env);
  const folder = resolve(root, dataDir);
  if (command === 'newest-backup') return say(newestBackupName(folder));
  if (command === 'copied') {
    recordCopy(folder, words[0]);
    return say(`Recorded: ${words[0]} and the backups before it were copied to another machine.`);
  }
  if (!(taskNames as readonly string[]).includes(command))
    throw new Error(`There is no command "${command}"; there are ${taskNames.join(', ')}, newest-backup, copied, restore, restore-remotes, and none to serve`);
  if (await alone(() => runTask(command as TaskName, process.env, { root, dataDir: folder, keep: backupKeep })))
    say(`${command}: done${command === 'backup' ? ` in ${join(folder, 'backups')}` : ''}`);
  else process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
