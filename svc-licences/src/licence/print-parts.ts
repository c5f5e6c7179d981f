/** Pieces of the printed forms: labels in both languages, values as a person reads them. */
import { fieldAt, type Language, type PrintBlock, valueAt } from '@portal/contract-kit';
import { ProfessionalLicence } from '../../contract/index.ts';

const long = { dateStyle: 'long', timeZone: 'UTC' } as const;
const days = { en: new Intl.DateTimeFormat('en-GB', long), pt: new Intl.DateTimeFormat('pt-PT', long) };

export const both = (label: { en: string; pt: string }): string => (label.en === label.pt ? label.en : `${label.en} / ${label.pt}`);

/** A value as it is printed, a day in the language of the print; empty where there is none. */
export function printed(value: unknown, language: Language): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes / Sim' : 'No / Não';
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return days[language].format(new Date(`${value}T00:00:00Z`));
  return String(value);
}

/** An amount of minor units, such as `25.00 USD`. */
export const money = (amount: number | undefined, currencyCode: string): string => `${((amount ?? 0) / 100).toFixed(2)} ${currencyCode}`;

/** Labelled values, by their paths; those that were not given are left out, and so is a section of none. */
export function section(title: string, model: object, paths: readonly string[], language: Language): PrintBlock[] {
  const rows = paths
    .map((path) => {
      const label = fieldAt(ProfessionalLicence, path)?.label;
      return { label: label ? both(label) : path, value: printed(valueAt(model, path), language) };
    })
    .filter((row) => row.value !== '');
  return rows.length ? [{ kind: 'section', title, rows }] : [];
}

export function table(title: string, columns: { title: string; width: number; align?: 'left' | 'right' }[], rows: string[][], total?: string[]): PrintBlock[] {
  return rows.length ? [{ kind: 'table', title, columns, rows, ...(total ? { total } : {}) }] : [];
}
