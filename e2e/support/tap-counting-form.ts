import type { Page } from '@playwright/test';
import { Form } from './form.ts';

/** A traveller on a phone, whose taps are counted: one for each field that gets the focus, and two for a list. */
export class TapCountingForm extends Form {
  taps = 0;

  constructor(page: Page) {
    super(page);
  }

  override async type(label: string, value: string): Promise<void> {
    this.taps += 1;
    await super.type(label, value);
  }

  override async choose(label: string, option: string | { index: number }): Promise<void> {
    this.taps += 2;
    await super.choose(label, option);
  }

  override async find(label: string, typed: string, option = typed): Promise<void> {
    this.taps += 2;
    await super.find(label, typed, option);
  }

  override async date(label: string, day: string): Promise<void> {
    this.taps += 3;
    await super.date(label, day);
  }

  override async pick(group: string, answer: string): Promise<void> {
    this.taps += 1;
    await super.pick(group, answer);
  }

  override async answerAll(card: string, answer: 'Yes' | 'No' | 'Sim' | 'Não'): Promise<void> {
    await super.answerAll(card, answer);
    const list = this.page.getByRole('region', { name: new RegExp(`^${card}`) });
    const ticked = list.locator('.portal-checklist').getByRole('checkbox', { checked: true });
    this.taps += (await list.getByRole('radio', { name: answer }).count()) + (await ticked.count());
  }

  override async tick(label: string): Promise<void> {
    this.taps += 1;
    await super.tick(label);
  }

  override async next(): Promise<void> {
    this.taps += 1;
    await super.next();
  }

  async press(button: string | RegExp): Promise<void> {
    this.taps += 1;
    await this.page.getByRole('button', { name: button }).click();
  }
}
