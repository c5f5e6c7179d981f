import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';
import { bridge } from './daemon.ts';

export interface Certificate {
  cert: string;
  key: string;
}

/**
 * Issues a certificate for a receiver on this machine, which containers call at the address `bridge`.
 * @param folder a folder in which the files are written @param isTrusted whether the authority of the portal in `secrets` of this folder signs it, which the
 * containers trust; otherwise it signs itself
 */
export async function receiverCertificate(folder: string, isTrusted = true): Promise<Certificate> {
  const [key, cert, extensions] = ['receiver-key.pem', 'receiver.pem', 'receiver-extensions'].map((name) => join(folder, name)) as [string, string, string];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=receiver', '-keyout', key];
  // rsyslog compares the host name that it is given with the DNS names in the certificate, also if it is an address. Prometheus compares an address with the
  // addresses in the certificate.
  const names = `subjectAltName=DNS:${bridge},IP:${bridge}`;
  if (isTrusted) {
    writeFileSync(extensions, `${names}\nextendedKeyUsage=serverAuth\n`);
    await command('openssl', ['req', '-new', ...curve, '-out', `${cert}.request`]);
    const signing = ['-CA', join(folder, 'secrets/trusted/authorities.pem'), '-CAkey', join(folder, 'secrets/authority-key.pem'), '-days', '1'];
    await command('openssl', ['x509', '-req', '-in', `${cert}.request`, ...signing, '-extfile', extensions, '-out', cert]);
  } else await command('openssl', ['req', '-x509', ...curve, '-days', '1', '-addext', names, '-out', cert]);
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}
