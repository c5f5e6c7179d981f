import { parseArgs } from 'node:util';
import { root } from '../build/lib/paths.mjs';
import { runTool } from '../dev/lib/tool.mjs';

/**
 * `npm run load`: a realistic mix of calls for a set time; then everything that the portal acknowledged is read again and compared.
 * Without `--url` it starts its own portal, each part a process, on its own MariaDB and Redis.
 * `--credentials` names a file with what the staff of that portal signs in with.
 * `--traces <steps>` instead makes random traces of actions and holds each answer against WORKFLOWS.md.
 * `--seed <cases>` instead fills the portal that `npm start` would start with made up cases.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '16' },
    url: { type: 'string' },
    credentials: { type: 'string' },
    seed: { type: 'string' },
    traces: { type: 'string' },
  },
});
const options = { seconds: Number(values.seconds), connections: Number(values.connections), url: values.url, credentials: values.credentials };
if (!(options.seconds > 0) || !(options.connections > 0)) {
  console.error('Use: npm run load -- --seconds 60 --connections 16 [--url https://portal.example.org --credentials people.json]');
  process.exit(2);
}
const cases = values.seed === undefined ? undefined : Number(values.seed);
if (cases !== undefined && !(Number.isInteger(cases) && cases > 0 && cases <= 1_000_000)) {
  console.error('Use: npm run load -- --seed 10000');
  process.exit(2);
}
const traces = values.traces === undefined ? undefined : Number(values.traces);
if (traces !== undefined && !(Number.isInteger(traces) && traces > 0)) {
  console.error('Use: npm run load -- --traces 100000 [--url http://localhost:8080]');
  process.exit(2);
}
await runTool(async () => {
  if (traces) {
    const { runTracesAlone } = await import('@portal/load/traces/run-traces');
    return runTracesAlone({ steps: traces, url: options.url });
  }
  if (cases) {
    const { runSeed } = await import('@portal/dev/demo');
    return runSeed(root, cases);
  }
  const { runLoad } = await import('@portal/load/run-load');
  return runLoad(options);
});
