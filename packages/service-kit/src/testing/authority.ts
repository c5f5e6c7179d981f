/** For tests only: a certificate authority, and valid or invalid certificates that it issued. Needs the command openssl. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestCertificate {
  cert: string;
  key: string;
  certFile: string;
  keyFile: string;
}

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export class TestAuthority {
  readonly folder = mkdtempSync(join(tmpdir(), 'portal-authority-'));
  /** Path of the authority's certificate, for NODE_EXTRA_CA_CERTS. */
  readonly file = join(this.folder, 'authority.pem');
  private readonly key = join(this.folder, 'authority-key.pem');
  private made = 0;

  constructor() {
    this.openssl('req', '-x509', ...curve, '-days', '2', '-subj', '/CN=Authority', '-keyout', this.key, '-out', this.file);
  }

  /**
   * Issues a certificate. @param names such as `DNS:svc-trips` or `IP:127.0.0.1` @param days until it expires; a negative number makes an expired certificate
   */
  certificate(names = 'DNS:localhost,IP:127.0.0.1', days = 1): TestCertificate {
    this.made += 1;
    const [keyFile, request, certFile, extensions] = ['key', 'request', 'certificate', 'extensions'].map((name) =>
      join(this.folder, `${this.made}-${name}.pem`),
    );
    writeFileSync(extensions as string, `subjectAltName=${names}\nextendedKeyUsage=serverAuth\n`);
    this.openssl('req', '-new', ...curve, '-subj', '/CN=part', '-keyout', String(keyFile), '-out', String(request));
    const signing = ['-CA', this.file, '-CAkey', this.key, '-days', String(days), '-extfile', String(extensions)];
    this.openssl('x509', '-req', '-in', String(request), ...signing, '-out', String(certFile));
    const [cert, key] = [readFileSync(String(certFile), 'utf8'), readFileSync(String(keyFile), 'utf8')];
    return { cert, key, certFile: String(certFile), keyFile: String(keyFile) };
  }

  private openssl = (...words: string[]): Buffer => execFileSync('openssl', words, { stdio: 'pipe' });
}
