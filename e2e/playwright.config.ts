import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { installedEngines } from '../infra/dev/lib/engines.mjs';
import type { Options, Programs } from './engines/support/test.ts';

/** A free port. The first process asks the system for it; workers read this file again and find it in the environment. */
const freePort = (): string =>
  execFileSync(process.execPath, ['-e', 'const s=require("node:net").createServer().listen(0,"localhost",()=>{console.log(s.address().port);s.close()})'])
    .toString()
    .trim();

process.env.E2E_PORT ??= freePort();
if (!process.env.E2E_DATA_DIR) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-journeys-'));
  process.env.E2E_DATA_DIR = dataDir;
  // Remove the folder at the end, when the portal has stopped.
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
}

const root = resolve(import.meta.dirname, '..');
/** Address of a portal that is deployed, such as https://portal.localhost: no other one is started. */
const deployed = process.env.E2E_URL;
const baseURL = deployed ?? `http://localhost:${process.env.E2E_PORT}`;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

/** Fingerprints of the keys of the authority that signed for a deployed portal, from the file E2E_AUTHORITY: Chromium has no other way to trust one for a run. */
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
  // Letters are drawn alike on every machine: compared pictures depend on the page alone.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  // A page of a journey lives for seconds: optimising its scripts costs more than it gives. Together these save a sixth of the processor time.
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
  // These only end a journey that hangs. CI's machine may be several times slower than this one.
  timeout: 400_000,
  expect: { timeout: 45_000, toHaveScreenshot: { maxDiffPixelRatio: 0.003, pathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}' } },
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : [])],
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Asia/Dili',
    // An action that cannot be done is named, long before its journey ends.
    actionTimeout: 90_000,
    // Recording traces takes a sixth of the time. Turn it on with `npx playwright test --trace retain-on-failure`.
    trace: 'off',
    // One context for all journeys of a worker, emptied for each: starting a renderer and compiling the same scripts takes longer.
    reuseContext: true,
    screenshot: 'only-on-failure',
    // What a worker asks for is not seen by `page.route`. The journeys in `offline` allow it.
    serviceWorkers: 'block',
    launchOptions: { args: flags, ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}) },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } } },
    // On a small phone: journeys whose screens depend on the width, with @phone in their title or tags. What the server, the storage or the keys decide runs once.
    { name: 'phone', grep: /@phone/, use: { ...devices['Desktop Chrome'], viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } },
    // Only when asked for: it writes the pictures of the manual.
    ...(process.env.HELP_PICTURES ? [{ name: 'pictures', testDir: 'pictures', use: { ...devices['Desktop Chrome'] } }] : []),
    // Only when asked for: it takes long (`npm run load -- --publishes 200`).
    ...(process.env.PUBLISHES ? [{ name: 'publishes', testDir: 'publishes', use: { ...devices['Desktop Chrome'], reuseContext: false } }] : []),
    // The same journeys on each engine that is installed here.
    ...installedEngines().found.map((programs) => ({ name: programs.engine, testDir: 'engines', use: { programs } })),
  ],
  webServer: deployed
    ? undefined
    : {
        command: `node ${JSON.stringify(join(root, 'infra/dev/start.mjs'))}`,
        url: `${baseURL}/health/ready`,
        timeout: 240_000,
        // While you write a journey: E2E_REUSE=1 and E2E_PORT use a portal that runs already.
        reuseExistingServer: process.env.E2E_REUSE === '1',
        gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
        stdout: 'ignore',
        stderr: 'pipe',
        // The portal of the journeys uses the embedded engines and its own store of remotes. All journeys have the same address, so rate limits are off.
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
