import { availableParallelism } from 'node:os';
import { foldersWith } from '../build/lib/paths.mjs';
import { checkNode, install } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

/**
 * `npm run check`: checks the project without running it. All checks run, and then all faults are shown. `npm run check -- <name> …` runs only the named
 * checks; some take too long to run every time.
 */
const write = process.argv.includes('--write');
const sources = ['packages', 'shell', 'infra', 'e2e', ...foldersWith('svc-'), ...foldersWith('mf-')];

/** Title and command of each check. @type {[string, string[]][]} */
const checks = [
  ['types', ['node_modules/typescript-7/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo']],
  ['style', ['node_modules/@biomejs/biome/bin/biome', 'check', '--colors=off', ...(write ? ['--write'] : [])]],
  ['boundaries', ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', ...sources]],
  ['dead code', ['node_modules/knip/bin/knip.js', '--no-progress']],
  ['generated files', ['infra/dev/check-generated.mjs', ...(write ? ['--write'] : [])]],
  ['deployment', ['infra/dev/check-deployment.mjs']],
  ['openapi', ['infra/dev/check-openapi.mjs']],
  ['languages', ['infra/dev/check-languages.mjs', ...(write ? ['--write'] : [])]],
  ['specification', ['infra/dev/check-spec.mjs']],
  ['where', ['infra/dev/check-where.mjs']],
  ['asvs', ['infra/dev/check-asvs.mjs', ...(write ? ['--write'] : [])]],
  ['links', ['infra/dev/check-links.mjs']],
  ['dependencies', ['infra/dev/check-dependencies.mjs']],
];
/** Checks that take many minutes. They run only if they are named. @type {[string, string[]][]} */
const onRequest = [
  ['mutants', ['infra/mutants/mutants.mjs']],
  ['spec-rows', ['infra/mutants/spec-rows.mjs']],
];

try {
  checkNode();
  await install();
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exit(1);
}
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
/** @type {{ name: string, output: string }[]} */
const failures = [];
const chosen = wanted.length ? [...checks, ...onRequest].filter(([title]) => wanted.includes(title)) : checks;

/** @param {[string, string[]]} check */
async function runCheck([name, args]) {
  const began = Date.now();
  const { code, output } = await run(process.execPath, args, { quiet: !onRequest.some(([title]) => title === name) });
  console.log(`${code ? 'FAULTS' : 'ok    '}  ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  // Lines that begin with "Left out:" name what a check could not examine. They are shown even if the check passes.
  for (const line of output.split('\n').filter((text) => text.startsWith('Left out:'))) console.log(`        ${line}`);
  if (code) failures.push({ name, output });
}

// One check runs per core, the longest first. With --write the checks run one by one, because they change files.
const waiting = [...chosen];
const runInTurn = async () => {
  for (let check = waiting.shift(); check; check = waiting.shift()) await runCheck(check);
};
await Promise.all(Array.from({ length: write ? 1 : availableParallelism() }, runInTurn));

for (const { name, output } of failures) console.error(`\n── ${name} ──\n${output.trim()}`);
process.exit(failures.length ? 1 : 0);
