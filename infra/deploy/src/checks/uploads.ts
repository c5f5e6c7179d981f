import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { smallPdf } from '@portal/load/small-pdf';
import { parseAllDocuments } from 'yaml';
import { command } from '../command.ts';
import type { Deployment } from '../deployment.ts';

/** The test file that every virus scanner reports (EICAR), in two halves, so that no scanner reports this source file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Uploads one file with a form, as a visitor does. @returns the HTTP status */
async function upload(deployment: Deployment, name: string, content: Buffer): Promise<string> {
  const file = join(deployment.folder, name);
  writeFileSync(file, content);
  const args = ['--silent', '--output', '/dev/null', '--write-out', '%{http_code}', '--cacert', deployment.authority];
  return command('curl', [...args, '--form', `file=@${file};type=application/pdf`, `${deployment.url}/api/media/v1/default`]);
}

/** Checks that uploads are scanned: a file with a virus is refused, and a clean file is stored. */
export async function scanUploads(deployment: Deployment): Promise<string> {
  const found = await upload(deployment, 'virus.pdf', smallPdf(eicar));
  const clean = await upload(deployment, 'clean.pdf', smallPdf('nothing'));
  if (found !== '422' || clean !== '201') throw new Error(`With a virus ${found}, without ${clean}`);
  return `with a virus ${found}, without ${clean}`;
}

/** A script that scans a file with a virus as svc-media does, and prints the verdict. */
const scanning = `import('/portal/svc-media/dist/src/inspection/virus-scan.js')
  .then(({ VirusScanner }) => new VirusScanner('tls://localhost:3311').scan('/virus.pdf')).then((verdict) => console.log(JSON.stringify(verdict)))`;

/**
 * Checks the TLS proxy that stands before the virus scanner in a cluster, with the settings that are shipped: the scanner must be reachable through it. The
 * test uses the certificate of svc-media.
 */
export async function scanOverTls(deployment: Deployment, root: string, version: string): Promise<string> {
  const { docker, folder } = deployment;
  const documents = parseAllDocuments(readFileSync(join(root, 'infra/k8s/base/clamd.yaml'), 'utf8')).map((one) => one.toJS() as Record<string, unknown>);
  const settings = documents.find(({ kind }) => kind === 'ConfigMap') as { data: Record<string, string> };
  writeFileSync(join(folder, 'nginx.conf'), `load_module modules/ngx_stream_module.so;\n${settings.data['nginx.conf']}`);
  const network = ['--network', `container:${(await deployment.containers('clamd'))[0]?.Name}`];
  const mounted = (from: string, to: string): string[] => ['--volume', `${join(folder, from)}:${to}:ro`];
  const certificate = ['certificate.pem', 'certificate-key.pem'].map((name) => join('secrets/services/svc-media', name));
  const files = [
    ...mounted('nginx.conf', '/nginx.conf'),
    ...mounted(certificate[0] ?? '', '/run/tls/tls.crt'),
    ...mounted(certificate[1] ?? '', '/run/tls/tls.key'),
  ];
  const proxy = ['nginx', '-c', '/nginx.conf', '-g', 'daemon off;'];
  await docker.run('run', '--detach', '--name', 'clamd-tls', ...network, ...files, 'nginxinc/nginx-unprivileged:1.28-alpine', ...proxy);
  try {
    const trusted = [...mounted('secrets/trusted', '/run/trusted'), '--env', 'NODE_EXTRA_CA_CERTS=/run/trusted/authorities.pem'];
    const scanner = ['run', '--rm', ...network, ...mounted('virus.pdf', '/virus.pdf'), ...trusted, '--entrypoint', 'node', `portal/svc-media:${version}`];
    const verdict = (await docker.run(...scanner, '--eval', scanning)).trim();
    if (!verdict.includes('EICAR')) throw new Error(`Through the proxy: ${verdict}\n${await docker.run('logs', 'clamd-tls')}`);
    return 'the virus is found';
  } finally {
    await docker.run('rm', '--force', 'clamd-tls');
  }
}
