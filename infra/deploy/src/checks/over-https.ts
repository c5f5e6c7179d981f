import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { developmentUsers } from '@portal/identity';
import { command } from '../command.ts';
import type { Deployment } from '../deployment.ts';

/** Returns the environment for a test of the deployed portal. */
const environment = (deployment: Deployment): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_EXTRA_CA_CERTS: deployment.authority,
  TEST_PORTAL_URL: deployment.url,
  E2E_URL: deployment.url,
  E2E_AUTHORITY: deployment.chain,
});

/** The fields of a jest report that are used here. */
interface Report {
  numPassedTests: number;
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
}

/** Runs the contract tests that need only the address of a portal. @returns how many passed @throws Error with the first tests that failed */
export async function contract(deployment: Deployment, root: string): Promise<string> {
  const report = `${deployment.folder}/contract.json`;
  const options = ['--testPathPatterns', 'contract.deployed', '--json', '--outputFile', report];
  const failed = await command('npx', ['jest', ...options], { cwd: root, env: environment(deployment), seconds: 1800 }).then(
    () => undefined,
    (error: Error) => error,
  );
  if (failed && !existsSync(report)) throw failed;
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const faults = testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'failed');
  const told = faults.slice(0, 3).map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.slice(0, 800)}`);
  if (failed) throw new Error(`${faults.length} checks failed\n${told.join('\n') || failed.message}`);
  return `${passed} checks passed`;
}

/**
 * Journeys of all areas, from the form to the decision, with and without scripts, work of the offices, the language, and the journeys of sign-in and
 * sign-out. They run before the checks of the contract, which change catalogues and open shifts.
 */
const journeys = [
  'declarations/departure',
  'declarations/plain',
  'declarations/officers',
  'licences/licence',
  'trips/journey',
  'trips/office',
  'journeys/language.spec',
  'journeys/sign-in',
];

/** Runs journeys in a browser. @returns how many passed */
export async function browse(deployment: Deployment, root: string, chromium: string): Promise<string> {
  const options = ['--config=e2e/playwright.config.ts', '--project=desktop', '--reporter=line', '--grep-invert=@development'];
  const env = { ...environment(deployment), CHROMIUM_PATH: chromium };
  const output = await command('npx', ['playwright', 'test', ...options, ...journeys], { cwd: root, env, seconds: 1200 });
  return /(\d+ passed.*)/.exec(output)?.[1] ?? 'no journey was run';
}

/** Writes the file `people.json` of docs/operations.md for the development users, whom the stand-in for Keycloak knows. @returns its name */
export function writeCredentials(folder: string): string {
  const file = join(folder, 'people.json');
  const people = developmentUsers.map(({ username }) => [username, { username, password: username, code: '123456' }]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(people)));
  return file;
}

/**
 * Runs `npm run load` against the deployed portal. @param until aborts the calls before their time is over @throws Error if something is lost, duplicated or
 * wrong
 */
export async function load(
  deployment: Deployment,
  root: string,
  seconds: number,
  connections: number,
  until?: AbortSignal,
): Promise<{ output: string; retries: string; calls: string }> {
  const options = [
    '--seconds',
    String(seconds),
    '--connections',
    String(connections),
    '--url',
    deployment.url,
    '--credentials',
    writeCredentials(deployment.folder),
  ];
  const output = await command('node', ['infra/load/load.mjs', ...options], { cwd: root, env: environment(deployment), seconds: seconds + 300, until });
  return {
    output,
    retries: /Retried after: (.*)/.exec(output)?.[1] ?? 'unknown',
    calls: /^all +(\d+)/m.exec(output)?.[1] ?? 'unknown',
  };
}

/** The faults that are injected into the deployed portal, by the service of the Compose file. A frozen server keeps its connections open and answers nothing. */
const deployedFaults = [
  { name: 'gateway killed', service: 'gateway', begin: 'kill', end: 'start', seconds: 3 },
  { name: 'svc-declarations killed', service: 'svc-declarations', begin: 'kill', end: 'start', seconds: 3 },
  { name: 'database frozen', service: 'mariadb', begin: 'pause', end: 'unpause', seconds: 6 },
  { name: 'Redis killed', service: 'redis', begin: 'kill', end: 'start', seconds: 3 },
  { name: 'object store killed', service: 's3', begin: 'kill', end: 'start', seconds: 5 },
];

/**
 * Runs `npm run chaos` against the deployed portal, with commands of Docker. @returns how each fault was survived @throws Error if something is lost,
 * duplicated or wrong, or if the portal does not recover
 */
export async function injectFaults(deployment: Deployment, root: string): Promise<string> {
  const containers = await deployment.containers();
  const file = join(deployment.folder, 'faults.json');
  const commands = deployedFaults.map(({ service, ...fault }) => {
    const { Name } = containers.find(({ Service }) => Service === service) ?? {};
    if (!Name) throw new Error(`There is no container of ${service}`);
    return { ...fault, begin: `docker ${fault.begin} ${Name}`, end: `docker ${fault.end} ${Name}`, recovers: 90 };
  });
  writeFileSync(file, JSON.stringify(commands));
  const options = ['--url', deployment.url, '--faults', file, '--credentials', writeCredentials(deployment.folder), '--connections', '6'];
  const env = { ...environment(deployment), ...deployment.docker.env, NODE_EXTRA_CA_CERTS: deployment.authority };
  const output = await command('node', ['infra/load/chaos.mjs', ...options], { cwd: root, env, seconds: 1200 });
  await deployment.healthy(180);
  return [...output.matchAll(/^good +(.+?): (\d+) of \d+ acknowledged.*recovered in ([\d.]+ s)/gm)]
    .map(([, name, acknowledged, recovered]) => `${name}: ${acknowledged} acknowledged, all there, back after ${recovered}`)
    .join('; ');
}
