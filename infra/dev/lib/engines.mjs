import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../../build/lib/programs.mjs';

/** Returns the path of WebKitGTK's small browser, which is not in any folder of programs. @returns {string | undefined} */
function miniBrowser() {
  const places = ['/usr/libexec', '/usr/lib', ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => path.join('/usr/lib', name)) : [])];
  return findProgram(...places.flatMap((place) => ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((version) => path.join(place, version, 'MiniBrowser'))));
}

/**
 * Returns the browser engines besides Chromium that are installed here, with their programs, and what is missing for the others. Nothing is installed:
 * CONTRIBUTING.md describes how to do that.
 * @returns {{ found: import('../../../e2e/engines/support/test.ts').Programs[], missing: string[] }}
 */
export function installedEngines() {
  const firefox = findProgram(process.env.FIREFOX_PATH, 'firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox');
  const [driver, browser, display] = [findProgram('WebKitWebDriver'), miniBrowser(), findProgram('Xvfb')];
  /** @type {ReturnType<typeof installedEngines>} */
  const engines = { found: [], missing: [] };
  if (firefox) engines.found.push({ engine: 'firefox', browser: firefox });
  else engines.missing.push('journeys on Firefox (no firefox-esr or firefox)');
  if (driver && browser && display) engines.found.push({ engine: 'webkit', driver, browser, display });
  else {
    const lacks = [driver ? '' : 'WebKitWebDriver', browser ? '' : 'MiniBrowser of WebKitGTK', display ? '' : 'Xvfb'].filter(Boolean);
    engines.missing.push(`journeys on WebKit (no ${lacks.join(', no ')})`);
  }
  return engines;
}
