import { root } from '../build/lib/paths.mjs';
import { findChromium } from '../dev/lib/chromium.mjs';
import { readOptions } from '../dev/lib/options.mjs';
import { run } from '../dev/lib/run.mjs';
import { runTool } from '../dev/lib/tool.mjs';

const usage = `npm run load            a realistic mix of calls; then everything that the portal acknowledged is read again and compared
  --seconds 60          how long
  --connections 16      calls at the same time
  --url <address>       a portal that runs; without it one is started, each part a process, on its own MariaDB and Redis
  --credentials <file>  what the staff of that portal signs in with
In place of the calls:
  --traces <steps>      random traces of actions; each answer is held against WORKFLOWS.md
  --publishes <versions>    versions of an area are published while --browsers 20 fill in its form
  --opening-day <minutes>   --times 10 times as many people come as the portal can serve, of whom --waiting 50000 wait at the same time
  --seed <cases>        fills the portal that npm start would start with made up cases`;
const { values } = readOptions(usage, {
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '16' },
    url: { type: 'string' },
    credentials: { type: 'string' },
    seed: { type: 'string' },
    traces: { type: 'string' },
    publishes: { type: 'string' },
    browsers: { type: 'string', default: '20' },
    'opening-day': { type: 'string' },
    times: { type: 'string', default: '10' },
    waiting: { type: 'string', default: '50000' },
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
if (values.publishes !== undefined && !(Number(values.publishes) > 0 && Number(values.browsers) > 0)) {
  console.error('Use: npm run load -- --publishes 200 --browsers 20');
  process.exit(2);
}
const rush = { minutes: Number(values['opening-day'] ?? 0), times: Number(values.times), waiting: Number(values.waiting) };
if (values['opening-day'] !== undefined && !(rush.minutes > 0 && rush.times > 0 && rush.waiting > 0)) {
  console.error('Use: npm run load -- --opening-day 10 --times 10 --waiting 50000');
  process.exit(2);
}
await runTool(async () => {
  if (values.publishes) {
    const env = { PUBLISHES: values.publishes, BROWSERS: values.browsers, CHROMIUM_PATH: (await findChromium()) ?? '' };
    const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', '--project=publishes'];
    const { code } = await run(process.execPath, playwright, { env });
    return code === 0;
  }
  if (rush.minutes) {
    const { runOpeningDay } = await import('@portal/load/opening-day');
    return runOpeningDay(rush);
  }
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
