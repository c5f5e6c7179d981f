import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { jest } from '@jest/globals';
import { configureLog } from '../logging.ts';
import { Metrics } from '../observe/metrics.ts';
import { watchCertificate } from '../observe/part-metrics.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { TestAuthority, type TestCertificate } from '../testing/authority.ts';
import { freePort, until } from '../testing/index.ts';
import { serverTls } from './server-tls.ts';

const authority = new TestAuthority();
const stranger = new TestAuthority();
afterAll(() => {
  for (const { folder } of [authority, stranger]) rmSync(folder, { recursive: true });
});

/**
 * Runs a script in a process that trusts the certificate authority, and returns its output. A separate process is needed because NODE_EXTRA_CA_CERTS is read at
 * its start.
 */
const inProcess = (script: string, ...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: authority.file };
    execFile(process.execPath, ['--input-type=module', '--eval', script, ...args], { env, cwd: __dirname }, (_error, out) => resolve(out.trim()));
  });
const codeOf = `const code = (error) => error.code ?? (error.cause && code(error.cause)) ?? error.message;`;

/** Valid and invalid certificates of a server at 127.0.0.1, and the result of calling that server. */
const certificates: [string, () => TestCertificate, RegExp | string][] = [
  ['of the authority, for this name', () => authority.certificate(), 'answered'],
  ['of another authority', () => stranger.certificate(), /UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN/],
  ['for another name', () => authority.certificate('DNS:svc-trips,IP:127.0.0.2'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that has ended', () => authority.certificate(undefined, -1), 'CERT_HAS_EXPIRED'],
];

describe('a server with TLS', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });
  const listen = async ({ certFile, keyFile }: TestCertificate, answer = () => '<ListBucketResult/>'): Promise<number> => {
    const tls = serverTls({ tlsCertFile: certFile, tlsKeyFile: keyFile });
    server = createServer(tls?.options ?? {}, (_request, response) => response.end(answer()));
    tls?.renew(server);
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    return (server.address() as AddressInfo).port;
  };

  it.each(certificates)('is called by another service only with a certificate: one %s', async (_what, make, says) => {
    let calls = 0;
    const port = await listen(make(), () => {
      calls += 1;
      return 'answered';
    });
    const script = `${codeOf} console.log(await fetch(process.argv[1], { headers: { 'x-internal-token': 'a token' } }).then((a) => a.text(), code))`;
    expect(await inProcess(script, `https://127.0.0.1:${port}/`)).toMatch(says);
    expect(calls).toBe(says === 'answered' ? 1 : 0);
  });

  it.each(certificates)('that keeps files (S3) is called only with a certificate: one %s', async (_what, make, says) => {
    const port = await listen(make());
    const script = `${codeOf} import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
      const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
      const client = new S3Client({ region: 'us-east-1', endpoint: process.argv[1], forcePathStyle: true, credentials, maxAttempts: 1 });
      console.log(await client.send(new ListObjectsV2Command({ Bucket: 'media' })).then(() => 'answered', code))`;
    expect(await inProcess(script, `https://127.0.0.1:${port}`)).toMatch(says);
  });

  it('speaks no version before 1.2, and nothing without TLS', async () => {
    const port = await listen(authority.certificate());
    const asks = (options: object): Promise<string> =>
      new Promise((done) => {
        const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => done(String(socket.getProtocol())));
        socket.once('error', (error: NodeJS.ErrnoException) => done(String(error.code)));
      });
    expect(await asks({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' })).toMatch(/^ERR_SSL|ECONNRESET/);
    expect(await asks({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2');
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  });

  it('shows its next certificate when the files have changed, and the one before while they do not belong together', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] });
    configureLog('silent');
    try {
      const [first, second] = [authority.certificate(), authority.certificate('DNS:localhost,IP:127.0.0.1,DNS:second')];
      const port = await listen(first);
      const namesShown = (): Promise<string> =>
        new Promise((done) => {
          const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
            done(String(socket.getPeerCertificate().subjectaltname));
            socket.destroy();
          });
        });
      const put = (file: string, text: string): void => {
        writeFileSync(`${file}.new`, text);
        renameSync(`${file}.new`, file);
      };
      expect(await namesShown()).not.toContain('second');
      put(first.certFile, second.cert);
      jest.advanceTimersByTime(6_000);
      expect(await namesShown()).not.toContain('second');
      put(first.keyFile, second.key);
      jest.advanceTimersByTime(6_000);
      expect(await namesShown()).toContain('second');
    } finally {
      jest.useRealTimers();
    }
  });

  it('tells Prometheus when the certificate ends that it shows, also after that was replaced', async () => {
    const [first, second] = [authority.certificate(undefined, 1), authority.certificate(undefined, 30)];
    const tls = serverTls({ tlsCertFile: first.certFile, tlsKeyFile: first.keyFile });
    const [metrics, withoutTls] = [new Metrics('sample'), new Metrics('sample')];
    watchCertificate(metrics, tls);
    watchCertificate(withoutTls, undefined);
    const days = async (): Promise<number> => {
      const [, value] = /^portal_certificate_end_timestamp_seconds\{[^}]*\} (\S+)$/m.exec(await metrics.scrape()) ?? [];
      return Math.round((Number(value) - Date.now() / 1_000) / 86_400);
    };
    try {
      expect(await days()).toBe(1);
      renameSync(second.certFile, first.certFile);
      renameSync(second.keyFile, first.keyFile);
      await until(async () => (await days()) === 30);
      expect(await withoutTls.scrape()).not.toMatch(/^portal_certificate_end_timestamp_seconds\{/m);
    } finally {
      metrics.close();
      withoutTls.close();
    }
  });

  it('does not start with a key of another certificate', () => {
    const [one, other] = [authority.certificate(), authority.certificate()];
    expect(() => serverTls({ tlsCertFile: one.certFile, tlsKeyFile: other.keyFile })).toThrow('key values mismatch');
  });
});

describe('Redis with TLS', () => {
  it.each(certificates)('is connected to only with a certificate: one %s', async (_what, make, says) => {
    const { certFile, keyFile } = make();
    const port = await freePort();
    const words = ['--port', '0', '--tls-port', String(port), '--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', authority.file];
    const redis: ChildProcess = spawn('redis-server', [...words, '--tls-auth-clients', 'no', '--bind', '127.0.0.1', '--save', ''], { stdio: 'pipe' });
    try {
      let output = '';
      redis.stdout?.on('data', (text: Buffer) => {
        output += text.toString();
      });
      await until(() => output.includes('Ready to accept connections'));
      const script = `${codeOf} import { Redis } from 'ioredis';
        const redis = new Redis(process.argv[1], { maxRetriesPerRequest: 0, retryStrategy: () => null, lazyConnect: true });
        redis.on('error', () => undefined);
        console.log(await new Promise((done) => { redis.once('error', (e) => done(code(e))); redis.connect().then(() => redis.ping()).then(() => done('answered'), () => undefined); }));
        redis.disconnect()`;
      expect(await inProcess(script, `rediss://127.0.0.1:${port}`)).toMatch(says);
    } finally {
      redis.kill('SIGKILL');
    }
  });
});

describe('production', () => {
  const problemsOf = (env: Record<string, string>): string => {
    try {
      loadSettings(ServiceSettings, { NODE_ENV: 'production', ...env });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const plain = { REFERENCE_URL: 'http://svc-reference:4100', MEDIA_URL: 'http://svc-media:4104', WITNESS_URL: 'http://witness:4110' };

  it('refuses addresses without TLS, and a service without a certificate', () => {
    const said = problemsOf({ ...plain, REDIS_URL: 'redis://redis:6379' });
    for (const name of [...Object.keys(plain), 'REDIS_URL']) expect(said).toMatch(new RegExp(`- ${name} must be an address with TLS in production, unless`));
    for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE'])
      expect(said).toMatch(new RegExp(`- ${name} is not set .*; production needs it unless SERVICES_TLS is off`));
    expect(problemsOf({ REDIS_URL: 'redis+cluster://redis:6379' })).toContain('- REDIS_URL must be an address with TLS');
  });

  it('takes them where a setting says so plainly', () => {
    expect(problemsOf({ ...plain, REDIS_URL: 'redis://redis:6379', SERVICES_TLS: 'off', REDIS_TLS: 'off' })).not.toMatch(/TLS_CERT_FILE|_URL must/);
    const secure = Object.fromEntries(Object.entries(plain).map(([name, url]) => [name, url.replace('http:', 'https:')]));
    const files = { TLS_CERT_FILE: join('a', 'b.pem'), TLS_KEY_FILE: join('a', 'c.pem') };
    expect(problemsOf({ ...secure, ...files, REDIS_URL: 'rediss://redis:6379' })).not.toMatch(/TLS_CERT_FILE|_URL must/);
  });
});
