import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from '../build/build.mjs';
import { root } from '../build/lib/paths.mjs';
import { findProgram } from '../build/lib/programs.mjs';
import { findChromium } from './lib/chromium.mjs';
import { installedEngines } from './lib/engines.mjs';
import { buildAndPublish, checkNode, install } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';
import { makeScratch } from './lib/scratch.mjs';

/**
 * `npm test`: installs, builds and runs all tests. `npm test -- <path>` runs only the unit tests below a path; `--help` lists all forms. `--require-servers`
 * fails if MySQL, Redis or Chromium is missing, instead of leaving out their tests.
 */
const usage = `npm test                       all tests: the unit tests and the journeys in a browser, at the same time
npm test -- <path> …           only the unit tests below these paths
npm test -- --engines          all journeys on Firefox and WebKit, and nothing else
npm test -- --require-servers  fails if MySQL, Redis or Chromium is missing, instead of leaving out their tests

A path is a workspace (svc-trips, mf-trips, shell, packages/web-kit, infra/backup, e2e), a folder in it, or a file.`;
if (process.argv.includes('--help')) {
  console.log(usage);
  process.exit(0);
}
const requireServers = process.argv.includes('--require-servers');
const enginesOnly = process.argv.includes('--engines');
const paths = process.argv.slice(2).filter((argument) => !['--require-servers', '--engines'].includes(argument));
/** @type {string[]} */
const leftOut = [];
const scratch = makeScratch();
// Tests write their temporary files there, too.
process.env.TMPDIR = scratch;
process.on('exit', () => {
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch (error) {
    console.error(`${scratch} is left: ${/** @type {Error} */ (error).message}`);
  }
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** @param {string} file */
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/**
 * The tests that failed, and those that passed only at the second try. They are printed at the end, so that nobody has to search the output. In CI a test that
 * fails is tried again, because the machine may have been busy. If it passes then, it counts as passed and is named, so that somebody looks into it.
 * @type {string[]}
 */
const remarks = [];
/** @param {string} text @param {number} count */
const firstLines = (text, count) => stripVTControlCharacters(text).split('\n').slice(0, count).join('\n');
/** @param {string} what @param {string} name @param {string} message @param {string} page content of the page on which a journey failed */
const remark = (what, name, message, page) => void remarks.push(`${what}: ${name}\n${firstLines(message, 12)}\n${firstLines(page, 60)}`.trimEnd());
/** @param {string} name @param {string} [message] why the first try failed @param {string} [page] */
const atSecondTry = (name, message = '', page = '') => remark('Passed only at the second try, look into it', name, message, page);
/** @param {string} name @param {string} [message] @param {string} [page] */
const didFail = (name, message = '', page = '') => remark('Failed', name, message, page);

/**
 * @typedef {{ errors?: { message?: string }[], attachments?: { name: string, path?: string }[] }} Try
 * @typedef {{ title: string, file: string, line: number, tests: { status: string, projectName: string, results: Try[] }[] }} Spec a journey in the report of Playwright
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ status: string, invocations: number, fullName: string, failureMessages?: string[], retryReasons?: string[] }} Test
 * @typedef {{ name: string, message: string, assertionResults: Test[] }} TestFile a file in the report of jest
 */

/** @param {Suite[]} suites @returns {Spec[]} */
const specs = (suites) => suites.flatMap((suite) => [...(suite.specs ?? []), ...specs(suite.suites ?? [])]);

/** @param {Record<string, string | undefined>} env */
async function unitTests(env) {
  const outputFile = path.join(scratch, 'jest.json');
  const jest = ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${outputFile}`, ...paths];
  const { code } = await run(process.execPath, jest, { env, byLine: !paths.length });
  const result = readJson(outputFile);
  /** @type {TestFile[]} */
  const testFiles = result?.testResults ?? [];
  const tests = testFiles.flatMap(({ assertionResults }) => assertionResults);
  const again = tests.filter(({ status, invocations }) => status === 'passed' && invocations > 1);
  for (const { fullName, retryReasons } of again) atSecondTry(fullName, retryReasons?.join('\n'));
  for (const { fullName, failureMessages } of tests.filter(({ status }) => status === 'failed')) didFail(fullName, failureMessages?.join('\n'));
  for (const { name, message } of testFiles.filter(({ assertionResults }) => !assertionResults.length)) didFail(path.relative(root, name), message);
  const failed = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0);
  return { passed: result?.numPassedTests ?? 0, failed: failed || (code ? 1 : 0) };
}

/** Returns the main part of the page on which a journey failed. @param {Try | undefined} tried */
function pageOf(tried) {
  const file = tried?.attachments?.find(({ name }) => name === 'error-context')?.path;
  const [, page = ''] = (file && existsSync(file) ? readFileSync(file, 'utf8') : '').split('```yaml\n');
  const [snapshot = ''] = page.split('```');
  return snapshot.slice(Math.max(0, snapshot.indexOf('- main')));
}

/**
 * Runs journeys.
 * @param {Record<string, string>} settings
 * @param {string[]} projects
 * @param {string[]} options more options of Playwright
 */
async function runJourneys(settings, projects, options = []) {
  const outputFile = path.join(scratch, 'journeys.json');
  rmSync(outputFile, { force: true });
  const env = { ...settings, PLAYWRIGHT_JSON_OUTPUT_NAME: outputFile };
  const chosen = projects.map((name) => `--project=${name}`);
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', ...chosen, ...options];
  const { code } = await run(process.execPath, playwright, { env, byLine: true });
  const { suites = [], stats: { expected = 0, unexpected = 0 } = {} } = readJson(outputFile) ?? {};
  const failures = specs(suites).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => {
        const messages = (results.at(-1)?.errors ?? []).map(({ message }) => message);
        return { name: `${projectName} ${file}:${line} ${title}`, message: messages.join('\n'), page: pageOf(results.at(-1)) };
      }),
  );
  return { passed: expected, failed: unexpected || (code ? 1 : 0), failures };
}

/** @param {Record<string, string>} settings @param {string[]} projects */
async function journeys(settings, projects) {
  const { failures, ...counts } = await runJourneys(settings, projects);
  for (const { name, message, page } of failures) didFail(name, message, page);
  return counts;
}

/**
 * Journeys next to `others`. In CI, those that fail are tried once more when the others have ended, on a machine that has nothing else to do.
 * @param {Record<string, string>} settings
 * @param {string[]} projects
 * @param {Promise<unknown>} others
 */
async function journeysBeside(settings, projects, others) {
  const first = await runJourneys(settings, projects);
  await others;
  // What the first try has left, such as its screenshots, would be removed by the second.
  if (first.failures.length) cpSync(path.join(root, 'test-results'), path.join(root, '.cache', 'first-try'), { recursive: true });
  const again = process.env.CI && first.failures.length ? await runJourneys(settings, projects, ['--last-failed']) : undefined;
  const failures = again ? again.failures : first.failures;
  for (const { name, message, page } of failures) didFail(name, message, page);
  if (!again) return { passed: first.passed, failed: first.failed };
  for (const { name, message, page } of first.failures) if (!failures.some((failure) => failure.name === name)) atSecondTry(name, message, page);
  return { passed: first.passed + again.passed, failed: again.failed };
}

/** Runs all journeys on the browser engines that are installed. */
async function onEngines() {
  const { found, missing } = installedEngines();
  leftOut.push(...missing);
  if (!found.length) throw new Error('--engines: no other browser is installed; CONTRIBUTING.md tells how');
  await buildAndPublish();
  return journeys(
    {},
    found.map(({ engine }) => engine),
  );
}

async function main() {
  checkNode();
  await install();
  if (enginesOnly) return onEngines();
  await (paths.length ? build({ only: ['load'] }) : buildAndPublish());
  const { findMysql, findRedis, removeDatabases, removeKeys } = await import('./lib/servers.mjs');
  const { startMariadb } = await import('@portal/load/processes/servers');
  const { freePort } = await import('@portal/load/processes/free-port');
  // If MariaDB is not installed or does not start, use a server that is already running.
  const ownMysql = process.env.MYSQL_URL ? undefined : await startMariadb(scratch, false).catch(() => undefined);
  // This listener must run before the one that removes the folder.
  process.prependOnceListener('exit', () => void ownMysql?.process.kill());
  const [mysql, redis] = await Promise.all([ownMysql ? `mysql://root@127.0.0.1:${ownMysql.port}` : findMysql(), findRedis()]);
  if (!mysql) leftOut.push('tests on MySQL (no server at MYSQL_URL or 127.0.0.1:3306)');
  if (!redis) leftOut.push('tests on Redis (no server at REDIS_URL or 127.0.0.1:6379)');
  if (!findProgram('redis-server')) leftOut.push('tests on a Redis cluster (no program redis-server)');
  if (requireServers && leftOut.length) throw new Error(`--require-servers: left out would be ${leftOut.join(' and ')}`);

  const prefix = `portal_t${randomBytes(3).toString('hex')}_`;
  const tidy = async () => {
    if (mysql) await removeDatabases(mysql, prefix);
    if (redis) await removeKeys(redis, prefix);
  };
  await tidy();
  const chromium = paths.length ? undefined : await findChromium();
  if (!paths.length) {
    if (!chromium && requireServers) throw new Error('--require-servers: no Chromium could be found or installed');
    if (!chromium) leftOut.push('journeys in a browser (no Chromium could be found or installed)');
    leftOut.push('journeys on Firefox and WebKit (npm test -- --engines)');
  }
  /** @type {{ passed: number, failed: number }[]} */
  let results;
  try {
    // Both run at the same time, because both often wait for a timer, a process or a page. Unit tests open many ports, so the portal of the journeys gets its
    // own.
    const units = unitTests({ TEST_MYSQL_URL: mysql, TEST_REDIS_URL: redis, TEST_PREFIX: prefix });
    const settings = { CHROMIUM_PATH: chromium ?? '', E2E_PORT: String(await freePort()) };
    results = await Promise.all([units, ...(chromium ? [journeysBeside(settings, ['desktop', 'phone'], units)] : [])]);
  } finally {
    await tidy();
    await ownMysql?.process.kill();
  }
  /** @param {'passed' | 'failed'} key */
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

let result = { passed: 0, failed: 1 };
try {
  result = await main();
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
}
for (const one of remarks) console.log(`\n${one}`);
for (const what of leftOut) console.log(`Left out: ${what}`);
console.log(`\n${result.passed} passed, ${result.failed} failed`);
process.exit(result.failed ? 1 : 0);
