import { at } from '../build/lib/paths.mjs';
import { run } from '../dev/lib/run.mjs';
import { outOfDate, patches } from './lib/out-of-date.mjs';

/**
 * `npm run check -- spec-rows`: removes the behaviour of rows of docs/spec.md, one patch at a time. The test that the row names must fail with the patch and
 * pass without it. No file is changed: the patch is applied while the test compiles the file.
 *
 *     node infra/mutants/spec-rows.mjs [part of a row's name …]
 */
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
/** @param {string} file @param {string} title @param {{ file: string, find: string, replace: string }} patch */
const jest = async (file, title, patch) => {
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[a-zA-Z]/g, '.*');
  const { code, output } = await run(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--config', 'infra/mutants/spec-rows.jest.mjs', '-i', '--runTestsByPath', file, '-t', `${pattern}$`],
    { quiet: true, env: { TEST_MYSQL_URL: '', ...(process.env.TEST_PREFIX ? { TEST_PREFIX: process.env.TEST_PREFIX } : {}), PATCH: JSON.stringify(patch) } },
  );
  return { failed: code !== 0, ran: !/Tests:.*\b0 total/.test(output) && !/Tests:\s+\d+ skipped, \d+ total/.test(output), output };
};

const faults = outOfDate();
for (const patch of patches) {
  const { row } = patch;
  if (wanted.length && !wanted.some((part) => row.includes(part))) continue;
  const [file, title] = patch.test.split(/ › (.*)/s);
  const sound = await jest(file, title, { file: '', find: '', replace: '' });
  const broken = await jest(file, title, { ...patch, file: at(patch.file) });
  if (sound.failed || !sound.ran) faults.push(`${row}: ${patch.test} does not pass without the patch\n${sound.output.slice(-1_500)}`);
  else if (!broken.failed) faults.push(`${row}: ${patch.test} passes although the behaviour is removed`);
  else console.log(`ok     ${row}: ${patch.test}`);
}
for (const fault of faults) console.error(`FAULT  ${fault}`);
process.exitCode = faults.length ? 1 : 0;
