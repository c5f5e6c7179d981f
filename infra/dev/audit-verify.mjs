import { parseArgs } from 'node:util';
import { root } from './lib/root.mjs';
import { runTool } from './lib/tool.mjs';

/**
 * `npm run audit:verify`: proves the audit log of every service, also against the heads of the witness. Reads MYSQL_URL or DATA_DIR, AUDIT_KEYS, WITNESS_URL and
 * WITNESS_TOKEN as the portal does. `-- --accept-earlier-version "why"` first lets records be taken that an earlier version has written.
 */
const { values } = parseArgs({ options: { 'accept-earlier-version': { type: 'string' } } });
await runTool(async () => {
  const { acceptEarlierVersions, verifyAudits } = await import('@portal/dev/audit-verify');
  if (values['accept-earlier-version']) await acceptEarlierVersions(process.env, root, values['accept-earlier-version']);
  return verifyAudits(process.env, root);
});
