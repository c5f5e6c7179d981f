import { useState } from 'react';

/** `compact`: one line for each row, long texts are cut off. `comfortable`: every text is whole. */
export type ListDensity = 'compact' | 'comfortable';

/** How one officer likes to see a list. */
export interface ListLayout {
  density: ListDensity;
  /** The fields of the columns in their order; `undefined` shows the columns of the screen. */
  columns?: string[];
  /** The widths that the officer gave to columns, in characters, by field. */
  widths?: Record<string, number>;
}

const usual: ListLayout = { density: 'compact' };

export const isDensity = (value: unknown): value is ListDensity => value === 'compact' || value === 'comfortable';
export const isColumns = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every((field) => typeof field === 'string');

/** The narrowest and the widest that a column can be made, in characters. */
export const narrowest = 5;
export const widest = 80;
export const withinBounds = (width: number): number => Math.min(widest, Math.max(narrowest, Math.round(width)));

const isWidths = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((width) => typeof width === 'number');

/** Reads a stored layout; what is missing or unreadable is as the screen has it. */
export function readLayout(stored: string | null): ListLayout {
  if (stored === null) return usual;
  try {
    const { density, columns, widths } = JSON.parse(stored) as Partial<ListLayout>;
    return {
      density: isDensity(density) ? density : 'compact',
      ...(isColumns(columns) ? { columns } : {}),
      ...(isWidths(widths) ? { widths: Object.fromEntries(Object.entries(widths).map(([field, width]) => [field, withinBounds(width)])) } : {}),
    };
  } catch {
    return usual;
  }
}

/**
 * The columns that are shown, in the chosen order; without a choice all that are not optional. Fields that the screen no longer has are left
 * out; the first column always stays.
 */
export function shownColumns<Column extends { field: string; optional?: boolean }>(
  columns: readonly Column[],
  chosen: readonly string[] | undefined,
): Column[] {
  const [first] = columns;
  if (!chosen || !first) return columns.filter(({ optional }) => !optional);
  const fields = new Set(chosen.includes(first.field) ? chosen : [first.field, ...chosen]);
  return [...fields].flatMap((field) => columns.find((column) => column.field === field) ?? []);
}

/** Moves a field by one place; at the end it stays. */
export function moved(fields: readonly string[], field: string, by: 1 | -1): string[] {
  const from = fields.indexOf(field);
  const to = from + by;
  const next = [...fields];
  const other = next[to];
  if (from < 0 || other === undefined) return next;
  next[to] = field;
  next[from] = other;
  return next;
}

const keyOf = (list: string): string => `portal:list:${list}`;

function stored(list: string): string | null {
  try {
    return localStorage.getItem(keyOf(list));
  } catch {
    // A browser that keeps nothing shows the usual layout.
    return null;
  }
}

/**
 * The layout of a list on this device.
 * @param list the path of its search
 */
export function useListLayout(list: string): [ListLayout, (next: ListLayout) => void] {
  const [layout, setLayout] = useState(() => readLayout(stored(list)));
  const keep = (next: ListLayout) => {
    setLayout(next);
    try {
      localStorage.setItem(keyOf(list), JSON.stringify(next));
    } catch {
      // It holds until the page is left.
    }
  };
  return [layout, keep];
}
