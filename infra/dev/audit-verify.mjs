import { install } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

/** `npm run audit:verify`: walks the audit chain of every service. Reads MYSQL_URL or DATA_DIR as the portal does. */
await install();
const { build } = await import('../build/build.mjs');
await build({ only: ['backend'] });
const { verifyAudits } = await import('./dist/src/audit-verify.js');
process.exit((await verifyAudits(process.env, root)) ? 0 : 1);
