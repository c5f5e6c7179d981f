import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { until } from '@portal/service-kit/testing';
import { type GatewayUnderTest, navigation, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';
import { HomeNumbers } from './public-numbers.ts';

const page = '<!doctype html><html lang="en"><head><title>Single Window</title><!--PRELOAD--></head><body><!--SHELL--><!--REGISTRY--></body></html>';
/** Replaces the shell's own rendering module. */
const drawing = `exports.drawPage = async ({ settings }) => ({ title: 'Portal', html: '<main>' + (settings['public-numbers'] || 'none') + '</main>' });`;
const numbers = { from: '2026-11-16', to: '2026-11-22', registered: 1234, onTime: 97 };

describe('the numbers on the public home', () => {
  let told: { status: number; body: object };
  let asked: string[];
  let gateway: GatewayUnderTest;

  const open = async (more: Record<string, string>): Promise<void> => {
    asked = [];
    told = { status: 200, body: { model: numbers } };
    gateway = await openGateway(
      (request, response) => {
        if (request.url?.includes('public-numbers')) asked.push(request.url);
        response.writeHead(told.status, { 'content-type': 'application/json' }).end(JSON.stringify(told.body));
      },
      page,
      more,
    );
    mkdirSync(join(gateway.folder, 'web', '.page'));
    writeFileSync(join(gateway.folder, 'web', '.page', 'prerender.cjs'), drawing);
  };
  const home = async (): Promise<string> => (await new TestBrowser(gateway.origin).open('/', navigation)).text;
  afterEach(() => gateway.close());

  it('stand in its HTML and among its settings, and are asked for once a minute', async () => {
    await open({ PUBLIC_NUMBERS: 'on' });
    await until(async () => (await home()).includes('<main>{'));
    const html = await home();
    expect(html).toContain(`<main>${JSON.stringify(numbers)}</main>`);
    expect(html).toContain('<meta name="portal-public-numbers" content="{&#34;from&#34;:&#34;2026-11-16&#34;');
    expect(asked).toEqual(['/v1/public-numbers']);
  });

  it('are not in the page that a device stores, which matches its hash in the offline manifest', async () => {
    await open({ PUBLIC_NUMBERS: 'on' });
    await until(async () => (await home()).includes('<main>{'));
    const browser = new TestBrowser(gateway.origin);
    const { manifest } = JSON.parse((await browser.open('/offline.json', script)).text) as { manifest: string };
    const { pages } = JSON.parse(manifest) as { pages: { path: string; integrity: string }[] };
    expect(pages.length).toBeGreaterThan(0);
    for (const { path, integrity } of pages) {
      const { text } = await browser.open(path, script);
      expect([path, `sha384-${createHash('sha384').update(text).digest('base64')}`]).toEqual([path, integrity]);
    }
    expect(await home()).toContain('<main>{');
  });

  it('are neither asked for nor shown unless the setting is on', async () => {
    await open({});
    for (let visit = 0; visit < 3; visit++) expect(await home()).toContain('<main>none</main>');
    expect(await home()).not.toContain('public-numbers');
    expect(asked).toEqual([]);
  });
});

describe('the numbers that the gateway keeps', () => {
  let service: Server;
  let told: { status: number; body: object };
  let now = 0;
  let asked = 0;
  let warnings = 0;
  let kept: HomeNumbers;
  beforeEach(async () => {
    [asked, warnings] = [0, 0];
    service = createServer((_request, response) => {
      asked++;
      response.writeHead(told.status, { 'content-type': 'application/json' }).end(JSON.stringify(told.body));
    });
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
    const declarationsUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    kept = new HomeNumbers({ publicNumbers: true, declarationsUrl }, { warn: () => warnings++ }, () => now);
  });
  afterEach(() => {
    service.closeAllConnections();
    service.close();
  });
  /** Lets the service be asked again, and waits until these numbers are shown. */
  const shown = async (status: number, body: object, expected: object | undefined): Promise<void> => {
    told = { status, body };
    now += 60_000;
    await until(async () => kept.current() === (expected ? JSON.stringify(expected) : ''));
  };

  it('are followed, stay while the service does not answer, and go where it tells none', async () => {
    await shown(200, { model: numbers }, numbers);
    await shown(200, { model: { ...numbers, registered: null } }, { ...numbers, registered: null });
    await shown(200, { model: numbers }, numbers);
    told = { status: 503, body: {} };
    now += 60_000;
    kept.current();
    await new Promise((done) => setTimeout(done, 200));
    expect(kept.current()).toBe(JSON.stringify(numbers));
    await shown(200, { model: { ...numbers, registered: null, onTime: null } }, undefined);
    await shown(200, { model: numbers }, numbers);
    await shown(404, {}, undefined);
  });

  it('are asked for again a minute after the service said that it publishes none, without a warning', async () => {
    await shown(200, { model: numbers }, numbers);
    await shown(404, {}, undefined);
    const before = asked;
    now += 30_000;
    kept.current();
    await new Promise((done) => setTimeout(done, 200));
    expect([asked, warnings]).toEqual([before, 0]);
  });
});
