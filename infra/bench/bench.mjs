import { root } from '../build/lib/paths.mjs';
import { installedChromium } from '../dev/lib/chromium.mjs';
import { readOptions } from '../dev/lib/options.mjs';
import { buildAndPublish, checkNode, install } from '../dev/lib/prepare.mjs';
import { findMysql, findRedis } from '../dev/lib/servers.mjs';

const usage = `npm run bench           measures the portal and its baselines alternately, prints the rows, and writes docs/benchmarks.md
  --only <sections>     measures these and keeps the others as they are in the document: calls,groups,officers,lanes,lists,searches,prints,files,messages,
                        desk,gate,pages,offline,passport,seals,starts
  --rounds 5 --seconds 3    how often, and for how long
  --sizes 10000,100000,1000000    rows of the lists
Every filter and order of the lists takes an hour for a million rows of each kind, so searches is measured only where it is named:
  --kinds arrival,departure,licence,trip,receipt,due    its lists
  --keep <folder>       its databases stay there for the next run`;
const { values } = readOptions(usage, {
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    kinds: { type: 'string', default: 'arrival,departure,licence,trip,receipt,due' },
    keep: { type: 'string' },
    sizes: { type: 'string', default: '10000,100000,1000000' },
  },
});
/** @param {string} text */
const list = (text) => text.split(',').filter(Boolean);

checkNode();
await install();
await buildAndPublish();
// The benchmarks name files by their path relative to the project's folder.
process.chdir(root);
process.env.CHROMIUM_PATH = installedChromium() ?? '';
process.env.TEST_MYSQL_URL = await findMysql();
process.env.TEST_REDIS_URL = await findRedis();
const { runBenchmarks } = await import('@portal/bench/run-benchmarks');
const only = list(values.only);
/** Number of the first photo. None of these photos was looked at while the reader was developed. */
const firstPhoto = 100_001;
/** Reads photos of passports. Each photo is made and read when its result is asked for. */
const passports = async () => {
  (await import('./typescript-hook.mjs')).allowTypescript();
  const { trials } = await import('@portal/web-kit/passport-testing');
  return trials(firstPhoto, 1_000, new Date().toISOString().slice(0, 10));
};
await runBenchmarks({
  only,
  passports: only.length === 0 || only.includes('passport') ? await passports() : undefined,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  sizes: list(values.sizes).map(Number),
  kinds: /** @type {import('@portal/bench/rows/offered').SearchedKind[]} */ (list(values.kinds)),
  keep: values.keep,
});
process.exit(0);
