import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { median } from '../lib/measure.mjs';

/** A phone of the middle range on a slow line. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SLOWER = 4;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Watches what the page paints and how long it is busy. */
function observe() {
  const seen = { lcp: 0, tbt: 0, cls: 0 };
  Object.assign(window, { benchSeen: seen });
  const on = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  on('longtask', (entry) => {
    seen.tbt += Math.max(0, entry.duration - 50);
  });
  on('layout-shift', (entry) => {
    seen.cls += entry.value;
  });
}

async function visit(browser, url) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
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

/** The page as it stood when it was drawn, as HTML and CSS without a script. */
async function staticPage({ html, css }) {
  const send = (response, type, text) => response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(brotliCompressSync(text));
  const server = createServer((request, response) =>
    request.url === '/'
      ? send(response, 'text/html; charset=utf-8', `<!doctype html>${html.replace('</head>', '<link rel="stylesheet" href="/page.css"></head>')}`)
      : send(response, 'text/css', css),
  );
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Follows a link of the home page into an area. @returns milliseconds until its heading stands there */
const enter = (path) =>
  new Promise((resolve) => {
    const began = performance.now();
    const look = () => {
      if (!document.querySelector('[data-area] h1')) return;
      watcher.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - began));
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { childList: true, subtree: true });
    document.querySelector(`main a[href="${path}"]`).click();
  });

const leave = () =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[data-area]') || !document.querySelector('.shell-services')) return;
      watcher.disconnect();
      resolve();
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { childList: true, subtree: true });
    document.querySelector('header a[href="/"]').click();
  });

const parts = [
  ['bytes (brotli)', 'bytes', 'kB', '200'],
  ['requests', 'requests', '', '14'],
  ['largest contentful paint', 'lcp', 'ms', '2,000'],
  ['total blocking time', 'tbt', 'ms', '200'],
  ['layout shift', 'cls', '', '0.05'],
];

/** First pages and changes of area, on a phone of the middle range. */
export async function pages({ report, portal, rounds }) {
  report.section(
    'Pages',
    `Chromium with the CPU slowed down ${SLOWER} times, 1.6 Mbit/s, 150 ms latency, empty cache. Baseline: the same page as HTML and CSS without scripts.`,
  );
  const browser = await chromium.launch({ args: flags, ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}) });
  try {
    for (const [name, path] of [
      ['home', '/'],
      ['arrival form', '/eservice/traveller/declaration'],
    ]) {
      const ours = [];
      const bare = [];
      const fixed = await staticPage(await visit(browser, portal.url + path));
      for (let round = 0; round < rounds; round++) {
        ours.push(await visit(browser, portal.url + path));
        bare.push(await visit(browser, fixed.url));
      }
      fixed.close();
      for (const [what, key, unit, target] of parts) {
        const of = (visits) => median(visits.map((visit) => visit[key]));
        report.add({ what: `${name}: ${what}`, ours: of(ours), limit: of(bare), unit, target });
      }
    }
    const page = await browser.newPage();
    await page.goto(portal.url, { waitUntil: 'networkidle' });
    const there = [];
    for (let round = 0; round < rounds + 1; round++) {
      for (const path of ['/eservice/traveller/declaration/search', '/eservice/medical/professional/search', '/eservice/triptic/validity']) {
        const took = await page.evaluate(enter, path);
        if (round > 0) there.push(took);
        await page.evaluate(leave);
      }
    }
    report.add({ what: 'navigate to another area, warm cache, CPU not slowed down', ours: median(there), unit: 'ms', target: '300' });
  } finally {
    await browser.close();
  }
}
