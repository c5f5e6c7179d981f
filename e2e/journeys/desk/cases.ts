import type { Page } from '@playwright/test';
import { dayFrom } from '../../answers/values.ts';
import { register } from '../routes/documents.ts';

export const arrivals = '/other/traveller/declaration';

/** Returns a family name that no other journey uses, so that its list contains only these cases. */
export const familyName = (): string =>
  `D${crypto
    .randomUUID()
    .replace(/[^a-f]/g, '')
    .toUpperCase()}${Date.now().toString(36).replace(/\d/g, 'X').toUpperCase()}`;

/** Registers arrivals for today. */
export async function registerArrivals(page: Page, lastName: string, count: number): Promise<{ id: string; reference: string }[]> {
  const cases: { id: string; reference: string }[] = [];
  for (let number = 0; number < count; number += 1) cases.push(await register(page, 'arrival', { arrivalDate: dayFrom(0), lastName }));
  return cases;
}

/** Returns the address of the officers' list with the travellers of this name who have not arrived. */
export const waitingOf = (lastName: string, status = 'CREATED'): string =>
  `${arrivals}?q=${encodeURIComponent(
    JSON.stringify({
      criteria: [
        { fieldName: 'documentStatus', operation: 'EQ', values: [status] },
        { fieldName: 'lastName', operation: 'EQ', values: [lastName] },
      ],
    }),
  )}`;

/** Presses keys and counts the presses. */
export class Hand {
  keys = 0;
  constructor(private readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      this.keys += 1;
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.keys += text.length;
  }
}
