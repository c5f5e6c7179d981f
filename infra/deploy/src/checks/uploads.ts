import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { smallPdf } from '@portal/load/small-pdf';
import { command } from '../command.ts';
import type { Deployment } from '../deployment.ts';

/** The test file that every virus scanner finds (EICAR), in two halves, so that none finds it here. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Uploads one file by a form, as a visitor does. @returns the status */
async function upload(deployment: Deployment, name: string, content: Buffer): Promise<string> {
  const file = join(deployment.folder, name);
  writeFileSync(file, content);
  const args = ['--silent', '--output', '/dev/null', '--write-out', '%{http_code}', '--cacert', deployment.authority];
  return command('curl', [...args, '--form', `file=@${file};type=application/pdf`, `${deployment.url}/api/media/v1/default`]);
}

/** The virus scanner is asked: a file with a virus is refused, and one without is kept. */
export async function scanUploads(deployment: Deployment): Promise<string> {
  const found = await upload(deployment, 'virus.pdf', smallPdf(eicar));
  const clean = await upload(deployment, 'clean.pdf', smallPdf('nothing'));
  if (found !== '422' || clean !== '201') throw new Error(`With a virus ${found}, without ${clean}`);
  return `with a virus ${found}, without ${clean}`;
}
