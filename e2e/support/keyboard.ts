import { expect, type Page } from '@playwright/test';

interface Focused {
  name: string;
  type: string;
}

/** A traveller who uses only the keyboard: Tab, Space, Enter, arrows and letters. */
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

  /** Presses Tab until the control whose label begins with this text has the focus. */
  to(label: string): Promise<void> {
    return this.tabUntil(({ name }) => name.startsWith(label), label);
  }

  async answer(label: string, text: string): Promise<void> {
    await this.to(label);
    await this.page.keyboard.type(text);
  }

  /** Chooses from a select list by typing the first letters. */
  async select(label: string, option: string): Promise<void> {
    await this.to(label);
    await expect(this.page.locator('option', { hasText: option }).first()).toBeAttached();
    await this.page.keyboard.type(option);
    // Letters that are typed more than a second apart begin a new word. If another option is chosen because of that, the letters are typed again.
    const chosen = () => this.page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions?.[0]?.text.trim() ?? '');
    for (let tries = 0; tries < 3 && !(await chosen()).startsWith(option); tries += 1) {
      await this.page.waitForTimeout(1_500);
      await this.page.keyboard.type(option);
    }
    expect(await chosen(), label).toMatch(new RegExp(`^${option}`));
  }

  /** Chooses from a list by typing: goes to the first match and selects it. */
  async combobox(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await expect(this.page.getByRole('listbox').getByRole('option').filter({ hasText: text }).first()).toBeVisible();
    await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Enter');
  }

  /** Fills in the next date, which has three fields. */
  async day(day: string, month: string, year: string): Promise<void> {
    await this.answer('Day', day);
    await this.answer('Month', month);
    await this.answer('Year', year);
  }

  /** Chooses in the next radio group: Space selects the first option, an arrow key the next one. */
  async radio(choice: 'Yes' | 'No' = 'Yes'): Promise<void> {
    await this.tabUntil(({ type }) => type === 'radio', 'the next question');
    await this.page.keyboard.press(choice === 'Yes' ? 'Space' : 'ArrowDown');
  }

  /** Follows a link, or presses a button that does not submit a form. */
  async go(name: string): Promise<void> {
    await this.tabUntil((focused) => focused.name === name && focused.type !== 'submit', name);
    await this.page.keyboard.press('Enter');
  }

  async press(button: string): Promise<void> {
    await this.tabUntil(({ name, type }) => name === button && type === 'submit', button);
    await this.page.keyboard.press('Enter');
  }
}
