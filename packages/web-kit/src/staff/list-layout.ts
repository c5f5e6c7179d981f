import { useState } from 'react';

/** `compact`: one line for each row, long texts are cut off. `comfortable`: every text is whole. */
export type ListDensity = 'compact' | 'comfortable';

/** How one officer likes to see a list. */
export interface ListLayout {
  density: ListDensity;
  /** The fields of the columns in their order; `undefined` shows the columns of the screen. */
  columns?: string[];
}

const usual: ListLayout = { density: 'compact' };

/** Reads a stored layout; what is missing or unreadable is as the screen has it. */
export function readLayout(stored: string | null): ListLayout {
  if (stored === null) return usual;
  try {
    const { density, columns } = JSON.parse(stored) as Partial<ListLayout>;
    return {
      density: density === 'comfortable' ? density : 'compact',
      ...(Array.isArray(columns) && columns.every((field) => typeof field === 'string') ? { columns } : {}),
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
