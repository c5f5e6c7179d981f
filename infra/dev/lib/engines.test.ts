import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedEngines } from './engines.mjs';

describe('the engines beside Chromium', () => {
  const before = { ...process.env };
  const folder = mkdtempSync(join(tmpdir(), 'portal-engines-'));
  afterEach(() => {
    process.env = { ...before };
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are found by their programs, and what is missing is named', () => {
    process.env.PATH = folder;
    delete process.env.FIREFOX_PATH;
    const nothing = installedEngines();
    expect(nothing.found.map(({ engine }) => engine)).not.toContain('webkit');
    expect(nothing.missing.join()).toMatch(/WebKit \(no WebKitWebDriver.*no Xvfb\)/);

    const firefox = join(folder, 'firefox-esr');
    writeFileSync(firefox, '');
    const { found, missing } = installedEngines();
    expect(found).toEqual([{ engine: 'firefox', browser: firefox }]);
    expect(missing.join()).not.toContain('Firefox');
  });
});
