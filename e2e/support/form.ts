import { expect, type Locator, type Page } from '@playwright/test';
import type { FormFiller } from '../answers/form-filler.ts';

/** Labels may be bilingual, and a test states only the first text. */
const starts = (label: string): RegExp => new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}`);

const words = {
  en: { day: 'Day', month: 'Month', year: 'Year', continue: 'Continue', yes: 'Yes', none: 'None of these' },
  pt: { day: 'Dia', month: 'Mês', year: 'Ano', continue: 'Continuar', yes: 'Sim', none: 'Nenhuma destas' },
} as const;

/** Fills in a form as a traveller does: by the labels on the screen. */
export class Form implements FormFiller {
  private readonly say: (text: string) => string;
  private readonly words: Record<keyof typeof words.en, string>;

  /** @param language the language of the page: the methods then expect labels in this language. A function instead translates the English labels of a test. */
  constructor(
    readonly page: Page,
    language: keyof typeof words | ((english: string) => string) = 'en',
  ) {
    this.say = typeof language === 'function' ? language : (text) => text;
    const own = words[typeof language === 'function' ? 'en' : language];
    this.words = Object.fromEntries(Object.entries(own).map(([key, text]) => [key, this.say(text)])) as typeof this.words;
  }

  field(label: string): Locator {
    return this.page.getByRole('textbox', { name: this.labelled(label) });
  }

  /** A translated label must match as a whole word, because other labels may begin with the same letters. */
  private labelled(label: string): RegExp {
    const said = this.say(label);
    return said === label ? starts(label) : new RegExp(`${starts(said).source}(?!\\s*\\p{L})`, 'u');
  }

  private starts(label: string): RegExp {
    return starts(this.say(label));
  }

  async reach(heading: string): Promise<void> {
    await expect(this.heading(heading)).toBeVisible();
  }

  async sees(text: RegExp): Promise<void> {
    await expect(this.page.locator('body')).toHaveText(text, { useInnerText: true });
  }

  async expectValue(label: string, value: string): Promise<void> {
    await expect(this.field(label)).toHaveValue(value);
  }

  async type(label: string, value: string): Promise<void> {
    await this.field(label).fill(value);
  }

  async choose(label: string, option: string | { index: number }): Promise<void> {
    await this.page
      .locator('select')
      .and(this.page.getByLabel(this.starts(label)))
      .selectOption(typeof option === 'string' ? { label: this.say(option) } : option);
  }

  async find(label: string, typed: string, option = typed): Promise<void> {
    const box = this.page.getByRole('combobox', { name: this.labelled(label) });
    if (this.starts(option).test(await box.inputValue())) return;
    await box.click();
    // A draft may have filled the box meanwhile, and entering the same text again would not count as typing.
    await box.clear();
    await box.fill(typed);
    await this.page
      .getByRole('option', { name: this.starts(option) })
      .first()
      .click();
  }

  async date(label: string, day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-');
    const group = this.page.getByRole('group', { name: this.starts(label) });
    const named = this.words;
    await group.getByLabel(named.day).fill(String(Number(date)));
    await group.getByLabel(named.month).fill(String(Number(month)));
    await group.getByLabel(named.year).fill(year);
  }

  async pick(group: string, answer: string): Promise<void> {
    await this.page
      .getByRole('group', { name: this.starts(group) })
      .getByLabel(this.starts(answer))
      .check();
  }

  async answerAll(card: string, answer: 'Yes' | 'No' | 'Sim' | 'Não'): Promise<void> {
    const list = this.page.getByRole('region', { name: this.starts(card) });
    const questions = list.getByRole('radio', { name: this.say(answer) });
    const none = list.getByRole('checkbox', { name: this.words.none });
    await expect(questions.first().or(none)).toBeVisible();
    // Travellers who answer for themselves get a checklist; officers get radio buttons.
    if (await none.isVisible()) return this.say(answer) === this.words.yes ? this.tickEach(list) : none.check();
    for (const question of await questions.all()) await question.check();
  }

  /** Ticks every line of a checklist. */
  private async tickEach(list: Locator): Promise<void> {
    const boxes = list.locator('.portal-checklist').getByRole('checkbox');
    for (const box of (await boxes.all()).slice(0, -1)) await box.check();
  }

  async tick(label: string): Promise<void> {
    await this.page.getByRole('checkbox', { name: this.starts(label) }).check();
  }

  async tickAll(card: string): Promise<void> {
    const boxes = this.page.getByRole('region', { name: this.starts(card) }).getByRole('checkbox');
    for (const box of await boxes.all()) await box.check();
  }

  async unfold(): Promise<void> {
    const folded = this.page.locator('.portal-part__toggle[aria-expanded="false"]').filter({ visible: true });
    while ((await folded.count()) > 0) await folded.first().click();
  }

  /** Opens a part of an officer's form. */
  async openPart(title: string): Promise<void> {
    await this.page.locator('summary').filter({ hasText: title }).click();
  }

  async next(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.continue }).click();
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.say(name) });
  }

  async expectErrors(...messages: string[]): Promise<void> {
    const summary = this.page.getByTestId('error-summary');
    await expect(summary).toBeFocused();
    for (const message of messages) await expect(summary.getByRole('listitem').filter({ hasText: message })).toBeVisible();
  }
}
