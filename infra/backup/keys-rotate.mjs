import { root } from '../build/lib/paths.mjs';
import { runTool } from '../dev/lib/tool.mjs';

/**
 * `npm run keys:rotate`: encrypts personal data with the first keys of DATA_KEYS. With `-- --status` it only counts. Reads MYSQL_URL or DATA_DIR as the portal
 * does.
 */
await runTool(async () => {
  const { rotateKeys } = await import('@portal/backup/keys-rotate');
  return rotateKeys(process.env, root, process.argv.includes('--status') ? 'status' : undefined);
});
