/** Pieces of the printed forms: labels in both languages, values as a person reads them. */
import { type ContractClass, fieldAt, type PrintBlock, valueAt } from '@portal/contract-kit';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const both = (label: { en: string; pt: string } | undefined, fallback: string): string =>
  label ? (label.en === label.pt ? label.en : `${label.en} / ${label.pt}`) : fallback;

const yesNo: Record<string, string> = { YES: 'Yes / Sim', NO: 'No / Não' };

/** A value as it is printed; empty where there is none. */
export function printed(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return (value ? yesNo.YES : yesNo.NO) as string;
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return day.format(new Date(`${value}T00:00:00Z`));
  if (typeof value === 'string') return yesNo[value] ?? value;
  return String(value);
}

/** Labelled values; those that were not asked are left out, and so is a section of none. */
export function section(title: string, cls: ContractClass, model: object, paths: readonly string[]): PrintBlock[] {
  const rows = paths.map((path) => ({ label: both(fieldAt(cls, path)?.label, path), value: printed(valueAt(model, path)) })).filter((r) => r.value !== '');
  return rows.length ? [{ kind: 'section', title, rows }] : [];
}

/** A table, left out when it has no rows. */
export function table(title: string, columns: { title: string; width: number; align?: 'left' | 'right' }[], rows: string[][]): PrintBlock[] {
  return rows.length ? [{ kind: 'table', title, columns, rows }] : [];
}

/** Goods that were described; the empty row of the form is not. */
export const goodsTable = (goods: { description?: string; quantity?: number; value?: number; currencyCode?: string }[] | undefined): PrintBlock[] =>
  table(
    'Goods / Bens',
    [
      { title: 'Description / Descrição', width: 60 },
      { title: 'Quantity / Quantidade', width: 15, align: 'right' },
      { title: 'Value / Valor', width: 25, align: 'right' },
    ],
    (goods ?? [])
      .filter((g) => g.description)
      .map((g) => [printed(g.description), printed(g.quantity), [printed(g.value), g.currencyCode].filter(Boolean).join(' ')]),
  );

/** Requirements with the applicant's and the official's ticks. */
export const requirementsTable = (rows: { description?: string; accepted?: boolean; confirmed?: boolean }[] | undefined): PrintBlock[] =>
  table(
    'Requirements / Requisitos',
    [
      { title: 'Requirement / Requisito', width: 60 },
      { title: 'Accepted / Aceite', width: 20 },
      { title: 'Confirmed / Confirmado', width: 20 },
    ],
    (rows ?? []).map((r) => [printed(r.description), printed(r.accepted ?? false), printed(r.confirmed ?? false)]),
  );
