import type { Language } from '@portal/contract-kit';

const locales: Record<Language, string> = { en: 'en-GB', pt: 'pt-PT' };
const long = { dateStyle: 'long', timeZone: 'UTC' } as const;
const days = { en: new Intl.DateTimeFormat(locales.en, long), pt: new Intl.DateTimeFormat(locales.pt, long) };

/** An amount in minor units as people write it: `1,250.50 USD`, in Portuguese `1250,50 USD`. */
export function formatMoney(amount: number, currencyCode: string, language: Language): string {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode }).resolvedOptions().maximumFractionDigits ?? 2;
  const number = new Intl.NumberFormat(locales[language], { minimumFractionDigits: digits, maximumFractionDigits: digits });
  // Unbreakable spaces have no place in a message.
  return `${number.format(amount / 10 ** digits).replace(/\s/g, ' ')} ${currencyCode}`;
}

/** A day, `YYYY-MM-DD`, as people write it: `2 May 2026`. Anything else stays as it is. */
export function formatDay(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(date.getTime()) ? days[language].format(date) : day;
}
