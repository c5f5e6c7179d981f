import { useState } from 'react';

/** The height of rows. `compact`: one line for each row, long texts are cut off. `comfortable`: every text is shown in full. */
export type ListDensity = 'compact' | 'comfortable';

/** The layout of a list that an officer has chosen. */
export interface ListLayout {
  density: ListDensity;
  /** The fields of the columns, in their order; `undefined` shows the screen's own columns. */
  columns?: string[];
  /** By field: the width that the officer gave to the column, in characters. */
  widths?: Record<string, number>;
}

const usual: ListLayout = { density: 'compact' };

export const isDensity = (value: unknown): value is ListDensity => value === 'compact' || value === 'comfortable';
export const isColumns = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every((field) => typeof field === 'string');

/** The narrowest and the widest width of a column, in characters. */
export const narrowest = 5;
export const widest = 80;
export const withinBounds = (width: number): number => Math.min(widest, Math.max(narrowest, Math.round(width)));

const isWidths = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((width) => typeof width === 'number');

/** Reads a stored layout. Missing or unreadable parts get the screen's default. */
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
 * Returns the columns that are shown, in the chosen order. Without a choice, returns all columns that are not optional. Fields that the screen no longer has
 * are left out. The first column is always shown.
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

/** Moves a field by one place. A field at the end stays there. */
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
    // A browser without storage shows the default layout.
    return null;
  }
}

/**
 * Returns the layout of a list, which is stored on this device, and a function that changes it.
 * @param list the path of the list's search
 */
export function useListLayout(list: string): [ListLayout, (next: ListLayout) => void] {
  const [layout, setLayout] = useState(() => readLayout(stored(list)));
  const keep = (next: ListLayout) => {
    setLayout(next);
    try {
      localStorage.setItem(keyOf(list), JSON.stringify(next));
    } catch {
      // Without storage the layout lasts until the user leaves the page.
    }
  };
  return [layout, keep];
}
