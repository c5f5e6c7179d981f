import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../dev/lib/root.mjs';
import { findPortal } from '../dev/lib/stand-in.mjs';
import { runTool } from '../dev/lib/tool.mjs';

/** `npm run restore -- <folder> [--force]`: puts a backup in the place of a portal's data. The portal must not run. Reads the portal's settings. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean', default: false } } });
if (positionals.length !== 1) {
  console.error('Use: npm run restore -- <folder> [--force]');
  process.exit(2);
}
const portal = findPortal();
if (portal) {
  // It would go on with the files that were there, and what it then writes would be gone when it ends.
  console.error(`The portal at ${portal.url} runs on this data. Stop it first.`);
  process.exit(1);
}
await runTool(async () => {
  const { restore } = await import('@portal/backup');
  process.umask(0o077);
  const environment = { ...process.env, DATA_DIR: path.resolve(root, process.env.DATA_DIR || '.data') };
  for (const note of await restore(environment, { folder: path.resolve(positionals[0]), root, force: values.force })) console.log(`Note: ${note}`);
  console.log(
    'Restored: every checksum was right, the migrations have run and the audit logs are whole. Start the portal, then run npm run payments:reconcile.',
  );
});
