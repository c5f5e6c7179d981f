import { type Language, localeOf, minorOf } from '@portal/contract-kit';

/** Formats an amount in minor units as on the screens: `USD 1,250.50`, in Portuguese `USD 1250,50`. */
export function formatMoney(amount: number, currencyCode: string, language: Language): string {
  const digits = minorOf(currencyCode);
  const number = new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  // Messages use plain spaces, not non-breaking ones.
  return `${currencyCode} ${number.format(amount / 10 ** digits).replace(/\s/g, ' ')}`;
}
