import { existsSync } from 'node:fs';
import { findProgram } from '../../build/lib/programs.mjs';
import { run } from './run.mjs';

/** The headless shell is first, because it is the fastest. */
const names = ['chromium-headless-shell', 'google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Returns the path of a browser that is installed on this machine. */
export const installedChromium = () => findProgram(process.env.CHROMIUM_PATH, ...names, ...applications);

async function downloaded() {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/**
 * Finds a Chromium for the journeys: an installed browser, Playwright's download, or the Debian package if this user may install it.
 * @returns {Promise<string | undefined>} its path
 */
export async function findChromium(log = console.log) {
  const present = installedChromium() ?? (await downloaded());
  if (present) return present;
  log('No Chromium here; downloading one …');
  await run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], { quiet: true });
  const fetched = await downloaded();
  if (fetched) return fetched;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    log('Installing the chromium package …');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { quiet: true, env });
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!installedChromium()) await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { quiet: true, env });
  }
  return installedChromium();
}
