import { build } from '../build/build.mjs';
import { root } from '../build/lib/paths.mjs';
import { findChromium } from '../dev/lib/chromium.mjs';
import { readOptions } from '../dev/lib/options.mjs';
import { run } from '../dev/lib/run.mjs';
import { runTool } from '../dev/lib/tool.mjs';

const usage = `npm run load            a realistic mix of calls; then everything that the portal acknowledged is read again and compared
  --seconds 60          how long, or until SIGTERM
  --connections 16      calls at the same time
  --url <address>       a portal that runs; without it one is started, each part a process, on its own MariaDB and Redis
  --credentials <file>  what the staff of that portal signs in with
In place of the calls:
  --traces <steps>      random traces of actions; each answer is held against WORKFLOWS.md
  --publishes <versions>    versions of an area are published, and --shells 20 releases of the shell are put in, while --browsers 20 fill in its form
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
    shells: { type: 'string', default: '20' },
    'opening-day': { type: 'string' },
    times: { type: 'string', default: '10' },
    waiting: { type: 'string', default: '50000' },
  },
});

/** Returns the number that an option gives; 0 if the option is not given. @param {keyof typeof values} name @param {(number: number) => boolean} [fits] */
function numberOf(name, fits = (number) => number > 0) {
  const text = values[name];
  if (text === undefined || fits(Number(text))) return Number(text ?? 0);
  console.error(`--${name} ${text} is not possible.\n\n${usage}`);
  process.exit(2);
}
const options = { seconds: numberOf('seconds'), connections: numberOf('connections'), url: values.url, credentials: values.credentials };
const cases = numberOf('seed', (number) => Number.isInteger(number) && number > 0 && number <= 1_000_000);
const steps = numberOf('traces', (number) => Number.isInteger(number) && number > 0);
const [publishes, browsers, shells] = [numberOf('publishes'), numberOf('browsers'), numberOf('shells', (number) => Number.isInteger(number) && number >= 0)];
const rush = { minutes: numberOf('opening-day'), times: numberOf('times'), waiting: numberOf('waiting') };
await runTool(async () => {
  const { measuredNow } = await import('@portal/load/measured');
  if (!cases) console.log(`Measured ${measuredNow()}`);
  if (publishes) {
    await build();
    const env = { PUBLISHES: String(publishes), BROWSERS: String(browsers), SHELLS: String(shells), CHROMIUM_PATH: (await findChromium()) ?? '' };
    const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', '--project=publishes'];
    const { code } = await run(process.execPath, playwright, { env });
    return code === 0;
  }
  if (rush.minutes) {
    const { runOpeningDay } = await import('@portal/load/opening-day');
    return runOpeningDay(rush);
  }
  if (steps) {
    const { runTracesAlone } = await import('@portal/load/traces/run-traces');
    return runTracesAlone({ ...options, steps });
  }
  if (cases) {
    const { runSeed } = await import('@portal/dev/demo');
    return runSeed(root, cases);
  }
  const { runLoad } = await import('@portal/load/run-load');
  return runLoad(options);
});
