import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { Client } from '@portal/load/client';
import { findProgram } from '@portal/load/processes/servers';
import { parse } from 'yaml';
import { command } from '../command.ts';
import type { Deployment } from '../deployment.ts';
import { type Finding, lynisFindings, openFindings, sqlmapFindings, testsslFindings, wapitiFindings } from './findings.ts';

/** Runs a program whose exit code depends on its findings, so a non-zero code is not an error. @returns what it printed */
const outcome = (program: string, args: string[], options: Parameters<typeof command>[2] = {}): Promise<string> =>
  command(program, args, { seconds: 1200, ...options }).catch((error: Error) => error.message);

/** Scans TLS at the ingress. */
async function scanTls(deployment: Deployment, folder: string): Promise<Finding[]> {
  const report = join(folder, 'testssl.json');
  const how = ['--quiet', '--color', '0', '--warnings', 'batch', '--assume-http', '--ip', '127.0.0.1', '--add-ca', deployment.authority];
  await outcome('testssl', [...how, '--jsonfile', report, deployment.url]);
  return testsslFindings(readFileSync(report, 'utf8'));
}

/** Pages at which the crawler starts: the forms that work without scripts, and pages that read parameters from their address. */
const pages = [
  '/eservice/departure/declaration/plain',
  '/eservice/traveller/declaration/plain',
  '/eservice/triptic/validity?number=TIBE-2026-1',
  '/payment/invoice?number=1',
  '/eservice/medical/professional/search?name=ana',
  '/sign-in',
  '/auth/login?returnTo=/staff',
  '/contact',
  '/privacy',
  '/accessibility',
  '/my',
];

/** Scans pages and forms. Modules that need a server on the internet are left out. */
async function scanPages(deployment: Deployment, folder: string): Promise<Finding[]> {
  const report = join(folder, 'wapiti.json');
  const modules = 'cookieflags,csp,exec,file,sql,xss,redirect,blindsql,permanentxss,http_headers,methods,crlf,csrf,htaccess,backup,shellshock';
  const limits = ['--max-scan-time', '180', '--max-attack-time', '30', '--depth', '3', '--max-links-per-page', '20', '--flush-session', '--no-bugreport'];
  // wapiti asks for Brotli but cannot read it, so the header asks for gzip.
  const how = ['--scope', 'folder', '--verify-ssl', '1', '--header', 'Accept-Encoding: gzip', '--module', modules, '--format', 'json', '--output', report];
  const starts = pages.flatMap((page) => ['--start', deployment.url + page]);
  const env = { ...process.env, REQUESTS_CA_BUNDLE: deployment.authority };
  const printed = await outcome('wapiti', ['--url', `${deployment.url}/`, ...starts, ...limits, ...how], { env });
  const [, count = '0'] = /found (\d+) URLs and forms/.exec(printed.replaceAll('\u0000', '')) ?? [];
  if (!existsSync(report) || Number(count) <= pages.length + 1) throw new Error(`wapiti found no links or forms: ${printed.slice(-800)}`);
  return wapitiFindings(readFileSync(report, 'utf8'));
}

/** Returns a search in which `*` marks each place where sqlmap injects SQL. */
const search = (fields: Record<string, [value: string, type?: string]>): string => {
  const criteria = Object.entries(fields).map(([fieldName, [value, dataType = 'TEXT']]) => ({
    expressionType: 'SearchCriterion',
    operation: 'EQ',
    dataType,
    fieldName,
    values: [value],
  }));
  return `q=${encodeURIComponent(JSON.stringify({ criteria })).replaceAll('%2A', '*')}`;
};

/** Calls that read the database, with a mark after each value, and the user who makes the call. */
const calls: [path: string, username?: string][] = [
  [`/api/declarations/v1/traveller/declaration/find?${search({ travellerCode: ['A1*'], birthDate: ['1990-01-01', 'DATE'], nationalityCode: ['PT*'] })}`],
  ['/api/reference/enums/Gender-Enums*'],
  [`/api/declarations/v1/traveller/declaration/search?${search({ documentStatus: ['CREATED*'], lastName: ['ana*'] })}&offset=0*&limit=10*`, 'border-officer'],
  ['/api/declarations/v1/lookup?text=ana*', 'border-officer'],
  ['/api/reference/v1/payment/receipt/TIBE*/2026*/E*/1*/searchDocumentToPay', 'cashier'],
];

/** Scans parameters that reach the database for SQL injection. */
async function scanParameters(deployment: Deployment, folder: string): Promise<Finding[]> {
  const agent = new Agent({ ca: readFileSync(deployment.authority), keepAlive: true });
  const found: Finding[] = [];
  for (const [path, username] of calls) {
    const client = new Client(deployment.url, username, agent);
    if (username) await client.session();
    const { status } = await client.send({ path: path.replaceAll('*', '') });
    if (status !== 200 && status !== 404) throw new Error(`${path} is answered ${status}, so nothing of it would be tried`);
    const how = ['--batch', '--level', '2', '--technique', 'BEUS', '--flush-session', '--ignore-code', '*', '--threads', '4', '--output-dir', folder];
    const cookie = username ? ['--cookie', client.cookieHeader()] : [];
    found.push(...sqlmapFindings(await outcome('sqlmap', ['--url', deployment.url + path, ...how, ...cookie]), path));
  }
  agent.destroy();
  return found;
}

/** Scans the content of an image of the portal. */
async function scanImage(deployment: Deployment, version: string): Promise<Finding[]> {
  const program = findProgram('lynis') ?? '';
  const volumes = ['/usr/share/lynis', '/etc/lynis', program].flatMap((path) => ['--volume', `${path}:${path}:ro`]);
  const audit = `cd /tmp && ${program} audit system --quick --quiet --no-colors --report-file /tmp/report.dat > /tmp/printed 2>&1; cat /tmp/report.dat`;
  const report = await deployment.docker.run('run', '--rm', '--user', 'root', '--entrypoint', 'sh', ...volumes, `portal/gateway:${version}`, '-c', audit);
  if (!report.includes('hardening_index=')) throw new Error('lynis did not come to its end');
  return lynisFindings(report);
}

/**
 * Runs the security scanners that Debian packages against the deployed portal.
 * @throws Error with every finding that infra/deploy/findings-explained.yaml does not explain
 */
export async function scan(deployment: Deployment, root: string, version: string): Promise<string> {
  const folder = join(deployment.folder, 'scans');
  mkdirSync(folder, { recursive: true });
  const found = [
    ...(await scanTls(deployment, folder)),
    ...(await scanPages(deployment, folder)),
    ...(await scanParameters(deployment, folder)),
    ...(await scanImage(deployment, version)),
  ];
  const open = openFindings(found, parse(readFileSync(join(root, 'infra/deploy/findings-explained.yaml'), 'utf8')));
  if (open.length) throw new Error(open.map(({ tool, id, text }) => `${tool} ${id}: ${text}`).join('\n'));
  return `${found.length} findings of testssl.sh, wapiti, sqlmap and lynis, each explained in infra/deploy/findings-explained.yaml`;
}
