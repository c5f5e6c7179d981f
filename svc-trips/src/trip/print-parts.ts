/** Pieces of the printed papers: labels in both languages, dates and names of codes in the language of the print. */
import { fieldAt, type Language, type PrintBlock, valueAt } from '@portal/contract-kit';
import { TripBody } from '../../contract/index.ts';

const days: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  pt: new Intl.DateTimeFormat('pt-PT', { dateStyle: 'long', timeZone: 'UTC' }),
};

export const both = (label: { en: string; pt: string }): string => (label.en === label.pt ? label.en : `${label.en} / ${label.pt}`);

/** A value as it is printed; empty where there is none. */
export function printed(value: unknown, language: Language): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes / Sim' : 'No / Não';
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return days[language].format(new Date(`${value}T00:00:00Z`));
  return String(value);
}

/** An amount of minor units, such as `25.00 USD`. */
export const money = (amount: number | undefined, currencyCode: string): string => `${((amount ?? 0) / 100).toFixed(2)} ${currencyCode}`;

/** Labelled values by their paths, what was not given left out, and so a section of none. A code's name stands for the code. */
export function section(title: string, trip: object, paths: readonly string[], language: Language): PrintBlock[] {
  const rows = paths
    .map((path) => ({ label: both(fieldAt(TripBody, path)?.label ?? { en: path, pt: path }), value: printed(valueAt(trip, path), language) }))
    .filter((row) => row.value !== '');
  return rows.length ? [{ kind: 'section', title, rows }] : [];
}

export type Column = { title: string; width: number; align?: 'left' | 'right' };

/** A table, left out when it has no rows. */
export const table = (title: string, columns: Column[], rows: string[][], total?: string[]): PrintBlock[] =>
  rows.length ? [{ kind: 'table', title, columns, rows, ...(total ? { total } : {}) }] : [];
