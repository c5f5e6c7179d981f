/**
 * Returns the number of decimal digits of a currency (ISO 4217), in which amounts in minor units are counted: 2 for USD, 0 for JPY. A text that is no code of a
 * currency has 2.
 */
export function minorOf(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
