import { fork } from 'node:child_process';
import { at, filesBelow, foldersWith, root } from '../../build/lib/paths.mjs';

/** Returns the sources below a folder that have one of these endings. @param {string} folder @param {string[]} endings */
const sourcesBelow = (folder, ...endings) =>
  filesBelow(at(folder))
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .map((file) => `${folder}/${file}`);

/** Returns the files that are mutated, each with the tests that must detect the mutants. */
export const mutatedFiles = () =>
  foldersWith('svc-').flatMap((service) => {
    const contract = sourcesBelow(`${service}/contract`, '.ts');
    const tableTests = sourcesBelow(`${service}/src`, '.workflow.test.ts', '.table.test.ts');
    const contractTests = contract.filter((file) => file.endsWith('.test.ts'));
    return [
      ...contract.filter((file) => !contractTests.includes(file)).map((file) => ({ file, tests: [...contractTests, ...tableTests] })),
      ...(contract.length ? sourcesBelow(`${service}/src`, '.workflow.ts') : []).map((file) => ({ file, tests: tableTests })),
    ];
  });

/**
 * @typedef {{ id: number, tests: string[] }} Trial the test files that must detect a mutant
 * @typedef {{ switched: Record<string, string>, trials: Trial[] }} Order sources with switches by file, and the trials to run
 * @typedef {{ begun?: number, id?: number, noticed?: string, message?: string, done?: true }} TrialMessage a trial that begins or ends, or the end of all
 */

/**
 * Returns a trial without a mutant for each set of tests. The tests must pass in it, because a test that always fails detects nothing. @param {{ tests:
 * string[] }[]} tried
 */
export const soundTrials = (tried) =>
  [...new Set(tried.map(({ tests }) => tests.join()))].map((tests, i) => ({
    id: -1 - i,
    tests: tests
      .split(',')
      .filter(Boolean)
      .map((file) => at(file)),
  }));

/**
 * Runs the tests of each mutant.
 * @param {Trial[]} trials @param {Order['switched']} switched
 * @param {number} limit milliseconds after which a mutant is assumed to run in an endless loop; it then counts as detected
 * @returns the failures by the mutant's id
 */
export async function failuresOf(trials, switched, limit = 30_000) {
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
