import { isSource, localeOf, minorOf, sourceOf } from '@portal/contract-kit';
import { useMemo } from 'react';
import { dateInWords, parse } from './date-in-words.ts';
import { currentLanguage, useLanguage } from './i18n.ts';
import type { Language } from './labels.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Writes a date in words (`dateInWords`) in the page's language. Returns an empty text if there is no value. */
export const formatDate = (value: string | null | undefined, language: Language = currentLanguage()): string => (value ? dateInWords(value, language) : '');

/** Writes a short date where space is scarce, as in the rows of a list: `27 Mar`, or `27 Mar 2025` if the year is not the current one. */
export function formatShortDate(value: string | null | undefined, language: Language = currentLanguage(), now = new Date()): string {
  const source = isSource(language) ? language : sourceOf(language);
  const [day, month, year] = formatDate(value, source).split(source === 'pt' ? ' de ' : ' ');
  if (!year) return day ?? '';
  return `${day} ${month.slice(0, 3)}${year === String(now.getFullYear()) ? '' : ` ${year}`}`;
}

/** Writes a time, such as `14:02`, in the user's time zone. */
export function formatTime(value: string | number | Date | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  const date = typeof value === 'string' ? parse(value) : new Date(value);
  return date ? `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}` : String(value);
}

/** Writes a date and time: `27 March 2026, 14:02`. */
export function formatDateTime(value: string | null | undefined, language: Language = currentLanguage()): string {
  if (!value || !parse(value)) return value ?? '';
  return `${formatDate(value, language)}, ${formatTime(value)}`;
}

export function formatNumber(value: number | null | undefined, language: Language = currentLanguage(), options?: Intl.NumberFormatOptions): string {
  return typeof value === 'number' && Number.isFinite(value) ? new Intl.NumberFormat(localeOf(language), options).format(value) : '';
}

/**
 * Writes an amount in minor units with its currency: `formatMoney(123400, 'USD')` is `USD 1,234.00`, without a possible line break. `minor` is the number of
 * digits of the minor unit, by default that of the currency.
 */
export function formatMoney(
  amount: number | null | undefined,
  currency = 'USD',
  { minor = minorOf(currency), language = currentLanguage() }: { minor?: number; language?: Language } = {},
): string {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return '';
  return `${currency}\u00a0${formatNumber(amount / 10 ** minor, language, { minimumFractionDigits: minor, maximumFractionDigits: minor })}`;
}

/** Returns the same formatters for the page's language. Components that use them follow the language switch. */
export function useFormat() {
  const { language } = useLanguage();
  return useMemo(
    () => ({
      date: (value?: string | null) => formatDate(value, language),
      dateTime: (value?: string | null) => formatDateTime(value, language),
      shortDate: (value?: string | null) => formatShortDate(value, language),
      time: formatTime,
      number: (value?: number | null) => formatNumber(value, language),
      money: (amount?: number | null, currency?: string, minor?: number) => formatMoney(amount, currency, { minor, language }),
    }),
    [language],
  );
}
