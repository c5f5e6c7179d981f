import { install } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

/** `npm run payments:reconcile`, daily: receipts without a document and documents paid without a receipt. Reads MYSQL_URL or DATA_DIR as the portal does. */
await install();
const { build } = await import('../build/build.mjs');
await build({ only: ['backend'] });
const { reconcile } = await import('./dist/src/reconcile.js');
process.exit((await reconcile(process.env, root)) ? 0 : 1);
