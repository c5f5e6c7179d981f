import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSignedRegistry } from '@portal/remotes/testing';
import sharp from 'sharp';
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
    writeFileSync(
      join(gateway.folder, 'web/emblem.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#dc241f" d="M0 0h40v40H0z"/></svg>',
    );
    writeFileSync(join(gateway.folder, 'web/sw.js'), 'const key = "__PORTAL_OFFLINE_KEY__";');
    writeFileSync(join(gateway.folder, 'web/assets/main.0a1b2c3d.js'), 'run()');
    writeFileSync(join(gateway.folder, 'web/assets/decode-worker.0a1b2c3d.js'), 'read()');
    writeFileSync(
      join(gateway.folder, 'web/offline-files.json'),
      JSON.stringify({ pages: ['/assets/main.0a1b2c3d.js', '/assets/gone.js'], scanner: ['/assets/decode-worker.0a1b2c3d.js'] }),
    );
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
    const { pages, files, scanner, calls, catalogues, headers } = await manifest(browser);
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
    // The file has the same content security policy offline as online.
    const reader = await browser.open('/assets/decode-worker.0a1b2c3d.js', script);
    expect(scanner).toEqual({
      '/assets/decode-worker.0a1b2c3d.js': {
        integrity: sha384('read()'),
        headers: {
          'content-type': reader.headers['content-type'],
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining("'wasm-unsafe-eval'"),
        },
      },
    });
    expect(scanner['/assets/decode-worker.0a1b2c3d.js']?.headers['content-security-policy']).toBe(reader.headers['content-security-policy']);
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

  describe('as an app', () => {
    interface Icon {
      src: string;
      type: string;
      sizes: string;
      purpose: string;
    }
    const png = async (address: string) => {
      const answer = await fetch(new URL(address, gateway.origin));
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const listed = async (): Promise<Icon[]> => ((await (await fetch(`${gateway.origin}/manifest.webmanifest`)).json()) as { icons: Icon[] }).icons;

    it('has icons as PNG of the sizes that it says, and the emblem itself', async () => {
      const icons = await listed();
      expect(icons.map(({ sizes, purpose, type }) => [sizes, purpose, type])).toEqual([
        ['192x192', 'any', 'image/png'],
        ['512x512', 'any', 'image/png'],
        ['512x512', 'maskable', 'image/png'],
        ['any', 'any', 'image/svg+xml'],
      ]);
      for (const { src, sizes } of icons.slice(0, 3)) {
        const { answer, bytes } = await png(src);
        expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
          200,
          'image/png',
          'public, max-age=31536000, immutable',
        ]);
        // A PNG starts with a signature. The width and height are in its first chunk.
        expect(bytes.subarray(0, 16).toString('latin1')).toBe('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
        expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
      }
      expect((await png('/icons/icon-512.0123456789abcdef.png')).answer.status).toBe(404);
    });

    it('has a maskable icon whose emblem no mask cuts, on the colour of the header', async () => {
      const address = (await listed()).find(({ purpose }) => purpose === 'maskable')?.src ?? '';
      const { data, info } = await sharp((await png(address)).bytes)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const colours = { within: new Set<string>(), outside: new Set<string>() };
      for (let y = 0; y < info.height; y++) {
        for (let x = 0; x < info.width; x++) {
          const at = (y * info.width + x) * info.channels;
          const far = Math.hypot(x + 0.5 - info.width / 2, y + 0.5 - info.height / 2) > info.width * 0.4;
          colours[far ? 'outside' : 'within'].add(data.subarray(at, at + 3).toString('hex'));
        }
      }
      expect([...colours.outside]).toEqual(['0b2545']);
      expect(colours.within).toContain('dc241f');
    });

    it('has an icon without transparent parts for the home screen of iOS', async () => {
      const { answer, bytes } = await png('/apple-touch-icon.png');
      expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual(['image/png', 'no-cache']);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 180, height: 180, hasAlpha: false });
    });

    it('gives its icons another address when the emblem changes', async () => {
      const before = await listed();
      writeFileSync(
        join(gateway.folder, 'web/emblem.svg'),
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><circle cx="20" cy="10" r="9"/></svg>',
      );
      const after = await listed();
      expect(after[0]?.src).not.toBe(before[0]?.src);
      const { answer, bytes } = await png(after[0]?.src ?? '');
      expect([answer.status, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([200, 192, 192]);
    });
  });
});
