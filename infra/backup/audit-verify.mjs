import { root } from '../build/lib/paths.mjs';
import { readOptions } from '../dev/lib/options.mjs';
import { runTool } from '../dev/lib/tool.mjs';

const usage = `npm run audit:verify    verifies the audit log of every service, and compares it with the heads of the witness
  --accept-earlier-version <why>    first accepts records that an earlier version has written
Reads MYSQL_URL or DATA_DIR, AUDIT_KEYS, WITNESS_URL and WITNESS_TOKEN as the portal does.`;
const { values } = readOptions(usage, { options: { 'accept-earlier-version': { type: 'string' } } });
await runTool(async () => {
  const { acceptEarlierVersions, verifyAudits } = await import('@portal/backup/audit-verify');
  if (values['accept-earlier-version']) await acceptEarlierVersions(process.env, root, values['accept-earlier-version']);
  return verifyAudits(process.env, root);
});
