import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Environment, loadSettings } from '@portal/service-kit';
import { remotesFile } from './manifest.ts';
import { OpsSettings } from './ops-settings.ts';
import { skippedNumbers } from './raise-counters.ts';
import { registryFile, remotesFolder } from './remotes-store.ts';
import { momentOf, restore, restoreUntil } from './restore.ts';
import { withTaskLock } from './task-lock.ts';
import { backupsOf, commandSettings } from './tasks.ts';

/**
 * The command `restore <backup> [--force] [--until <moment>] [--skip-numbers <number>]` of the image `ops`.
 * @param say prints a line
 * @throws OtherTaskRuns while another process runs a task, Error that says why the backup was not restored
 */
export async function restoreDeployment(words: string[], environment: Environment, root: string, say: (line: string) => void): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { force: { type: 'boolean' }, until: { type: 'string' }, 'skip-numbers': { type: 'string' } },
  });
  const dataDir = resolve(root, loadSettings(OpsSettings, environment).dataDir);
  // The services have their keys in files of their own, and `ops` has only those that its settings name.
  const skipNumbers = skippedNumbers(values['skip-numbers']);
  const how = { folder: resolve(backupsOf(dataDir), positionals[0] ?? ''), root, force: values.force, onlyNamedKeys: true, skipNumbers };
  const settings = commandSettings(environment);
  const { notes, apply } = await withTaskLock(dataDir, 'restore', async () =>
    values.until ? restoreUntil(settings, { ...how, until: momentOf(values.until) }) : { notes: await restore(settings, how), apply: undefined },
  );
  if (apply) return say(`The backup is beside the data. Now run apply-log with ${apply[0]} ${apply[1]} '${apply[2]}', then this command again.`);
  const store = remotesFolder(environment, root);
  // With an empty store, the next start would publish the screens of the images, also of an area that was stopped or rolled back.
  if (store && !existsSync(join(store, registryFile)) && existsSync(remotesFile(how.folder, registryFile)))
    notes.push(`the store of the areas is empty: before the portal starts, run restore-remotes ${basename(how.folder)}`);
  for (const note of notes) say(`Note: ${note}`);
  say('Restored. Start the portal, then run reconcile.');
}
