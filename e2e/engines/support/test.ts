import { writeFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import type { Engine } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { Person } from './person.ts';
import { startWebkit, type WebkitPrograms } from './webkit.ts';

export { expect } from '@playwright/test';

/** The paths of an engine's programs. */
export type Programs = { engine: 'firefox'; browser: string } | ({ engine: 'webkit' } & WebkitPrograms);

export interface Options {
  /** Whether pages may run scripts. */
  script: boolean;
  width: number;
}

/** Runs a journey on another engine than Chromium. The browser is closed at the end, after its console was checked. */
export const test = base.extend<Options & { person: Person }, { programs: Programs; engine: Engine }>({
  programs: [
    { engine: 'firefox', browser: 'firefox' },
    { option: true, scope: 'worker' },
  ],
  script: [true, { option: true }],
  width: [360, { option: true }],
  engine: [
    async ({ programs }, use) => {
      const engine = await (programs.engine === 'firefox' ? startFirefox(programs.browser) : startWebkit(programs));
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  person: async ({ engine, script, width, baseURL }, use, info) => {
    info.annotations.push({ type: 'engine', description: engine.version });
    const driver = await engine.browser({ script });
    await driver.resize(width, width < 600 ? 740 : 900);
    const person = new Person(driver, baseURL as string);
    await use(person);
    if (info.status !== info.expectedStatus) {
      const shown = await driver.run(() => `${location.href}\n\n${document.body.innerText}`, null).catch(String);
      writeFileSync(info.outputPath('screen.txt'), `${shown}\n\n${driver.errors.join('\n')}`);
      const picture = await driver.picture().catch(() => undefined);
      if (picture) writeFileSync(info.outputPath('picture.png'), picture);
    }
    await driver.close();
    if (info.status === info.expectedStatus) person.expectQuiet();
  },
});
