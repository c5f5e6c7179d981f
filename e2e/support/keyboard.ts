import { expect, type Page } from '@playwright/test';

interface Focused {
  name: string;
  type: string;
}

/** A traveller without a mouse: Tab, Space, Enter, the arrows and letters, and nothing else. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  private focused(): Promise<Focused> {
    return this.page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const name = element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      return { name: name.trim(), type: element?.type ?? '' };
    });
  }

  private async tabUntil(found: (focused: Focused) => boolean, what: string): Promise<void> {
    for (let stop = 0; stop < 80; stop += 1) {
      await this.page.keyboard.press('Tab');
      if (found(await this.focused())) return;
    }
    expect(false, `the Tab key reaches ${what}`).toBe(true);
  }

  /** Tab to the control whose label starts so. */
  to(label: string): Promise<void> {
    return this.tabUntil(({ name }) => name.startsWith(label), label);
  }

  async answer(label: string, text: string): Promise<void> {
    await this.to(label);
    await this.page.keyboard.type(text);
  }

  /** In a plain list: its first letters. */
  async select(label: string, option: string): Promise<void> {
    await this.to(label);
    await expect(this.page.locator('option', { hasText: option }).first()).toBeAttached();
    await this.page.keyboard.type(option);
  }

  /** In a list that is found by typing: type, go to the first match, take it. */
  async combobox(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await expect(this.page.getByRole('listbox').getByRole('option').filter({ hasText: text }).first()).toBeVisible();
    await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Enter');
  }

  /** The next date: its three fields follow each other. */
  async day(day: string, month: string, year: string): Promise<void> {
    await this.answer('Day', day);
    await this.answer('Month', month);
    await this.answer('Year', year);
  }

  /** The next round of radios: Space takes the first choice, an arrow the one after it. */
  async radio(choice: 'Yes' | 'No' = 'Yes'): Promise<void> {
    await this.tabUntil(({ type }) => type === 'radio', 'the next question');
    await this.page.keyboard.press(choice === 'Yes' ? 'Space' : 'ArrowDown');
  }

  async press(button: string): Promise<void> {
    await this.tabUntil(({ name, type }) => name === button && type === 'submit', button);
    await this.page.keyboard.press('Enter');
  }
}
