import { type Language, localeOf } from './language.ts';

/** The currencies of ISO 4217 whose amounts do not have two decimal digits. */
const codesByDigits: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];
const exceptions: ReadonlyMap<string, number> = new Map(codesByDigits.flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)));

/**
 * Returns the number of decimal digits of a currency, in which amounts in minor units are counted: 2 for USD, 0 for JPY. It is the minor unit of ISO 4217, not
 * the digits of `Intl`, which leaves out the decimals that nobody uses, such as those of IDR. The catalogue of currencies accepts no other number. A text that
 * is no code of a currency has 2.
 */
export const minorOf = (currency: string): number => exceptions.get(currency) ?? 2;

/** Returns an amount in minor units as on the screens, but with plain spaces, for messages and papers: `USD 1,250.50`, in Portuguese `USD 1250,50`. */
export function formatAmount(amount: number, currency: string, language: Language): string {
  const digits = minorOf(currency);
  const number = new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${currency} ${number.format(amount / 10 ** digits).replace(/\s/g, ' ')}`;
}
