import { join, resolve } from 'node:path';
import { loadSettings, log } from '@portal/service-kit';
import { createOps } from './ops.ts';
import { OpsSettings } from './ops-settings.ts';
import { restore } from './restore.ts';
import { backupsOf, commandSettings, runTask, type TaskName, taskNames } from './tasks.ts';

/**
 * The image `ops`. Without arguments it does every task at its time. `backup`, `restore-drill`, `audit-verify`, `reconcile` and `keys-check` do one of them now.
 * `restore <backup> [--force]` replaces the data of the portal, which must not run, with an account that owns the databases.
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
    const [name = ''] = words;
    for (const note of await restore(commandSettings(process.env), { folder: resolve(backupsOf(folder), name), root, force: words.includes('--force') }))
      console.log(`Note: ${note}`);
    console.log('Restored. Start the portal, then run reconcile.');
    return;
  }
  if (!(taskNames as readonly string[]).includes(command))
    throw new Error(`There is no command "${command}"; there are ${taskNames.join(', ')}, restore, and none to serve`);
  if (!(await runTask(command as TaskName, process.env, { root, dataDir: folder, keep: backupKeep }))) process.exitCode = 1;
  else console.log(`${command}: done${command === 'backup' ? ` in ${join(folder, 'backups')}` : ''}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
