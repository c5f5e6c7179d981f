import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSignedRegistry } from '@portal/remotes/testing';
import { type GatewayUnderTest, navigation, openGateway, script, TestBrowser, tokensIn } from '../testing/gateway-under-test.ts';
import { ManifestKey } from './manifest-key.ts';
import type { OfflineManifest } from './offline-manifest.ts';

const shell =
  '<!doctype html><html lang="en"><head><title>Single Window</title><!--PRELOAD--></head><body><div id="shell"><!--SHELL--></div><!--REGISTRY--></body></html>';

const area = (version: string) => ({
  name: 'mf-trips',
  version,
  prefixes: ['/eservice/triptic', '/other/triptic'],
  entry: `/remotes/mf-trips/${version}/remoteEntry.0a1b2c3d.js`,
  integrity: { [`/remotes/mf-trips/${version}/remoteEntry.0a1b2c3d.js`]: `sha384-${'a'.repeat(64)}` },
  title: { en: 'Trips', pt: 'Viagens' },
  api: '/api/trips',
  menu: [],
  offline: { screens: ['/eservice/triptic/new'], under: ['/eservice/triptic'], calls: ['/v1/triptic/trip/info'], catalogues: ['countries'] },
});

const sha384 = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;

describe('what a device may keep', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await openGateway((_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'), shell);
    mkdirSync(join(gateway.folder, 'web/assets'), { recursive: true });
    writeFileSync(join(gateway.folder, 'web/sw.js'), 'const key = "__PORTAL_OFFLINE_KEY__";');
    writeFileSync(join(gateway.folder, 'web/assets/main.0a1b2c3d.js'), 'run()');
    writeFileSync(join(gateway.folder, 'web/offline-files.json'), JSON.stringify(['/assets/main.0a1b2c3d.js', '/assets/gone.js']));
    await writeSignedRegistry(gateway.folder, [area('1.0.0-aa')], 1);
  });
  afterAll(() => gateway.close());

  async function manifest(browser = new TestBrowser(gateway.origin)): Promise<OfflineManifest> {
    const worker = await browser.open('/sw.js', { 'sec-fetch-dest': 'serviceworker', 'sec-fetch-mode': 'same-origin' });
    const key = createPublicKey({ key: Buffer.from(/"(.+)"/.exec(worker.text)?.[1] ?? '', 'base64'), format: 'der', type: 'spki' });
    const signed = JSON.parse((await browser.open('/offline.json', script)).text) as { manifest: string; signature: string };
    const check = (text: string) => verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signed.signature, 'base64'));
    expect([check(signed.manifest), check(signed.manifest.replace('1.0.0-aa', '1.0.0-bb').replace('"en"', '"xx"'))]).toEqual([true, false]);
    return JSON.parse(signed.manifest);
  }

  it('is signed: pages with their hashes and headers, files of the shell and of areas that work offline, calls and catalogues', async () => {
    const browser = new TestBrowser(gateway.origin);
    const { pages, files, calls, catalogues, headers } = await manifest(browser);
    expect(pages.map(({ path, under }) => [path, under])).toEqual([
      ['/', undefined],
      ['/my', undefined],
      ['/privacy', undefined],
      ['/contact', undefined],
      ['/accessibility', undefined],
      ['/eservice/triptic/new', undefined],
      ['/eservice/triptic/-', ['/eservice/triptic']],
    ]);
    for (const { path, integrity } of pages) {
      const page = await browser.open(path, script);
      expect([path, sha384(page.text), tokensIn(page.text)]).toEqual([path, integrity, undefined]);
    }
    expect(files).toEqual({
      '/assets/main.0a1b2c3d.js': sha384('run()'),
      '/remotes/mf-trips/1.0.0-aa/remoteEntry.0a1b2c3d.js': `sha384-${'a'.repeat(64)}`,
    });
    expect([calls, catalogues]).toEqual([['/api/trips/v1/triptic/trip/info'], ['countries']]);
    expect(headers['content-security-policy']).toBe((await browser.open('/', navigation)).headers['content-security-policy']);
  });

  it('follows the registry and the language: a version that is not deployed any more is not in it', async () => {
    const browser = new TestBrowser(gateway.origin);
    browser.cookies.set('portal.language', 'pt');
    expect((await manifest(browser)).language).toBe('pt');
    const before = await browser.open('/offline.json', script);
    expect((await browser.open('/offline.json', { ...script, 'if-none-match': before.headers.etag as string })).status).toBe(304);
    await writeSignedRegistry(gateway.folder, [area('2.0.0-bb')], 2);
    const after = await manifest(browser);
    expect([after.generation, Object.keys(after.files)[1]]).toEqual([2, '/remotes/mf-trips/2.0.0-bb/remoteEntry.0a1b2c3d.js']);
    expect((await browser.open('/offline.json', { ...script, 'if-none-match': before.headers.etag as string })).status).toBe(200);
  });

  it('is signed with the same key by every gateway with the same secret, and with another one otherwise', () => {
    const [one, same, other] = ['a secret of many', 'a secret of many', 'another secret'].map((secret) => new ManifestKey(secret));
    expect(one?.publicKey).toBe(same?.publicKey);
    expect(one?.publicKey).not.toBe(other?.publicKey);
  });

  it('comes with a worker that may reach this portal alone, and with what makes the portal installable', async () => {
    const browser = new TestBrowser(gateway.origin);
    const worker = await browser.open('/sw.js');
    expect([worker.headers['content-security-policy'], worker.headers['cache-control']]).toEqual([
      "default-src 'none'; script-src 'self'; connect-src 'self'",
      'no-cache',
    ]);
    const app = await browser.open('/manifest.webmanifest', { 'accept-language': 'pt' });
    expect([app.headers['content-type'], JSON.parse(app.text)]).toEqual([
      'application/manifest+json',
      expect.objectContaining({ lang: 'pt', start_url: '/', display: 'standalone', theme_color: '#0b2545' }),
    ]);
  });
});
