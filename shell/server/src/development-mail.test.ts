import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { developmentMail } from './development-mail.ts';

describe('/dev/mail', () => {
  let folder: string;
  const apps: FastifyInstance[] = [];

  const open = async (nodeEnv = 'development') => {
    const app = Fastify();
    apps.push(app);
    await app.register(developmentMail, { settings: { nodeEnv, dataDir: folder } });
    return app.inject('/dev/mail');
  };
  const put = (name: string, message: unknown): void =>
    writeFileSync(join(folder, 'mail', name), typeof message === 'string' ? message : JSON.stringify(message));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-mail-'));
  });
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows every message, newest first, whenever its file was touched', async () => {
    mkdirSync(join(folder, 'mail'));
    put('b.json', { to: 'ana@example.org', subject: 'Second', text: 'Your code is 123456', at: '2026-01-02T10:00:00' });
    put('a.json', { to: 'ana@example.org', subject: 'First', text: 'Registered', at: '2026-01-01T10:00:00' });
    utimesSync(join(folder, 'mail', 'b.json'), 1, 1);
    const { statusCode, body } = await open();
    expect(statusCode).toBe(200);
    expect(body).toMatch(/Second[\s\S]*ana@example\.org[\s\S]*123456[\s\S]*First/);
  });

  it('is not there in production', async () => {
    mkdirSync(join(folder, 'mail'));
    put('a.json', { to: 'ana@example.org', subject: 'First', text: 'x', at: '2026-01-01T10:00:00' });
    expect((await open('production')).statusCode).toBe(404);
  });

  it('runs nothing that stands in a message', async () => {
    mkdirSync(join(folder, 'mail'));
    const hostile = `</pre><script>alert(1)</script><img src=x onerror="alert('1')">`;
    put('a.json', { to: hostile, subject: hostile, text: hostile, at: hostile });
    const { body, headers } = await open();
    expect(body).not.toMatch(/<script|<img|onerror="/);
    expect(body.match(/<\/pre>/g)).toHaveLength(1);
    expect(body.match(/&#60;script&#62;/g)).toHaveLength(4);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|script-src/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('shows a mail as a mail program does, without running anything', async () => {
    const id = '00000000-0000-0000-0000-00000000000a';
    mkdirSync(join(folder, 'mail'));
    put(`${id}.json`, { id, to: 'ana@example.org', subject: 'First', text: 'x', html: '<p style="color:red">Hello</p>', at: '2026-01-01T10:00:00' });
    expect((await open()).body).toContain(`href="/dev/mail/${id}"`);
    const app = apps[0] as FastifyInstance;
    const { body, headers } = await app.inject(`/dev/mail/${id}`);
    expect(body).toBe('<p style="color:red">Hello</p>');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:;.*sandbox/);
    for (const other of [id.replace('a', 'b'), '..%2f..%2fetc', 'x']) expect((await app.inject(`/dev/mail/${other}`)).statusCode).toBe(404);
  });

  it('leaves out what is no message, and is empty where nothing was sent', async () => {
    expect((await open()).body).toContain('There are none yet.');
    mkdirSync(join(folder, 'mail', 'folder.json'), { recursive: true });
    put('half.json', '{"to":');
    put('null.json', 'null');
    put('note.txt', 'x');
    put('odd.json', { to: 5, subject: ['x'], text: null });
    const { statusCode, body } = await open();
    expect([statusCode, body.match(/<article>/g)?.length]).toEqual([200, 1]);
  });
});
