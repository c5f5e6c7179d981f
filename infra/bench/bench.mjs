/**
 * Measures the portal and its baselines alternately in one run. Prints the rows as they are measured and writes docs/benchmarks.md.
 * `npm run bench [-- --only calls,lists,prints,files,pages,starts,peers] [--rounds 5] [--seconds 3] [--sizes 10000,100000,1000000]`
 * `--only` measures the named sections and keeps the others as they are in the document. The peers are content management systems that take minutes to install: a whole run measures them only with `--peers`.
 */
import { installedChromium } from '../dev/lib/chromium.mjs';
import { buildAndPublish, checkNode, install } from '../dev/lib/prepare.mjs';
import { startPart } from './lib/child.mjs';

const option = (name, fallback) => (process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : fallback);
const only = option('only', '')?.split(',').filter(Boolean);
const rounds = Number(option('rounds', 5));
const seconds = Number(option('seconds', 3));
const sizes = option('sizes', '10000,100000,1000000').split(',').map(Number);
const wanted = (name) => only.length === 0 || only.includes(name);

checkNode();
await install();
await buildAndPublish();

const { engines, place } = await import('./lib/engines.mjs');
const { Report } = await import('./lib/report.mjs');
const report = new Report({ rounds, seconds });
const part = (name) => new URL(`./parts/${name}.mjs`, import.meta.url);

async function onEngine(engine, isLast) {
  const own = place(engine);
  const services = startPart(part('services'));
  const limits = startPart(part('limits'));
  try {
    const urls = await services.call('start', own.env);
    const common = { report, engine, place: own, services, limits, urls, rounds, seconds };
    const { calls, prepareCalls } = await import('./rows/calls.mjs');
    const prepared = await prepareCalls(common);
    limits.url = prepared.bare;
    // Prints come before the thousands of registrations, because a form would wait behind all of theirs.
    if (isLast && wanted('prints')) await (await import('./rows/prints.mjs')).prints(common);
    if (isLast && wanted('files')) await (await import('./rows/files.mjs')).files(common);
    if (wanted('calls')) await calls(common, prepared);
    // A million rows take gigabytes, so they are measured on the server database only.
    if (wanted('lists'))
      await (await import('./rows/lists.mjs')).listRows({ ...common, sizes: sizes.filter((size) => engine.env.MYSQL_URL || size <= 100_000) });
  } finally {
    await services.end();
    await limits.end();
    await own.remove();
  }
}

const present = await engines();
if (present.length === 1) console.log('MySQL or Redis does not answer: only the embedded engine is measured');
if (['calls', 'lists', 'prints', 'files'].some(wanted)) for (const [i, engine] of present.entries()) await onEngine(engine, i === present.length - 1);
if (wanted('pages')) {
  const browser = installedChromium();
  if (browser) {
    process.env.CHROMIUM_PATH = browser;
    const { startPortal } = await import('./lib/portal.mjs');
    const portal = await startPortal();
    await (await import('./rows/pages.mjs')).pages({ report, portal, rounds });
    await portal.close();
  } else console.log('No Chromium on this machine: the pages are not measured');
}
if (wanted('starts')) await (await import('./rows/starts.mjs')).starts({ report, rounds });
if (only.includes('peers') || process.argv.includes('--peers')) await (await import('./rows/peers.mjs')).peers({ report, engines: present, rounds, seconds });
report.write(only.length === 0);
process.exit(0);
