import { at, readJson } from '../build/lib/paths.mjs';
import { auditFaults, integrityFaults, licenceFaults } from './lib/dependencies.mjs';
import { run } from './lib/run.mjs';

/** Checks the packages that run in production: they must have no known high or critical vulnerability, and licences that require no more than a notice. */
const allowed = readJson(at('infra/dev/dependencies-allowed.json'));

const { output } = await run('npm', ['audit', '--omit=dev', '--audit-level=high', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], { quiet: true });
let report;
try {
  // npm prints warnings before and after the report.
  report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
} catch {
  report = undefined;
}
const vulnerabilities = auditFaults(report, allowed.advisories, new Date().toISOString().slice(0, 10));
if (!vulnerabilities) console.log('Left out: known vulnerabilities of the dependencies (the registry has no audit service or does not answer)');
const lock = readJson(at('package-lock.json'));
const faults = [...(vulnerabilities ?? []), ...licenceFaults(lock, allowed.licences), ...integrityFaults(lock)];
for (const fault of faults) console.error(fault);
process.exit(faults.length ? 1 : 0);
