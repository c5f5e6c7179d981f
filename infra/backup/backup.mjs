import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/lib/paths.mjs';
import { readOptions } from '../dev/lib/options.mjs';
import { runTool } from '../dev/lib/tool.mjs';

const usage = `npm run backup -- <folder> [--with-keys]   saves databases and files while the portal runs
Reads MYSQL_URL or DATA_DIR, S3_BUCKET, REMOTES_DIR and REMOTES_STORE, as the portal does. A store of the areas in a bucket is not saved.`;
const { values, positionals } = readOptions(usage, { allowPositionals: true, options: { 'with-keys': { type: 'boolean', default: false } } });
if (positionals.length !== 1) {
  console.error('Use: npm run backup -- <folder> [--with-keys]');
  process.exit(2);
}
await runTool(async () => {
  const { backUp } = await import('@portal/backup');
  const folder = path.resolve(positionals[0]);
  process.umask(0o077);
  // As the portal does. There is no such folder before anything was published.
  const remotesDir = process.env.REMOTES_DIR || (existsSync(path.join(root, '.remotes')) ? '.remotes' : undefined);
  const environment = { ...process.env, DATA_DIR: path.resolve(root, process.env.DATA_DIR || '.data'), REMOTES_DIR: remotesDir };
  const { databases, media, remotes, keys } = await backUp(environment, { folder, root, withKeys: values['with-keys'] });
  for (const [service, { tables }] of Object.entries(databases)) {
    const rows = Object.values(tables).reduce((sum, { lines }) => sum + lines, 0);
    console.log(`svc-${service}: ${rows} rows of ${Object.keys(tables).length} tables`);
  }
  console.log(`files: ${media.count}, ${media.bytes} bytes${media.removedMeanwhile ? `; ${media.removedMeanwhile} were removed while the backup ran` : ''}`);
  if (remotes) console.log(`store of the areas: ${remotes.count} files, ${remotes.bytes} bytes`);
  console.log(
    Object.keys(keys).length
      ? 'The keys are in the backup: keep it as you keep them.'
      : 'The keys (DATA_KEYS, AUDIT_KEYS, SIGNING_KEYS) are not in the backup, and without them it cannot be read: keep them apart, or use --with-keys.',
  );
  console.log(`The backup is in ${folder}`);
});
