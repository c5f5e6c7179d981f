import { install } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

/** `npm run keys:rotate`: seals personal data with the first keys of DATA_KEYS; `-- --status` only counts. Reads MYSQL_URL or DATA_DIR as the portal does. */
await install();
const { build } = await import('../build/build.mjs');
await build({ only: ['backend'] });
const { rotateKeys } = await import('./dist/src/keys-rotate.js');
try {
  process.exit((await rotateKeys(process.env, root, process.argv.includes('--status') ? 'status' : undefined)) ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
