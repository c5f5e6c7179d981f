import { parseArgs } from 'node:util';
import { install } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

/**
 * `npm run audit:verify`: proves the audit log of every service, also against the heads of the witness. Reads MYSQL_URL or DATA_DIR, AUDIT_KEYS, WITNESS_URL and
 * WITNESS_TOKEN as the portal does. `-- --accept-earlier-version "why"` first lets records be taken that an earlier version has written.
 */
const { values } = parseArgs({ options: { 'accept-earlier-version': { type: 'string' } } });
await install();
const { build } = await import('../build/build.mjs');
await build({ only: ['backend'] });
const { acceptEarlierVersions, verifyAudits } = await import('./dist/src/audit-verify.js');
if (values['accept-earlier-version']) await acceptEarlierVersions(process.env, root, values['accept-earlier-version']);
process.exit((await verifyAudits(process.env, root)) ? 0 : 1);
