import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { at, filesBelow, foldersWith, root } from '../build/lib/paths.mjs';
import { findMutants, instrument } from './lib/find.mjs';
import { readAccepted, report } from './lib/report.mjs';

/**
 * `npm run check -- mutants`: changes one rule of a contract or a workflow table at a time and runs the unit tests of its
 * service. A change that no test detects has survived. Survivors must be listed in docs/mutants.md with a reason.
 *
 *     node infra/mutants/mutants.mjs [part of a file's path or of a mutant's name …]
 */
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/** The sources below a folder with one of these endings. @param {string} folder @param {string[]} endings */
const sourcesBelow = (folder, ...endings) =>
  filesBelow(at(folder))
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .map((file) => `${folder}/${file}`);

/** The files that are mutated, and the tests that must detect it. */
const mutatedFiles = () =>
  foldersWith('svc-').flatMap((service) => {
    const contract = sourcesBelow(`${service}/contract`, '.ts');
    const tableTests = sourcesBelow(`${service}/src`, '.workflow.test.ts', '.table.test.ts');
    const contractTests = contract.filter((file) => file.endsWith('.test.ts'));
    return [
      ...contract.filter((file) => !contractTests.includes(file)).map((file) => ({ file, tests: [...contractTests, ...tableTests] })),
      ...(contract.length ? sourcesBelow(`${service}/src`, '.workflow.ts') : []).map((file) => ({ file, tests: tableTests })),
    ];
  });

/** A mutant that takes longer, in milliseconds, runs in an endless loop: it counts as detected. */
const limit = 30_000;

/**
 * @typedef {{ id: number, tests: string[] }} Trial the files of the tests that must notice a mutant
 * @typedef {{ switched: Record<string, string>, trials: Trial[] }} Order sources with switches by file, and what to try
 * @typedef {{ begun?: number, id?: number, noticed?: string, message?: string, done?: true }} TrialMessage a trial that begins or ends, or the end of all
 */

/**
 * Runs the tests of each mutant.
 * @param {Trial[]} trials @param {Order['switched']} switched
 * @returns the failures by the mutant's id
 */
async function failuresOf(trials, switched) {
  /** @type {Map<number, { test: string, message?: string }>} */
  const failures = new Map();
  const done = new Set();
  const left = () => trials.filter(({ id }) => !done.has(id));
  while (left().length)
    await new Promise((resolve, reject) => {
      const child = fork(at('infra/mutants/lib/trial.mjs'), [], {
        cwd: root,
        execArgv: ['--conditions=source', '--no-warnings'],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      let said = '';
      /** @type {number | undefined} */
      let running;
      /** @type {NodeJS.Timeout | undefined} */
      let timer;
      child.stderr?.on('data', (chunk) => {
        said += chunk;
      });
      child.on('message', (value) => {
        const { begun, id, noticed, message } = /** @type {TrialMessage} */ (value);
        clearTimeout(timer);
        if (begun !== undefined) {
          running = begun;
          timer = setTimeout(() => child.kill('SIGKILL'), limit);
        } else if (id === undefined) child.disconnect();
        else {
          done.add(id);
          if (noticed) failures.set(id, { test: noticed, message });
        }
      });
      child.on('error', reject);
      child.on('exit', (_code, signal) => {
        clearTimeout(timer);
        if (!left().length) return resolve(undefined);
        if (running === undefined || done.has(running)) return reject(new Error(`The tests could not be run:\n${said.slice(-3_000)}`));
        done.add(running);
        failures.set(running, { test: 'time limit', message: signal ? 'does not end' : said.slice(-1_000) });
        resolve(undefined);
      });
      child.send({ switched, trials: left() });
    });
  return failures;
}

try {
  const began = Date.now();
  const mutated = mutatedFiles();
  const all = mutated
    .flatMap(({ file, tests }) => findMutants(file, readFileSync(at(file), 'utf8')).map((mutant) => ({ ...mutant, file, tests })))
    .map((mutant, index) => ({ ...mutant, id: index + 1 }));
  const switched = Object.fromEntries(
    mutated.map(({ file }) => [
      at(file),
      instrument(
        readFileSync(at(file), 'utf8'),
        all.filter((mutant) => mutant.file === file),
      ),
    ]),
  );
  const tried = all.filter(({ file, name }) => !wanted.length || wanted.some((part) => file.includes(part) || name.includes(part)));

  // Without a mutant every test must pass: a test that fails anyway detects nothing.
  const sets = [...new Set(tried.map(({ tests }) => tests.join()))].map((tests, i) => ({
    id: -1 - i,
    tests: tests
      .split(',')
      .filter(Boolean)
      .map((file) => at(file)),
  }));
  const broken = await failuresOf(sets, switched);
  if (broken.size) throw new Error(`Tests fail without any mutant:\n${[...broken.values()].map(({ test, message }) => `${test}: ${message}`).join('\n')}`);

  const noticed = await failuresOf(
    tried.map(({ id, tests }) => ({ id, tests: tests.map((file) => at(file)) })),
    switched,
  );
  const left = tried.filter(({ id }) => !noticed.has(id));
  process.exitCode = report({ tried, left, accepted: readAccepted(), whole: !wanted.length, seconds: (Date.now() - began) / 1000 });
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}
