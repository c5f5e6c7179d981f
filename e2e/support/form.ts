import { expect, type Locator, type Page } from '@playwright/test';
import type { Filling } from '../answers/filling.ts';

/** Labels are bilingual, and a test names the first text. */
const starts = (label: string): RegExp => new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

const words = {
  en: { day: 'Day', month: 'Month', year: 'Year', continue: 'Continue', yes: 'Yes', none: 'None of these' },
  pt: { day: 'Dia', month: 'Mês', year: 'Ano', continue: 'Continuar', yes: 'Sim', none: 'Nenhuma destas' },
} as const;

/** How a traveller fills in a form: by the labels on the screen. */
export class Form implements Filling {
  /** @param language the language of the page */
  constructor(
    readonly page: Page,
    private readonly language: keyof typeof words = 'en',
  ) {}

  field(label: string): Locator {
    return this.page.getByRole('textbox', { name: starts(label) });
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
      .and(this.page.getByLabel(starts(label)))
      .selectOption(typeof option === 'string' ? { label: option } : option);
  }

  async find(label: string, typed: string, option = typed): Promise<void> {
    const box = this.page.getByRole('combobox', { name: starts(label) });
    if (starts(option).test(await box.inputValue())) return;
    await box.click();
    await box.fill(typed);
    await this.page
      .getByRole('option', { name: starts(option) })
      .first()
      .click();
  }

  async date(label: string, day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-');
    const group = this.page.getByRole('group', { name: starts(label) });
    const named = words[this.language];
    await group.getByLabel(named.day).fill(String(Number(date)));
    await group.getByLabel(named.month).fill(String(Number(month)));
    await group.getByLabel(named.year).fill(year);
  }

  async pick(group: string, answer: string): Promise<void> {
    await this.page
      .getByRole('group', { name: starts(group) })
      .getByLabel(starts(answer))
      .check();
  }

  async answerAll(card: string, answer: 'Yes' | 'No' | 'Sim' | 'Não'): Promise<void> {
    const list = this.page.getByRole('region', { name: starts(card) });
    const questions = list.getByRole('radio', { name: answer });
    const none = list.getByRole('checkbox', { name: words[this.language].none });
    await expect(questions.first().or(none)).toBeVisible();
    // People who answer for themselves tick what applies to them.
    if (await none.isVisible()) return answer === words[this.language].yes ? this.tickEach(list) : none.check();
    for (const question of await questions.all()) await question.check();
  }

  /** Ticks every line of a checklist. */
  private async tickEach(list: Locator): Promise<void> {
    const boxes = list.locator('.portal-checklist').getByRole('checkbox');
    for (const box of (await boxes.all()).slice(0, -1)) await box.check();
  }

  async tick(label: string): Promise<void> {
    await this.page.getByRole('checkbox', { name: starts(label) }).check();
  }

  async tickAll(card: string): Promise<void> {
    const boxes = this.page.getByRole('region', { name: starts(card) }).getByRole('checkbox');
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
    await this.page.getByRole('button', { name: words[this.language].continue }).click();
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  async expectErrors(...messages: string[]): Promise<void> {
    const summary = this.page.getByTestId('error-summary');
    await expect(summary).toBeFocused();
    for (const message of messages) await expect(summary.getByRole('listitem').filter({ hasText: message })).toBeVisible();
  }
}
