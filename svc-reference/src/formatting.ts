import { type Language, localeOf } from '@portal/contract-kit';

/** An amount in minor units, formatted: `1,250.50 USD`, in Portuguese `1250,50 USD`. */
export function formatMoney(amount: number, currencyCode: string, language: Language): string {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode }).resolvedOptions().maximumFractionDigits ?? 2;
  const number = new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  // Messages use plain spaces, not non-breaking ones.
  return `${number.format(amount / 10 ** digits).replace(/\s/g, ' ')} ${currencyCode}`;
}
