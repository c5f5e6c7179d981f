import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { phonePage, slowDown, withBrowser } from '../browser.ts';
import { median } from '../measure.ts';
import { machineLoadNote, type Report } from '../report.ts';
import { listen } from '../server.ts';
import { declarationsOf, registerArrival } from './run.ts';

/** A mid-range phone on a slow connection. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const cpuSlowdown = 4;

/** What the browser measures of a page, and the content of the page. */
interface Visit {
  lcp: number;
  /** Total blocking time in ms: the part of each task beyond 50 ms, from the first paint on. Before the first paint there is nothing to press. */
  tbt: number;
  cls: number;
  /** When the first button worked, that is, when the script had hydrated the prerendered page, in ms. */
  ready: number;
  html: string;
  css: string;
}

type Seen = Pick<Visit, 'lcp' | 'tbt' | 'cls' | 'ready'>;
declare global {
  interface Window {
    benchSeen: Seen;
  }
}

/** Runs in the page: observes when it paints, how long it is busy and when its scripts have hydrated it. */
function observe(): void {
  const seen: Seen = { lcp: 0, tbt: 0, cls: 0, ready: 0 };
  window.benchSeen = seen;
  let firstPaint = Number.POSITIVE_INFINITY;
  const tasks: PerformanceEntry[] = [];
  const countTasks = (): void => {
    const blocked = tasks.map(({ startTime, duration }) => startTime + duration - Math.max(startTime, firstPaint) - 50);
    seen.tbt = blocked.reduce((sum, each) => sum + Math.max(0, each), 0);
  };
  const on = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') firstPaint = startTime;
    countTasks();
  });
  on('longtask', (entry) => {
    tasks.push(entry);
    countTasks();
  });
  on('layout-shift', (entry) => {
    seen.cls += entry.value ?? 0;
  });
  const look = (): void => {
    if (document.querySelector('main h1') && !document.querySelector('[data-waiting]')) seen.ready = performance.now();
    else setTimeout(look, 20);
  };
  look();
}

/** Opens a page in a browser with empty storage and caches, on a mid-range phone. */
async function phone(browser: Browser): ReturnType<typeof phonePage> {
  const { page, devtools } = await phonePage(browser);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slowNetwork);
  await slowDown(devtools, cpuSlowdown);
  return { page, devtools };
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const { page } = await phone(browser);
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => window.benchSeen.ready > 0);
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => ({ ...window.benchSeen }));
  const html = await page.evaluate(() => document.documentElement.outerHTML.replace(/<script[\s\S]*?<\/script>|<link[^>]*(preload|stylesheet)[^>]*>/g, ''));
  const css = await page.evaluate(() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n'));
  await page.context().close();
  return { ...seen, html, css };
}

/** Runs in the page: resolves when the page has been painted and, if it has a form, when pressing its button has an effect. */
const usable = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      const button = document.querySelector<HTMLElement>('[data-waiting] [type="submit"]');
      button?.click();
      const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
      if (isPainted && (!button || button.hasAttribute('data-pressed'))) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });

/** Measures the bytes and requests until the page can be read, its first field accepts text, and both typing and pressing have an effect. */
async function firstUse(browser: Browser, url: string): Promise<{ bytes: number; requests: number }> {
  const { page, devtools } = await phone(browser);
  const received = { bytes: 0, requests: 0 };
  devtools.on('Network.responseReceived', ({ response }) => {
    received.requests += 1;
    received.bytes += response.encodedDataLength / 1000;
  });
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
    received.bytes += encodedDataLength / 1000;
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.evaluate(usable);
  const first = { ...received };
  await page.context().close();
  return first;
}

/**
 * Serves a rendered page as HTML, CSS and pictures without scripts and fonts, with the security headers of the portal. One of these headers makes the browser
 * start another process when it receives the headers.
 */
async function staticPage({ html, css }: Visit, portal: string): Promise<{ url: string; close(): void }> {
  const page = brotliCompressSync(`<!doctype html>${html.replace('</head>', '<link rel="stylesheet" href="/page.css"></head>')}`);
  const sheet = brotliCompressSync(css);
  const { headers } = await fetch(portal);
  const secure = Object.fromEntries([...headers].filter(([name]) => /policy|^x-/.test(name)));
  const pictures = new Map<string, [string, Buffer]>();
  for (const [, address] of html.matchAll(/<img[^>]* src="(\/[^"]+)"/g)) {
    const path = address.replaceAll('&amp;', '&');
    const picture = await fetch(new URL(path, portal));
    pictures.set(path, [picture.headers.get('content-type') ?? '', brotliCompressSync(Buffer.from(await picture.arrayBuffer()))]);
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, bytes] = url === '/' ? ['text/html; charset=utf-8', page] : url === '/page.css' ? ['text/css', sheet] : (pictures.get(url) ?? []);
    if (bytes) response.writeHead(200, { ...secure, 'content-type': type, 'content-encoding': 'br' }).end(bytes);
    else response.writeHead(404).end();
  });
  return { url: `${await listen(server)}/`, close: () => server.close() };
}

/** Runs in the page: clicks a link and waits for its target. @returns milliseconds until the target is painted */
const follow = ([link, wanted, unwanted]: string[]): Promise<number> =>
  new Promise((resolve) => {
    const began = performance.now();
    const watcher = new MutationObserver(() => {
      const isThere = [...document.querySelectorAll(wanted)].some((each) => each.checkVisibility());
      if (!isThere || (unwanted && document.querySelector(unwanted))) return;
      watcher.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - began));
    });
    // A step that was rendered while hidden is shown by a change of its style.
    watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
    document.querySelector<HTMLElement>(link)?.click();
  });

/**
 * Measures the milliseconds from Continue on the first step of the arrival form until the first fields of the second step are painted. @param slowdown factor
 * by which the processor is slowed down
 */
async function nextStep(browser: Browser, url: string, slowdown: number): Promise<number> {
  const { page, devtools } = await phonePage(browser);
  await page.goto(`${url}${arrivalForm}`, { waitUntil: 'networkidle' });
  const pick = async (label: RegExp, typed: string): Promise<void> => {
    const box = page.getByRole('combobox', { name: label });
    await box.click();
    await box.fill(typed);
    await page.locator('li[role="option"]').first().click();
  };
  await page
    .locator('select')
    .and(page.getByLabel(/^Purpose of travel/))
    .selectOption({ label: 'Visitor' });
  await pick(/^Country of origin/, 'Portugal');
  await pick(/^Entry point/, 'Dili');
  await pick(/^Flight/, 'QG500');
  await page
    .locator('select')
    .and(page.getByLabel(/^Arrival date/))
    .selectOption({ index: 1 });
  await page.waitForTimeout(1_000);
  await slowDown(devtools, slowdown);
  const took = await page.evaluate(follow, ['form [type="submit"]', '#field-travellerCode', '']);
  await page.context().close();
  return took;
}

const arrivalForm = '/eservice/traveller/declaration';

/** The maximum number of runs for each page. More runs would take longer than the extra information is worth. */
const MOST_ROUNDS = 3;

/** Measures first page loads, the next step of a form and changes of area, on a mid-range phone. @param url of the portal */
export async function pages(report: Report, url: string, wantedRounds: number): Promise<void> {
  const rounds = Math.min(wantedRounds, MOST_ROUNDS);
  report.section(
    'Pages',
    `Chromium with the CPU slowed down ${cpuSlowdown} times, 1.6 Mbit/s, 150 ms latency, empty cache. Baseline: the same page as HTML, CSS and pictures, without scripts and font, with the same headers. Blocking time is what tasks take beyond 50 ms each from the first paint on. Bytes (brotli) and requests are those before the page can be read and its first field can be filled in; typing and clicks are kept from then on. At most ${MOST_ROUNDS} rounds. ${machineLoadNote()}`,
  );
  const { id } = await registerArrival(declarationsOf(url));
  await withBrowser(async (browser) => {
    for (const [name, path] of [
      ['home', '/'],
      ['arrival form', arrivalForm],
      ['departure form', '/eservice/departure/declaration'],
      ['licence form', '/eservice/medical/professional'],
      ['trip form', '/eservice/triptic/outbound'],
      ['page with the QR code', `${arrivalForm}/qr/${id}`],
    ]) {
      const first = await visit(browser, url + path);
      const fixed = await staticPage(first, url + path);
      const [ours, bare]: Visit[][] = [[first], []];
      for (let round = 0; round < rounds; round++) {
        bare.push(await visit(browser, fixed.url));
        if (round > 0) ours.push(await visit(browser, url + path));
      }
      fixed.close();
      const { bytes, requests } = await firstUse(browser, url + path);
      const of = (visits: Visit[], key: keyof Seen): number => median(visits.map((one) => one[key]));
      report.add({ what: `${name}: largest contentful paint`, ours: of(ours, 'lcp'), limit: of(bare, 'lcp'), unit: 'ms', target: { ratio: 1.15 } });
      report.add({ what: `${name}: total blocking time`, ours: of(ours, 'tbt'), limit: of(bare, 'tbt'), unit: 'ms', target: { value: 80 } });
      report.add({ what: `${name}: layout shift`, ours: of(ours, 'cls'), unit: '', target: { value: 0 } });
      report.add({ what: `${name}: bytes before first use`, ours: bytes, unit: 'kB', target: { value: 90 } });
      report.add({ what: `${name}: requests before first use`, ours: requests, unit: '', target: { value: 8 } });
      report.add({ what: `${name}: first button works`, ours: of(ours, 'ready'), unit: 'ms' });
    }
    for (const [slowdown, words] of [
      [1, 'not slowed down'],
      [cpuSlowdown, 'slowed down'],
    ] as const) {
      const steps: number[] = [];
      for (let round = 0; round < rounds; round++) steps.push(await nextStep(browser, url, slowdown));
      report.add({ what: `next step of the arrival form, warm, CPU ${words}`, ours: median(steps), unit: 'ms', target: { value: 100 } });
    }
    const page = await browser.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    const warm: number[] = [];
    for (let round = 0; round < rounds + 1; round++) {
      for (const path of ['/eservice/traveller/declaration/search', '/eservice/medical/professional/search', '/eservice/triptic/validity']) {
        const took = await page.evaluate(follow, [`main a[href="${path}"]`, '[data-area] h1', '']);
        // The first round is not counted, because it loads the areas.
        if (round > 0) warm.push(took);
        await page.evaluate(follow, ['header a[href="/"]', '.shell-services__list', '[data-area]']);
      }
    }
    report.add({ what: 'navigate to another area, warm cache, CPU not slowed down', ours: median(warm), unit: 'ms', target: { value: 100 } });
  });
}
