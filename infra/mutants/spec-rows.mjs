import { readFileSync } from 'node:fs';
import { at } from '../build/lib/paths.mjs';
import { run } from '../dev/lib/run.mjs';
import { patches } from './lib/spec-patches.mjs';
import { drawn } from './lib/spec-table.mjs';

/**
 * `npm run check -- spec-rows`: 40 random rows of docs/spec.md, each with a patch that removes its behaviour. A test that the row names must
 * fail with the patch and pass without it. No file is changed: the patch is applied while the test compiles the file.
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

let faults = 0;
/** @param {string} key @param {string} what */
const fault = (key, what) => {
  faults += 1;
  console.error(`FAULT  ${key}: ${what}`);
};
for (const { key, tests } of drawn(40)) {
  if (wanted.length && !wanted.some((part) => key.includes(part))) continue;
  const patch = patches[key];
  if (!patch) {
    fault(key, 'was selected and has no patch');
    continue;
  }
  if ('journey' in patch) {
    console.log(`left   ${key}: ${patch.journey}`);
    continue;
  }
  const [file, title] = patch.test.split(/ › (.*)/s);
  if (!tests.includes(patch.test)) fault(key, `does not name ${patch.test}`);
  else if (!readFileSync(at(patch.file), 'utf8').includes(patch.find)) fault(key, `${patch.file} does not contain the text that the patch replaces`);
  else {
    const sound = await jest(file, title, { file: '', find: '', replace: '' });
    const broken = await jest(file, title, { ...patch, file: at(patch.file) });
    if (sound.failed || !sound.ran) fault(key, `${patch.test} does not pass without the patch\n${sound.output.slice(-1_500)}`);
    else if (!broken.failed) fault(key, `${patch.test} passes although the behaviour is removed`);
    else console.log(`ok     ${key}: ${patch.test}`);
  }
}
process.exitCode = faults ? 1 : 0;
