import path from 'node:path';
import { root } from '../build/lib/paths.mjs';
import { readOptions } from '../dev/lib/options.mjs';
import { findPortal } from '../dev/lib/running-portal.mjs';
import { runTool } from '../dev/lib/tool.mjs';

const usage = `npm run restore -- <folder>   replaces a portal's data with a backup; the portal must not run
  --force               also where there is data already
  --until <moment>      goes on to a moment such as 2026-05-03T10:15:00Z with what the database server has logged since: docs/operations.md
  --skip-numbers <n>    leaves out the next <n> references of each kind, if those that were given after the backup are not known here
  --remotes             puts back the store of the areas (REMOTES_DIR), and nothing else; with --force also where something is published
  --drill               tries the backup out and replaces nothing; the portal may run
Reads the settings of the portal.`;
const { values, positionals } = readOptions(usage, {
  allowPositionals: true,
  options: {
    force: { type: 'boolean', default: false },
    drill: { type: 'boolean', default: false },
    remotes: { type: 'boolean', default: false },
    until: { type: 'string' },
    'skip-numbers': { type: 'string' },
  },
});
if (positionals.length !== 1) {
  console.error('Use: npm run restore -- <folder> [--force [--until <moment>]] [--skip-numbers <n>] | --remotes [--force] | --drill');
  process.exit(2);
}
const portal = values.drill ? undefined : findPortal();
if (portal) {
  // A running portal keeps the old files open. Everything that it wrote after the restore would be lost when it ends.
  console.error(`The portal at ${portal.url} runs on this data. Stop it first.`);
  process.exit(1);
}
await runTool(async () => {
  const { drill, momentOf, remotesFolder, restore, restoreRemotes, restoreUntil, skippedNumbers } = await import('@portal/backup');
  process.umask(0o077);
  const environment = { ...process.env, DATA_DIR: path.resolve(root, process.env.DATA_DIR || '.data'), REMOTES_DIR: process.env.REMOTES_DIR || '.remotes' };
  if (values.drill) {
    const { takenAt, rows, records, seconds } = await drill(environment, { folder: path.resolve(positionals[0]), root });
    console.log(`The backup of ${takenAt} can be restored: ${rows} rows, ${records} records of whole audit logs, in ${seconds} s. Nothing was replaced.`);
    return;
  }
  if (values.remotes) {
    const store = remotesFolder(environment, root);
    if (!store) throw new Error('The store of the areas is in a bucket (REMOTES_STORE): restore it with the tools of the bucket.');
    const count = await restoreRemotes({ folder: path.resolve(positionals[0]), store, force: values.force });
    console.log(`The store of the areas is restored: ${count} files.`);
    return;
  }
  const how = { folder: path.resolve(positionals[0]), root, force: values.force, skipNumbers: skippedNumbers(values['skip-numbers']) };
  const done = values.until ? await restoreUntil(environment, { ...how, until: momentOf(values.until) }) : { notes: await restore(environment, how) };
  if ('apply' in done && done.apply) {
    const [file, position, moment] = done.apply;
    console.log(`The backup is beside the data. Now run infra/compose/mariadb/apply-log.sh ${file} ${position} '${moment}', then this command again.`);
    return;
  }
  for (const note of done.notes) console.log(`Note: ${note}`);
  console.log(
    'Restored: every checksum was right, the migrations have run and the audit logs are whole. Start the portal, then run npm run payments:reconcile.',
  );
});
