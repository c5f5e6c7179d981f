import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { installedEngines } from '../infra/dev/lib/engines.mjs';
import type { Options, Programs } from './engines/support/test.ts';

/** Returns a free port. The first process asks the operating system for it; the workers, which load this file again, find the port in the environment. */
const freePort = (): string =>
  execFileSync(process.execPath, ['-e', 'const s=require("node:net").createServer().listen(0,"localhost",()=>{console.log(s.address().port);s.close()})'])
    .toString()
    .trim();

process.env.E2E_PORT ??= freePort();
if (!process.env.E2E_DATA_DIR) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-journeys-'));
  process.env.E2E_DATA_DIR = dataDir;
  // Removes the folder at the end, after the portal has stopped.
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
}

const root = resolve(import.meta.dirname, '..');
/** Address of a deployed portal, such as https://portal.localhost: then no portal is started for the tests. */
const deployed = process.env.E2E_URL;
const baseURL = deployed ?? `http://localhost:${process.env.E2E_PORT}`;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

/**
 * Fingerprints of the public keys of the certificate authority that signed for a deployed portal, from the file E2E_AUTHORITY: Chromium has no other way to
 * trust a certificate authority for a single run.
 */
const trusted = ((file) => {
  const certificates = file ? (readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? []) : [];
  return certificates.map((one) => {
    const key = new X509Certificate(one).publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(key).digest('base64');
  });
})(process.env.E2E_AUTHORITY);

/** Flags that Chromium needs as root and in a container, and flags that turn off what tests do not need. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // Letters are drawn the same on every machine, so that compared pictures depend only on the page.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  // A page of a journey lives only for seconds, so optimising its scripts costs more time than it saves. Together these flags save a sixth of the processor
  // time.
  '--js-flags=--no-opt,--no-maglev',
  '--in-process-gpu',
  ...(trusted.length ? [`--ignore-certificate-errors-spki-list=${trusted.join()}`] : []),
];

export default defineConfig<Partial<Options>, { programs?: Programs }>({
  testDir: 'journeys',
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // These limits only end a journey that hangs. The machine of CI may be several times slower than a developer's.
  timeout: 400_000,
  expect: { timeout: 45_000, toHaveScreenshot: { maxDiffPixelRatio: 0.003, pathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}' } },
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : [])],
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Asia/Dili',
    // An action that is not possible is reported long before the time limit of its journey.
    actionTimeout: 90_000,
    // Recording traces takes a sixth of the time. Turn it on with `npx playwright test --trace retain-on-failure`.
    trace: 'off',
    // All journeys of a worker share one context, which is emptied for each: starting a renderer and compiling the same scripts again would take longer.
    reuseContext: true,
    screenshot: 'only-on-failure',
    // `page.route` does not see the requests of a service worker. Only the journeys in `offline` allow service workers.
    serviceWorkers: 'block',
    launchOptions: { args: flags, ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}) },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } } },
    // Runs on a small phone the journeys whose screens depend on the width: those with @phone in their title or tags. Tests of the server, the storage or the
    // keyboard run only once.
    { name: 'phone', grep: /@phone/, use: { ...devices['Desktop Chrome'], viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } },
    // Only on request, because it writes the pictures of the manual.
    ...(process.env.HELP_PICTURES ? [{ name: 'pictures', testDir: 'pictures', use: { ...devices['Desktop Chrome'] } }] : []),
    // Only on request, because it takes long (`npm run load -- --publishes 200`). It starts a portal of its own.
    ...(process.env.PUBLISHES ? [{ name: 'publishes', testDir: 'publishes', use: { ...devices['Desktop Chrome'], reuseContext: false } }] : []),
    // Runs the same journeys on each browser engine that is installed.
    ...installedEngines().found.map((programs) => ({ name: programs.engine, testDir: 'engines', use: { programs } })),
  ],
  webServer:
    deployed || process.env.PUBLISHES
      ? undefined
      : {
          command: `node ${JSON.stringify(join(root, 'infra/dev/start.mjs'))}`,
          url: `${baseURL}/health/ready`,
          timeout: 240_000,
          // For writing a journey: E2E_REUSE=1 and E2E_PORT use a portal that is already running.
          reuseExistingServer: process.env.E2E_REUSE === '1',
          gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
          stdout: 'ignore',
          stderr: 'pipe',
          // The portal of the journeys uses the embedded engines and its own store of remotes. All journeys come from the same address, so rate limits are off.
          env: {
            PORT: process.env.E2E_PORT,
            DATA_DIR: process.env.E2E_DATA_DIR,
            REMOTES_DIR: join(process.env.E2E_DATA_DIR, 'remotes'),
            RATE_LIMIT: 'off',
            MYSQL_URL: '',
            REDIS_URL: '',
            PUBLIC_URL: '',
          },
        },
});
