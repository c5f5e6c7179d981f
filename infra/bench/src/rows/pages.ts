import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { median } from '../measure.ts';
import type { Report } from '../report.ts';
import { listen } from '../server.ts';

/** A mid-range phone on a slow connection. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const cpuSlowdown = 4;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What the browser measures of a page, and what was loaded. */
interface Visit {
  lcp: number;
  tbt: number;
  cls: number;
  bytes: number;
  requests: number;
  html: string;
  css: string;
}

type Seen = Pick<Visit, 'lcp' | 'tbt' | 'cls'>;
declare global {
  interface Window {
    benchSeen: Seen;
  }
}

/** Runs in the page: observes what it paints and how long it is busy. */
function observe(): void {
  const seen: Seen = { lcp: 0, tbt: 0, cls: 0 };
  window.benchSeen = seen;
  const on = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  on('longtask', (entry) => {
    seen.tbt += Math.max(0, entry.duration - 50);
  });
  on('layout-shift', (entry) => {
    seen.cls += entry.value ?? 0;
  });
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slowNetwork);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  let bytes = 0;
  let requests = 0;
  devtools.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength;
    requests += 1;
  });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => ({ ...window.benchSeen }));
  const html = await page.evaluate(() => document.documentElement.outerHTML.replace(/<script[\s\S]*?<\/script>|<link[^>]*(preload|stylesheet)[^>]*>/g, ''));
  const css = await page.evaluate(() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n'));
  await context.close();
  return { ...seen, bytes: bytes / 1000, requests, html, css };
}

/** Serves a drawn page as HTML and CSS without a script. */
async function staticPage({ html, css }: Visit): Promise<{ url: string; close(): void }> {
  const page = `<!doctype html>${html.replace('</head>', '<link rel="stylesheet" href="/page.css"></head>')}`;
  const server = createServer((request, response) => {
    const [type, text] = request.url === '/' ? ['text/html; charset=utf-8', page] : ['text/css', css];
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(brotliCompressSync(text));
  });
  return { url: `${await listen(server)}/`, close: () => server.close() };
}

/** Runs in the page: clicks a link and waits for what it leads to. @returns milliseconds until it is painted */
const follow = ([link, wanted, unwanted]: string[]): Promise<number> =>
  new Promise((resolve) => {
    const began = performance.now();
    const watcher = new MutationObserver(() => {
      if (!document.querySelector(wanted) || (unwanted && document.querySelector(unwanted))) return;
      watcher.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - began));
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    document.querySelector<HTMLElement>(link)?.click();
  });

const parts: [what: string, key: 'bytes' | 'requests' | keyof Seen, unit: string, target: string][] = [
  ['bytes (brotli)', 'bytes', 'kB', '200'],
  ['requests', 'requests', '', '14'],
  ['largest contentful paint', 'lcp', 'ms', '2,000'],
  ['total blocking time', 'tbt', 'ms', '200'],
  ['layout shift', 'cls', '', '0.05'],
];

/** Measures first pages and changes of area, on a mid-range phone. @param url of the portal */
export async function pages(report: Report, url: string, rounds: number): Promise<void> {
  report.section(
    'Pages',
    `Chromium with the CPU slowed down ${cpuSlowdown} times, 1.6 Mbit/s, 150 ms latency, empty cache. Baseline: the same page as HTML and CSS without scripts.`,
  );
  const browser = await chromium.launch({ args: flags, executablePath: process.env.CHROMIUM_PATH });
  try {
    for (const [name, path] of [
      ['home', '/'],
      ['arrival form', '/eservice/traveller/declaration'],
    ]) {
      const [ours, bare]: Visit[][] = [[], []];
      const fixed = await staticPage(await visit(browser, url + path));
      for (let round = 0; round < rounds; round++) {
        ours.push(await visit(browser, url + path));
        bare.push(await visit(browser, fixed.url));
      }
      fixed.close();
      for (const [what, key, unit, target] of parts) {
        const of = (visits: Visit[]): number => median(visits.map((one) => one[key]));
        report.add({ what: `${name}: ${what}`, ours: of(ours), limit: of(bare), unit, target });
      }
    }
    const page = await browser.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    const warm: number[] = [];
    for (let round = 0; round < rounds + 1; round++) {
      for (const path of ['/eservice/traveller/declaration/search', '/eservice/medical/professional/search', '/eservice/triptic/validity']) {
        const took = await page.evaluate(follow, [`main a[href="${path}"]`, '[data-area] h1', '']);
        // The first round loads the areas.
        if (round > 0) warm.push(took);
        await page.evaluate(follow, ['header a[href="/"]', '.shell-services', '[data-area]']);
      }
    }
    report.add({ what: 'navigate to another area, warm cache, CPU not slowed down', ours: median(warm), unit: 'ms', target: '300' });
  } finally {
    await browser.close();
  }
}
