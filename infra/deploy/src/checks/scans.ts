import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { command } from '../command.ts';
import type { Deployment } from '../deployment.ts';
import { findProgram } from '../tools.ts';

/** What a scanner has found. */
export interface Finding {
  tool: string;
  /** Names the kind of finding, such as `CSP`. */
  id: string;
  text: string;
}

/** A finding that is no fault here, and why. */
interface Explained {
  tool: string;
  id: string;
  /** A part of its text; every finding of this kind if left out. */
  about?: string;
  why: string;
}

/** Runs a program that may end with any code. @returns what it printed */
const outcome = (program: string, args: string[], options: Parameters<typeof command>[2]): Promise<string> =>
  command(findProgram(program) ?? program, args, options).catch((error: Error) => error.message);

/** TLS at the ingress. */
export function testsslFindings(report: string): Finding[] {
  const found = JSON.parse(report) as { id: string; severity: string; finding: string; cve?: string }[];
  const counted = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', 'FATAL', 'WARN'];
  return found.filter(({ severity }) => counted.includes(severity)).map(({ id, finding }) => ({ tool: 'testssl.sh', id, text: finding }));
}

/** Pages and forms. */
export function wapitiFindings(report: string): Finding[] {
  const { vulnerabilities, anomalies } = JSON.parse(report) as Record<
    'vulnerabilities' | 'anomalies',
    Record<string, { path: string; parameter?: string; info: string }[]>
  >;
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([id, list]) =>
    list.map(({ path, parameter, info }) => ({ tool: 'wapiti', id, text: `${path} ${parameter ?? ''} ${info}`.replace(/\s+/g, ' ') })),
  );
}

/** Parameters that reach the database. The file has a line for each that was found to be open to SQL. */
export function sqlmapFindings(results: string): Finding[] {
  const [, ...lines] = results.trim().split('\n');
  return lines.filter((line) => line.trim() && !line.startsWith('Target URL')).map((line) => ({ tool: 'sqlmap', id: 'injection', text: line }));
}

/** What a container is made of. */
export function lynisFindings(report: string): Finding[] {
  return [...report.matchAll(/^warning\[\]=([^|]+)\|([^|]*)/gm)].map(([, id = '', text = '']) => ({ tool: 'lynis', id, text }));
}

const publicAddresses = (url: string): string[] => [
  `${url}/api/reference/v1/catalogues/countries?search=a*&limit=5*`,
  `${url}/api/licences/v1/public/professional?search=ana*&page=1*`,
  `${url}/api/trips/v1/triptic/trip/finder?number=1*&chasisNumber=2*`,
  `${url}/api/declarations/v1/other/arrival/declaration/finder?number=1*&documentNumber=2*`,
];

async function scanTls(deployment: Deployment): Promise<Finding[]> {
  const report = join(deployment.folder, 'testssl.json');
  const args = ['--quiet', '--color', '0', '--warnings', 'batch', '--ip', 'one', '--add-ca', deployment.authority, '--jsonfile', report, deployment.url];
  await outcome('testssl', args, { seconds: 900 });
  return testsslFindings(readFileSync(report, 'utf8'));
}

async function scanPages(deployment: Deployment): Promise<Finding[]> {
  const report = join(deployment.folder, 'wapiti.json');
  const limits = ['--max-scan-time', '300', '--depth', '3', '--max-links-per-page', '20', '--flush-session', '--no-bugreport'];
  const modules = ['--module', 'common,csrf,http_headers,methods,crlf,backup,htaccess'];
  const args = ['--url', `${deployment.url}/`, '--scope', 'domain', '--verify-ssl', '1', ...limits, ...modules, '--format', 'json', '--output', report];
  const env = { ...process.env, REQUESTS_CA_BUNDLE: deployment.authority, SSL_CERT_FILE: deployment.authority };
  const printed = await outcome('wapiti', args, { env, seconds: 900 });
  if (!existsSync(report)) throw new Error(`wapiti wrote no report: ${printed.slice(-500)}`);
  return wapitiFindings(readFileSync(report, 'utf8'));
}

async function scanParameters(deployment: Deployment): Promise<Finding[]> {
  const folder = join(deployment.folder, 'sqlmap');
  const found: Finding[] = [];
  for (const [index, address] of publicAddresses(deployment.url).entries()) {
    const args = ['--batch', '--level', '2', '--risk', '2', '--flush-session', '--ignore-code', '*', '--threads', '4', '--output-dir', `${folder}-${index}`];
    const printed = await outcome('sqlmap', ['--url', address, ...args], { seconds: 900 });
    if (!printed.includes('do not appear to be injectable') && !/ending @/.test(printed)) throw new Error(`sqlmap did not end: ${printed.slice(-500)}`);
    for (const file of existsSync(`${folder}-${index}`) ? readdirSync(`${folder}-${index}`) : [])
      if (file.endsWith('.csv')) found.push(...sqlmapFindings(readFileSync(join(`${folder}-${index}`, file), 'utf8')));
    if (/is vulnerable|injection point\(s\)/.test(printed)) found.push({ tool: 'sqlmap', id: 'injection', text: address });
  }
  return found;
}

async function scanImage(deployment: Deployment, version: string): Promise<Finding[]> {
  const lynis = '/usr/share/lynis';
  const run = [
    'run',
    '--rm',
    '--user',
    'root',
    '--entrypoint',
    'sh',
    '--volume',
    `${lynis}:/lynis:ro`,
    '--volume',
    '/etc/lynis:/etc/lynis:ro',
    '--workdir',
    '/lynis',
  ];
  const audit = `sh ${findProgram('lynis')?.startsWith('/') ? '/run/lynis' : 'lynis'} audit system --quick --quiet --no-colors --report-file /tmp/report.dat > /dev/null; cat /tmp/report.dat`;
  return lynisFindings(await deployment.docker.run(...run, '--volume', `${findProgram('lynis')}:/run/lynis:ro`, `portal/gateway:${version}`, '-c', audit));
}

/** Runs the scanners. @throws Error with every finding that `findings-explained.yaml` does not explain */
export async function scan(deployment: Deployment, root: string, version: string): Promise<string> {
  const found = [
    ...(await scanTls(deployment)),
    ...(await scanPages(deployment)),
    ...(await scanParameters(deployment)),
    ...(await scanImage(deployment, version)),
  ];
  const explained = parse(readFileSync(join(root, 'infra/deploy/findings-explained.yaml'), 'utf8')) as Explained[];
  const open = found.filter(({ tool, id, text }) => !explained.some((one) => one.tool === tool && one.id === id && text.includes(one.about ?? '')));
  if (open.length) throw new Error(open.map(({ tool, id, text }) => `${tool} ${id}: ${text}`).join('\n'));
  return `${found.length} findings of testssl.sh, wapiti, sqlmap and lynis, each explained`;
}
