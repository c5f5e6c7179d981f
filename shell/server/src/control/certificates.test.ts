import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { certificatesOf } from './certificates.ts';

describe('certificates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-certificates-'));
  let server: Server;
  beforeAll(async () => {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...made, '-days', '20', '-subj', '/CN=localhost'], { stdio: 'ignore' });
    server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('are read with the day they end, also one that nobody trusts; a server without one costs its own row', async () => {
    const { port } = server.address() as AddressInfo;
    const [portal, signIn, ...more] = await certificatesOf([
      ['portal', `https://localhost:${port}`],
      ['sign-in', 'https://127.0.0.1:1/realms/portal'],
      ['remotes', 'http://localhost:9'],
      ['remotes', undefined],
    ]);
    expect(portal).toMatchObject({ of: 'portal', host: 'localhost', trusted: false });
    expect(portal?.ends).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    const days = (Date.parse(`${portal?.ends}Z`) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(20);
    expect(signIn).toEqual({ of: 'sign-in', host: '127.0.0.1', ends: null, trusted: false });
    expect(more).toEqual([]);
  });
});
