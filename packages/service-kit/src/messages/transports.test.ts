import { execFileSync } from 'node:child_process';
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { L } from '@portal/contract-kit';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { MailServer } from '../testing/mail-server.ts';
import type { Letter } from './letter.ts';
import { mailTransport } from './mail-transport.ts';
import { htmlOf, shortTextOf, textOf } from './render-letter.ts';
import { smsTransport } from './sms-transport.ts';
import { DeliveryError, withoutAddresses } from './transport.ts';

const letter: Letter = {
  event: 'changed',
  language: 'en',
  subject: L('Changed', 'Alterado'),
  paragraphs: [L('<b>Something</b> & more', 'Algo')],
  link: { label: L('Open', 'Abrir'), url: 'http://localhost:8080/x' },
  short: L('ARR-1, Cleared.', 'ARR-1, Desalfandegado.'),
};
const message = { id: '00000000-0000-0000-0000-00000000000a', to: 'ana@example.org', letter };
const settingsWith = (env: Record<string, string>) => loadSettings(ServiceSettings, { MAIL_FROM: 'Portal <no-reply@portal.example>', ...env });
/** Returns what a transport does with a message: `taken`, or why the message was not accepted. */
async function outcome(send: () => Promise<void>): Promise<string> {
  try {
    await send();
    return 'taken';
  } catch (error) {
    return (error as DeliveryError).how;
  }
}

describe('e-mail', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-mail-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const servers: MailServer[] = [];
  const serve = async (...options: ConstructorParameters<typeof MailServer>): Promise<MailServer> => {
    const server = await new MailServer(...options).start();
    servers.push(server);
    return server;
  };
  const send = async (env: Record<string, string>) => {
    const transport = await mailTransport(settingsWith(env), 'trips');
    return outcome(() => transport.send(message));
  };

  beforeAll(() => {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('goes over TLS with the account of SMTP_URL, to a server that it trusts', async () => {
    const server = await serve({ key: readFileSync(key), cert: readFileSync(cert), authMethods: ['PLAIN', 'LOGIN'] });
    const url = `smtp://portal:secret@localhost:${server.port}`;
    expect(await send({ SMTP_URL: url })).toBe('down');
    expect(server.taken).toHaveLength(0);
    expect(await send({ SMTP_URL: url, SMTP_CA: cert })).toBe('taken');
    expect(server.taken.map(({ secure, user, mail }) => [secure, user, mail.messageId])).toEqual([[true, 'portal', `<${message.id}@trips.portal.example>`]]);
  });

  it('does not go to a server without STARTTLS, unless that is allowed', async () => {
    const server = await serve();
    expect(await send({ SMTP_URL: server.url })).toBe('down');
    expect(server.taken).toHaveLength(0);
    expect(await send({ SMTP_URL: server.url, SMTP_TLS: 'opportunistic' })).toBe('taken');
  });

  it('is signed with the key of DKIM_KEY', async () => {
    const server = await serve();
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const file = join(folder, 'dkim.pem');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(await send({ SMTP_URL: server.url, SMTP_TLS: 'never', DKIM_KEY: file, DKIM_SELECTOR: 'border' })).toBe('taken');
    const raw = server.taken[0]?.raw ?? '';
    const header = /^DKIM-Signature: (.*)$/m.exec(raw)?.[1]?.trim() ?? '';
    expect(header).toMatch(/d=portal\.example;/);
    expect(header).toMatch(/s=border;/);
    // Relaxed canonicalization of the signed headers (RFC 6376, 3.4.2).
    const tag = (name: string): string => new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(header)?.[1]?.replace(/\s/g, '') ?? '';
    const head = raw.split('\r\n\r\n', 1)[0] ?? '';
    const lines = tag('h')
      .split(':')
      .flatMap((name) => new RegExp(`^${name}:(.*)$`, 'im').exec(head)?.[1]?.replace(/\s+/g, ' ').trim() ?? [])
      .map((value, i) => `${tag('h').split(':')[i]?.toLowerCase()}:${value}`);
    const own = `dkim-signature:${header
      .replace(/\s+/g, ' ')
      .replace(/(;?\s*b=)[^;]*$/, '$1')
      .trim()}`;
    const verifier = createVerify('RSA-SHA256').update([...lines, own].join('\r\n'));
    expect(verifier.verify(publicKey, Buffer.from(tag('b'), 'base64'))).toBe(true);
  });

  it.each([
    [550, 'refused'],
    [451, 'later'],
    [421, 'down'],
  ])('whose recipient is answered %d is %s', async (code, how) => {
    const server = await serve();
    server.refusal = () => code;
    expect(await send({ SMTP_URL: server.url, SMTP_TLS: 'never' })).toBe(how);
  });

  it('waits while there is no server', async () => {
    const server = await serve();
    await server.stop();
    expect(await send({ SMTP_URL: server.url })).toBe('down');
  });
});

describe('a short message', () => {
  let server: Server;
  let status = 200;
  const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        calls.push({ headers: request.headers, body });
        response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end('said');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => server.close());

  it('is one line and the link, with an id that the adapter can recognise', async () => {
    const SMS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
    const transport = smsTransport(settingsWith({ SMS_URL, SMS_TOKEN: 'a-token-of-the-operator' }));
    await transport.send({ ...message, to: '+67077123456' });
    expect(calls[0]?.headers).toMatchObject({ authorization: 'Bearer a-token-of-the-operator', 'idempotency-key': message.id });
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ id: message.id, to: '+67077123456', text: 'Single Window: ARR-1, Cleared.\nhttp://localhost:8080/x' });
    // A redirect counts as `down`: following it would send the operator's token to an address that is not in the settings.
    const answers: Record<number, string> = { 202: 'taken', 400: 'refused', 401: 'down', 429: 'later', 500: 'down', 307: 'down' };
    for (const [code, how] of Object.entries(answers)) {
      status = Number(code);
      expect([code, await outcome(() => transport.send(message))]).toEqual([code, how]);
    }
    expect(calls).toHaveLength(Object.keys(answers).length + 1);
  });
});

describe('a letter', () => {
  const sender = { portalName: 'Single Window', publicUrl: 'https://portal.example' };

  it('cannot put markup into its HTML', () => {
    expect(htmlOf(letter, sender)).toContain('&lt;b&gt;Something&lt;/b&gt; &amp; more');
  });

  it('says everything in both languages where the reader’s is not known', () => {
    const both = { ...letter, language: undefined };
    expect(textOf(both, sender)).toMatch(/Something[\s\S]*Algo/);
    expect(htmlOf(both, sender)).toMatch(/lang="en"[\s\S]*lang="en"[\s\S]*lang="pt"/);
    expect(shortTextOf(both, sender)).toContain('ARR-1, Cleared. / ARR-1, Desalfandegado.');
    expect(textOf(letter, sender)).not.toContain('Algo');
  });

  it('says the same without pictures: the reference stands beside each QR code', () => {
    const html = htmlOf({ ...letter, qr: [{ url: 'https://portal.example/v/x', caption: 'ARR-1' }] }, sender);
    expect(html).toMatch(/<img src="cid:code-1@portal"[^>]*alt="QR code: ARR-1"/);
    expect(html.replace(/<img[^>]*>/, '')).toContain('ARR-1');
  });
});

it('what a server says is kept without addresses', () => {
  expect(withoutAddresses('550 <ana@example.org>: no such user, call +670 7712 3456')).toBe('550 <a…@e…>: no such user, call …56');
});
