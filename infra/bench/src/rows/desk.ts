import type { Browser, CDPSession, Page } from '@playwright/test';
import { dayFrom, registerArrivals } from '@portal/load/calls';
import { Client } from '@portal/load/client';
import { slowDown, withBrowser } from '../browser.ts';
import { quantile } from '../measure.ts';
import { besideOthers, type Report } from '../report.ts';

const cpuSlowdown = 4;
const cases = 100;
const keysEach = 32;
const decisions = 15;
const list = '/other/traveller/declaration';

/** What a key changes on the screen, and where that is seen. */
type Effect = 'focus' | 'mark' | 'heading' | 'case' | 'ticking' | 'ticks' | 'recorded';

/** Runs in the page: waits for a key and for all its effects. @returns milliseconds from the key to the frame in which each is painted */
const effectsOf = (effects: Effect[]): Promise<Record<string, number>> =>
  new Promise((resolve, reject) => {
    const seen: Record<Effect, () => string> = {
      focus: () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? '',
      mark: () => document.querySelector('.portal-queue__item[aria-current]')?.getAttribute('href')?.split('?')[0] ?? '',
      heading: () => document.querySelector('main .govuk-caption-l')?.textContent ?? '',
      // What may be done with a case is there when its document is.
      case: () => (document.querySelector('main .portal-document__panel button') ? (document.querySelector('main .govuk-caption-l')?.textContent ?? '') : ''),
      // The page of the decision has what the case before it has not: something to tick.
      ticking: () =>
        document.querySelector('main .portal-document__panel button') ? String(document.querySelectorAll('main .portal-checks input').length || '') : '',
      ticks: () => String(document.querySelectorAll('main input[type="checkbox"]:checked').length),
      // The line above the case says what is recorded, as a link to it; what is on its way is no link yet.
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
        // The first task after the frame: what the page does next is not part of the answer.
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

/** The marks of the page with the processor time of its main thread, in microseconds. */
interface Mark {
  name: string;
  tts: number;
  pid: number;
}

class Keyboard {
  /** Milliseconds of each effect, by what is measured. */
  readonly times = new Map<string, number[]>();
  private readonly presses: Partial<Record<Effect, string>>[] = [];
  constructor(private readonly page: Page) {}

  /** Milliseconds of processor time of the page's main thread from each key to its effects, by what is measured. @param marks in their order */
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

  /** Presses a key. @param names what its effects are called in the report */
  async press(key: string, names: Partial<Record<Effect, string>>): Promise<void> {
    this.presses.push(names);
    const effects = this.page.evaluate(effectsOf, Object.keys(names) as Effect[]);
    // The page has heard of the measurement before it hears the key.
    await this.page.evaluate(() => undefined);
    await this.page.keyboard.press(key);
    for (const [effect, took] of Object.entries(await effects)) {
      const name = names[effect as Effect] as string;
      this.times.set(name, [...(this.times.get(name) ?? []), took]);
    }
    // As long as an officer looks at a case, and the next one is read ahead.
    await this.page.waitForTimeout(900);
  }
}

/** An officer's browser at the staff home. */
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

/** Opens the list of these arrivals that wait. */
async function openList(page: Page, url: string, lastName: string): Promise<void> {
  const criteria = [
    { fieldName: 'documentStatus', operation: 'EQ', values: ['CREATED'] },
    { fieldName: 'lastName', operation: 'EQ', values: [lastName] },
  ];
  await page.goto(`${url}${list}?q=${encodeURIComponent(JSON.stringify({ criteria }))}`, { waitUntil: 'networkidle' });
  await page.locator('[data-row]').first().waitFor();
}

/** Decides all cases of a list by the keyboard alone, as fast as the screen allows. @returns how many keys it took */
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
    // After the last one the list is there again, and empty.
    else await page.waitForURL((address) => address.pathname === list);
  }
  return keys;
}

/** What an officer's keys do on a list and its cases. @param slow slows the processor down, once the list is there */
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

/** The marks of a page while something runs. */
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

/** What the keys do without waiting for the server. */
const ofThePage = (times: ReadonlyMap<string, number[]>): number[] =>
  [...times].filter(([what]) => !what.endsWith('of the server')).flatMap(([, each]) => each);

/** Measures what an officer's keys take until their effect is on the screen, on a list of a hundred cases. @param url of the portal */
export async function desk(report: Report, url: string): Promise<void> {
  report.section(
    'An officer at the keyboard',
    `A list of ${cases} arrivals, 1280 × 900, Chromium with the CPU slowed down ${cpuSlowdown} times. Milliseconds from the key to the frame in which its effect is painted, at the 98th percentile. Portal, database and browser share the machine. ${besideOthers()} The rows of processor time are a second pass without slowing down: what the main thread of the page worked from the key to the frame, times ${cpuSlowdown}; other work stretches them hardly.`,
  );
  const [measured, again, routine] = ['KEYBOARD', 'PROCESSOR', 'ROUTINE'];
  const traveller = new Client(url);
  // Arrivals of today in the green lane.
  for (const lastName of [measured, again, routine])
    await registerArrivals(traveller, cases, { lastName, arrivalDate: dayFrom(0), typeDetails: { code: 'VIS' } });
  traveller.agent.destroy();
  await withBrowser(async (browser) => {
    const { page, devtools } = await signedIn(browser, url);
    const { times } = await workThrough(page, url, measured, () => slowDown(devtools, cpuSlowdown));
    for (const [what, each] of times) report.add({ what, ours: quantile(each, 0.98), unit: 'ms', target: '100' });
    const of = ofThePage(times);
    report.add({ what: `all ${of.length} keys that do not wait for the server`, ours: quantile(of, 0.98), unit: 'ms', target: '100' });
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
      target: '100',
    });
    await openList(page, url, routine);
    await slowDown(devtools, cpuSlowdown);
    const began = performance.now();
    report.add({ what: `${cases} routine cases: keys`, ours: await decideAll(page), unit: '', target: '300' });
    report.add({ what: `${cases} routine cases: time, as fast as the screen allows`, ours: (performance.now() - began) / 1000, unit: 's', target: '300' });
  });
}
