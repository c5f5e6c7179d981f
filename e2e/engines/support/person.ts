import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { FormFiller } from '../../answers/form-filler.ts';
import type { Driver, Source } from './driver.ts';
import { actOnElement, type ElementAction, type ElementState, fileField, type Query, tooWide } from './in-page.ts';

const words = {
  en: { day: 'Day', month: 'Month', year: 'Year', continue: 'Continue', none: 'None of these' },
  pt: { day: 'Dia', month: 'Mês', year: 'Ano', continue: 'Continuar', none: 'Nenhuma destas' },
} as const;

/** Key codes of WebDriver. */
const keys = { backspace: '\uE003' };

/** Labels that differ on pages without script. With script, the earlier answers determine the wording of a question. */
const labelsWithoutScript: Record<string, string> = { 'Return ticket reference': 'Ticket reference' };

const PATIENCE_MS = 45_000;

/** If a page is left while its script is loading, Firefox reports the script's hash as this one, the hash of empty content. */
const hashOfNothing = createHash('sha384').digest('base64');

/** Time in ms that is longer than an engine waits for the second click of a double click. */
const DOUBLE_CLICK_MS = 600;

/** Repeats a call until it returns a result, because calls to a page fail while it is replaced by the next one. */
async function until<Answer>(ask: () => Promise<Answer | null | undefined>, what: () => string): Promise<Answer> {
  const end = Date.now() + PATIENCE_MS;
  let problem = '';
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== null) return answer;
    } catch (error) {
      problem = `: ${(error as Error).message}`;
    }
    if (Date.now() > end) throw new Error(`${what()}${problem}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Simulates a person in front of a browser, with methods that do not depend on the engine. */
export class Person implements FormFiller {
  private plain = false;
  private lastClick = { at: 0, x: 0, y: 0 };

  constructor(
    readonly driver: Driver,
    private readonly baseURL: string,
    readonly language: keyof typeof words = 'en',
  ) {}

  async open(path: string): Promise<void> {
    await this.driver.open(new URL(path, this.baseURL).href);
  }

  path(): Promise<string> {
    return this.driver.run(() => location.pathname, null);
  }

  async expectPath(pattern: RegExp): Promise<string> {
    let path = '';
    return until(
      async () => {
        path = await this.path();
        return pattern.test(path) ? path : undefined;
      },
      () => `the address is ${path}, and not ${pattern}`,
    );
  }

  private look(query: Query, wish: ElementAction): Promise<ElementState> {
    return this.driver.run(actOnElement, { query, wish });
  }

  /** Waits until an element is there, and performs an action on it. */
  private seek(query: Query, wish: ElementAction, enough: (found: ElementState) => boolean): Promise<ElementState> {
    let found: ElementState | undefined;
    return until(
      async () => {
        found = await this.look(query, wish);
        return enough(found) ? found : undefined;
      },
      () => `no ${query.role} "${query.name}"${query.inside ? ` in ${query.inside.role} "${query.inside.name}"` : ''} (${JSON.stringify(found)})`,
    );
  }

  private async clickAt({ x, y }: { x: number; y: number }, times = 1): Promise<void> {
    // Two clicks on different buttons must not count as a double click. Engines decide by the time between clicks at the same place, so wait as long as a
    // person would.
    await this.driver.release();
    const { at, x: lastX, y: lastY } = this.lastClick;
    const isNear = Math.abs(x - lastX) < 10 && Math.abs(y - lastY) < 10;
    if (isNear) await new Promise((done) => setTimeout(done, at + DOUBLE_CLICK_MS - Date.now()));
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ] as const;
    const mouse: Source = {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [{ type: 'pointerMove', x, y }, ...Array.from({ length: times }, () => press).flat()],
    };
    await this.driver.perform([mouse]);
    this.lastClick = { at: Date.now(), x, y };
  }

  /** Types into the focused element. */
  async keyboard(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [{ type: 'keyDown', value } as const, { type: 'keyUp', value } as const]);
    await this.driver.perform([{ type: 'key', id: 'keys', actions }]);
  }

  private async click(query: Query, times = 1): Promise<void> {
    // An element is clicked only when it no longer moves.
    let before = '';
    const { point } = await this.seek(query, { kind: 'point' }, (found) => {
      const last = before;
      before = JSON.stringify(found.point ?? '');
      return found.point !== undefined && before === last;
    });
    await this.clickAt(point as { x: number; y: number }, times);
  }

  press(name: string, inside?: Query['inside']): Promise<void> {
    return this.click({ role: 'button', name, inside });
  }
  pressTwice(name: string): Promise<void> {
    return this.click({ role: 'button', name }, 2);
  }
  follow(name: string): Promise<void> {
    return this.click({ role: 'link', name });
  }

  /** Waits until each of the texts is on the screen. */
  async sees(...texts: (string | RegExp)[]): Promise<void> {
    for (const text of texts)
      await until(
        async () => {
          const shown = await this.driver.run(() => document.body.innerText.replace(/\s+/g, ' '), null);
          return (typeof text === 'string' ? shown.includes(text) : text.test(shown)) || undefined;
        },
        () => `the screen does not show ${text}`,
      );
  }

  /** Returns the part of the screen's text that matches. */
  async read(pattern: RegExp): Promise<string> {
    await this.sees(pattern);
    return pattern.exec(await this.driver.run(() => document.body.innerText.replace(/\s+/g, ' '), null))?.[0] as string;
  }

  async reach(name: string): Promise<void> {
    await this.seek({ role: 'heading', name, exact: true }, { kind: 'count' }, ({ count }) => count > 0);
    await this.expectNoSidewaysScroll();
  }

  /** Waits until a picture is drawn. */
  async picture(name: string): Promise<void> {
    await this.seek({ role: 'image', name }, { kind: 'count' }, ({ count }) => count > 0);
    await until(
      () => this.driver.run((begins) => [...document.images].some((image) => image.alt.startsWith(begins) && image.naturalWidth > 20) || null, name),
      () => `the picture "${name}" is not drawn`,
    );
  }

  private async fill(query: Query, value: string): Promise<void> {
    await this.click(query);
    const { value: before } = await this.look(query, { kind: 'clear' });
    await this.keyboard(value || (before ? keys.backspace : ''));
    // Some fields convert letters to capitals.
    await this.seek(query, { kind: 'read' }, (found) => found.value?.toLowerCase() === value.toLowerCase());
  }

  type(label: string, value: string, inside?: Query['inside']): Promise<void> {
    return this.fill({ role: 'textbox', name: label, inside }, value);
  }

  async expectValue(label: string, value: string): Promise<void> {
    await this.seek({ role: 'textbox', name: label }, { kind: 'read' }, (found) => found.value === value);
  }

  async choose(label: string, option: string | { index: number }): Promise<void> {
    const wish = { kind: 'choose', option: typeof option === 'string' ? option : option.index } as const;
    await this.seek({ role: 'select', name: label }, wish, ({ done }) => done === true);
  }

  async find(label: string, typed: string, option = typed): Promise<void> {
    if (this.plain) return this.findPlainly(label, option);
    const box: Query = { role: 'combobox', name: label };
    const { value } = await this.seek(box, { kind: 'read' }, ({ count }) => count > 0);
    if (value?.startsWith(option)) return;
    await this.fill(box, typed);
    await this.option(option);
    await this.seek(box, { kind: 'read' }, (found) => found.value?.startsWith(option) === true);
  }

  /** Chooses an option of the open list. */
  option(name: string): Promise<void> {
    return this.click({ role: 'option', name });
  }

  /** Without script, the field is either a select list or a text input for a code. */
  private async findPlainly(label: string, option: string): Promise<void> {
    const list: Query = { role: 'select', name: label };
    const { count } = await this.look(list, { kind: 'count' });
    if (count) await this.seek(list, { kind: 'choose', option }, ({ done }) => done === true);
    else await this.type(label, option);
  }

  /**
   * Fills in a form that is a single page without script: it has no steps, and no answer is filled in from another.
   * @param more answers that would otherwise be filled in
   */
  async onOnePage<Answers>(answer: (form: FormFiller, answers: Answers) => Promise<void>, answers: Answers, more: Record<string, string>): Promise<void> {
    const form = Object.create(this, {
      reach: { value: async () => undefined },
      next: { value: async () => undefined },
      expectValue: { value: this.type },
      type: { value: (label: string, value: string) => this.type(labelsWithoutScript[label] ?? label, value) },
    });
    this.plain = true;
    await answer(form, answers);
    this.plain = false;
    for (const [label, value] of Object.entries(more)) await this.type(label, value);
  }

  async date(label: string, day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-');
    const inside = { role: 'group', name: label } as const;
    const named = words[this.language];
    await this.fill({ role: 'textbox', name: named.day, inside }, String(Number(date)));
    await this.fill({ role: 'textbox', name: named.month, inside }, String(Number(month)));
    await this.fill({ role: 'textbox', name: named.year, inside }, year);
  }

  private async check(query: Query): Promise<void> {
    const { checked } = await this.seek(query, { kind: 'read' }, ({ count }) => count > (query.index ?? 0));
    if (checked) return;
    await this.click(query);
    await this.seek(query, { kind: 'read' }, (found) => found.checked === true);
  }

  private async checkAll(query: Query, least = 1): Promise<void> {
    const { count } = await this.seek(query, { kind: 'count' }, (found) => found.count >= least);
    for (let index = 0; index < count; index += 1) await this.check({ ...query, index });
  }

  /** Chooses an answer that is unique on the page, so that its question need not be named. */
  mark(answer: string): Promise<void> {
    return this.check({ role: 'radio', name: answer });
  }

  pick(group: string, answer: string): Promise<void> {
    return this.check({ role: 'radio', name: answer, inside: { role: 'group', name: group } });
  }

  async answerAll(card: string, answer: string): Promise<void> {
    const inside = { role: 'region', name: card } as const;
    const radios: Query = { role: 'radio', name: answer, exact: true, inside };
    const none: Query = { role: 'checkbox', name: words[this.language].none, inside };
    const count = async (query: Query): Promise<number> => (await this.look(query, { kind: 'count' })).count;
    // Travellers who answer for themselves get a checklist; officers get radio buttons.
    const isList = await until(
      async () => ((await count(none)) > 0 ? 'list' : (await count(radios)) > 0 ? 'radios' : undefined),
      () => `no questions in ${card}`,
    );
    return isList === 'list' ? this.check(none) : this.checkAll(radios);
  }

  tick(label: string): Promise<void> {
    return this.check({ role: 'checkbox', name: label });
  }

  tickAll(card: string): Promise<void> {
    return this.checkAll({ role: 'checkbox', name: '', inside: { role: 'region', name: card } }, 0);
  }

  async upload(region: string, file: string): Promise<void> {
    await this.driver.setFiles(fileField, { region }, [file]);
  }

  next(): Promise<void> {
    return this.press(words[this.language].continue);
  }

  async unfold(): Promise<void> {
    await until(
      () =>
        this.driver.run(() => {
          const folded = [...document.querySelectorAll<HTMLElement>('.portal-part__toggle[aria-expanded="false"]')].filter((toggle) => toggle.offsetParent);
          folded[0]?.click();
          return folded.length === 0 || null;
        }, null),
      () => 'a part of the form stays folded',
    );
  }

  /**
   * Waits for a downloaded file.
   * @returns its name and the beginning of its content
   */
  async downloaded(name: RegExp): Promise<{ name: string; content: string }> {
    const folders = [this.driver.downloads, join(this.driver.downloads, 'Downloads')].filter(existsSync);
    return until(
      async () => {
        for (const folder of folders)
          for (const file of readdirSync(folder)) {
            const content = name.test(file) ? readFileSync(join(folder, file), 'utf8') : '';
            if (content) return { name: file, content };
          }
        return undefined;
      },
      () => `no file ${name} is downloaded: ${folders.flatMap((folder) => readdirSync(folder)).join(', ')}`,
    );
  }

  /** Waits until the page has stored its draft, which happens a moment after each key press. */
  async draftWritten(): Promise<void> {
    await until(
      () =>
        this.driver.run(() => {
          if (Object.keys(sessionStorage).some((name) => name.startsWith('portal:draft:'))) return true;
          // The first call starts the request; its result is available when the function is called again.
          const page = globalThis as { hasDraft?: boolean };
          const opening = indexedDB.open('portal-drafts');
          opening.onsuccess = () => {
            const database = opening.result;
            const reading = database.objectStoreNames.contains('drafts') ? database.transaction('drafts').objectStore('drafts').count() : undefined;
            database.close();
            if (reading)
              reading.onsuccess = () => {
                page.hasDraft = reading.result > 0;
              };
          };
          return page.hasDraft || null;
        }, null),
      () => 'no draft is written',
    );
    await new Promise((done) => setTimeout(done, 1000));
  }

  /** Waits until the script has hydrated the page that was drawn before. */
  async takenOver(): Promise<void> {
    await until(
      () => this.driver.run(() => document.querySelector('[data-waiting]') === null || null, null),
      () => 'the script does not take the page over',
    );
  }

  async expectNoSidewaysScroll(): Promise<void> {
    const { over, wide } = await this.driver.run(tooWide, undefined);
    expect(over, `${await this.path()} is too wide: ${wide.join('\n')}`).toBeLessThanOrEqual(0);
  }

  expectQuiet(): void {
    // Browsers also write responses with a status of 400 or more to the console; the journeys check instead what the page shows then.
    const isExpected = (text: string) => text.includes('Failed to load resource') || text.includes(hashOfNothing);
    expect(this.driver.errors.filter((text) => !isExpected(text))).toEqual([]);
  }
}
