import type { Browser, CDPSession, Page } from '@playwright/test';
import { dayFrom, registerArrivals } from '@portal/load/calls';
import { Client } from '@portal/load/client';
import { slowDown, withBrowser } from '../browser.ts';
import { quantile } from '../measure.ts';
import { machineLoadNote, type Report } from '../report.ts';

const cpuSlowdown = 4;
const cases = 100;
const keysEach = 32;
const decisions = 15;
const list = '/other/traveller/declaration';

/** A visible effect of a key. `effectsOf` knows where on the screen each effect appears. */
type Effect = 'focus' | 'mark' | 'heading' | 'case' | 'ticking' | 'ticks' | 'recorded';

/**
 * Runs in the page: waits for a key press and for all its effects. @returns for each effect, milliseconds from the key press to the frame in which it is
 * painted
 */
const effectsOf = (effects: Effect[]): Promise<Record<string, number>> =>
  new Promise((resolve, reject) => {
    const seen: Record<Effect, () => string> = {
      focus: () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? '',
      mark: () => document.querySelector('.portal-queue__item[aria-current]')?.getAttribute('href')?.split('?')[0] ?? '',
      heading: () => document.querySelector('main .govuk-caption-l')?.textContent ?? '',
      // The buttons of a case appear only when its document is loaded.
      case: () => (document.querySelector('main .portal-document__panel button') ? (document.querySelector('main .govuk-caption-l')?.textContent ?? '') : ''),
      // The decision page has checkboxes, which the case before it does not have.
      ticking: () =>
        document.querySelector('main .portal-document__panel button') ? String(document.querySelectorAll('main .portal-checks input').length || '') : '',
      ticks: () => String(document.querySelectorAll('main input[type="checkbox"]:checked').length),
      // The line above the case shows a recorded decision as a link. A decision that is still being sent is not a link yet.
      recorded: () => document.querySelector('main .portal-done a')?.textContent ?? '',
    };
    const before = Object.fromEntries(effects.map((name) => [name, seen[name]()]));
    const took: Record<string, number> = {};
    let began = 0;
    setTimeout(() => reject(new Error(`${effects.filter((name) => !took[name])} did not change from ${JSON.stringify(before)}`)), 20_000);
    const look = (): void => {
      for (const name of effects) {
        const now = seen[name]();
        if (took[name] !== undefined || now === before[name] || now === '') continue;
        took[name] = 0;
        // This is the first task after the frame. What the page does afterwards does not count.
        requestAnimationFrame(() =>
          scheduler.postTask(
            () => {
              took[name] = performance.now() - began;
              performance.mark(`seen ${name}`);
              if (effects.every((each) => took[each])) resolve(took);
            },
            { priority: 'user-blocking' },
          ),
        );
      }
      if (effects.some((name) => took[name] === undefined)) setTimeout(look, 1);
    };
    document.addEventListener(
      'keydown',
      (event) => {
        began = event.timeStamp;
        performance.mark('key');
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        document.addEventListener('focusin', look);
        look();
      },
      { once: true, capture: true },
    );
  });

/** A performance mark of the page, with the processor time of its main thread in microseconds. */
interface Mark {
  name: string;
  tts: number;
  pid: number;
}

class Keyboard {
  /** Milliseconds until each effect was painted, by the name of the effect in the report. */
  readonly times = new Map<string, number[]>();
  private readonly presses: Partial<Record<Effect, string>>[] = [];
  constructor(private readonly page: Page) {}

  /**
   * Returns the milliseconds of processor time that the page's main thread used from each key press to its effects, by the name of the effect. @param marks in
   * chronological order
   */
  processorTimes(marks: readonly Mark[]): Map<string, number[]> {
    const times = new Map<string, number[]>();
    let press = -1;
    let began: Mark | undefined;
    for (const mark of marks) {
      if (mark.name === 'key') {
        press++;
        began = mark;
        continue;
      }
      const name = this.presses[press]?.[mark.name.replace('seen ', '') as Effect];
      if (name && began?.pid === mark.pid) times.set(name, [...(times.get(name) ?? []), (mark.tts - began.tts) / 1000]);
    }
    return times;
  }

  /** Presses a key and measures its effects. @param names the name of each effect in the report */
  async press(key: string, names: Partial<Record<Effect, string>>): Promise<void> {
    this.presses.push(names);
    const effects = this.page.evaluate(effectsOf, Object.keys(names) as Effect[]);
    // Wait until the page has installed the observer, so that it does not miss the key press.
    await this.page.evaluate(() => undefined);
    await this.page.keyboard.press(key);
    for (const [effect, took] of Object.entries(await effects)) {
      const name = names[effect as Effect] as string;
      this.times.set(name, [...(this.times.get(name) ?? []), took]);
    }
    // An officer looks at a case for about this long. Meanwhile the page prefetches the next case.
    await this.page.waitForTimeout(900);
  }
}

/** Opens a browser page at the staff home, signed in as an officer. */
export async function signedIn(browser: Browser, url: string): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${url}/auth/login?returnTo=/staff`);
  await page.getByLabel('User name').fill('border-officer');
  await page.getByLabel('Password').fill('border-officer');
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL(`${url}/staff`);
  return { page, devtools: await context.newCDPSession(page) };
}

/** Opens the list of the waiting arrivals with this last name. */
async function openList(page: Page, url: string, lastName: string): Promise<void> {
  const criteria = [
    { fieldName: 'documentStatus', operation: 'EQ', values: ['CREATED'] },
    { fieldName: 'lastName', operation: 'EQ', values: [lastName] },
  ];
  await page.goto(`${url}${list}?q=${encodeURIComponent(JSON.stringify({ criteria }))}`, { waitUntil: 'networkidle' });
  await page.locator('[data-row]').first().waitFor();
}

/** Decides all cases of a list with the keyboard alone, as fast as the screen allows. @returns the number of key presses */
async function decideAll(page: Page): Promise<number> {
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys++;
    await page.keyboard.press(key);
  };
  await press('j');
  await press('Enter');
  const caption = page.locator('main .govuk-caption-l');
  await page.locator('main .portal-document__panel button').first().waitFor();
  await press('a');
  const [boxes, ticked] = [page.locator('main input[type="checkbox"]'), page.locator('main input[type="checkbox"]:checked')];
  for (let done = 1; done <= cases; done++) {
    await boxes.first().waitFor();
    const reference = await caption.textContent();
    await press('x');
    await ticked.first().waitFor();
    await press('a');
    if (done < cases) await page.waitForFunction((before) => document.querySelector('main .govuk-caption-l')?.textContent !== before, reference);
    // After the last case the list is shown again, and is empty.
    else await page.waitForURL((address) => address.pathname === list);
  }
  return keys;
}

/** Presses an officer's keys on a list and its cases, and measures their effects. @param slow slows the processor down; called after the list is shown */
async function workThrough(page: Page, url: string, lastName: string, slow: () => Promise<unknown>): Promise<Keyboard> {
  await openList(page, url, lastName);
  await slow();
  const keyboard = new Keyboard(page);
  const inList = { focus: 'j, k: the next row of the list' };
  for (let turn = 0; turn < 10; turn++) await keyboard.press('j', inList);
  for (let turn = 0; turn < 5; turn++) await keyboard.press('k', inList);
  await keyboard.press('Enter', { heading: 'Enter: which case it is', case: 'Enter: the case, asked of the server' });
  await page.waitForLoadState('networkidle');
  const inCase = { mark: 'j, k at a case: the mark in the list', case: 'j, k at a case: the case, read ahead' };
  for (let turn = 0; turn < keysEach; turn++) await keyboard.press(turn % 8 < 6 ? 'j' : 'k', inCase);
  await keyboard.press('a', { ticking: 'a: the page of the decision' });
  for (let turn = 0; turn < decisions; turn++) {
    await page.locator('main input[type="checkbox"]').first().waitFor();
    await keyboard.press('x', { ticks: 'x: every requirement confirmed' });
    await keyboard.press('a', { case: 'a: the next case, the decision on its way', recorded: 'a: the decision recorded, asked of the server' });
  }
  return keyboard;
}

/** Records the performance marks of the page while `run` runs. */
async function marksDuring(browser: Browser, run: () => Promise<void>): Promise<Mark[]> {
  const devtools = await browser.newBrowserCDPSession();
  const marks: Mark[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) =>
    marks.push(...(value as unknown as Mark[]).filter(({ name }) => name === 'key' || name.startsWith('seen '))),
  );
  await devtools.send('Tracing.start', { traceConfig: { includedCategories: ['blink.user_timing'] } });
  await run();
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.end');
  await complete;
  return marks.sort((one, two) => one.tts - two.tts);
}

/** Returns the times of the effects that do not wait for the server. */
const ofThePage = (times: ReadonlyMap<string, number[]>): number[] =>
  [...times].filter(([what]) => !what.endsWith('of the server')).flatMap(([, each]) => each);

/** Measures the time from an officer's key press to its effect on the screen, on a list of a hundred cases. @param url of the portal */
export async function desk(report: Report, url: string): Promise<void> {
  report.section(
    'An officer at the keyboard',
    `A list of ${cases} arrivals, 1280 × 900, Chromium with the CPU slowed down ${cpuSlowdown} times. Milliseconds from the key to the frame in which its effect is painted, at the 98th percentile. Portal, database and browser share the machine. ${machineLoadNote()} The rows of processor time are from a second pass without slowing down: the processor time of the page's main thread from the key to the frame, multiplied by ${cpuSlowdown}. Other work on the machine hardly affects them.`,
  );
  const [measured, again, routine] = ['KEYBOARD', 'PROCESSOR', 'ROUTINE'];
  const traveller = new Client(url);
  // These arrivals are of today and in the green lane.
  for (const lastName of [measured, again, routine])
    await registerArrivals(traveller, cases, { lastName, arrivalDate: dayFrom(0), typeDetails: { code: 'VIS' } });
  traveller.agent.destroy();
  await withBrowser(async (browser) => {
    const { page, devtools } = await signedIn(browser, url);
    const { times } = await workThrough(page, url, measured, () => slowDown(devtools, cpuSlowdown));
    for (const [what, each] of times) report.add({ what, ours: quantile(each, 0.98), unit: 'ms', target: { value: 100 } });
    const of = ofThePage(times);
    report.add({ what: `all ${of.length} keys that do not wait for the server`, ours: quantile(of, 0.98), unit: 'ms', target: { value: 100 } });
    report.add({ what: 'the same, median', ours: quantile(of, 0.5), unit: 'ms' });
    await slowDown(devtools, 1);
    let keyboard = new Keyboard(page);
    const marks = await marksDuring(browser, async () => {
      keyboard = await workThrough(page, url, again, async () => undefined);
    });
    const worked = keyboard.processorTimes(marks);
    for (const [what, each] of worked) report.add({ what: `processor time × ${cpuSlowdown}: ${what}`, ours: cpuSlowdown * quantile(each, 0.98), unit: 'ms' });
    const all = ofThePage(worked);
    report.add({
      what: `processor time × ${cpuSlowdown}: all ${all.length} of these keys`,
      ours: cpuSlowdown * quantile(all, 0.98),
      unit: 'ms',
      target: { value: 100 },
    });
    await openList(page, url, routine);
    await slowDown(devtools, cpuSlowdown);
    const began = performance.now();
    report.add({ what: `${cases} routine cases: keys`, ours: await decideAll(page), unit: '', target: { value: 300 } });
    report.add({
      what: `${cases} routine cases: time, as fast as the screen allows`,
      ours: (performance.now() - began) / 1000,
      unit: 's',
      target: { value: 300 },
    });
  });
}
