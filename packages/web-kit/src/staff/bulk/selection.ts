import { valueAt } from '@portal/contract-kit';
import { useRef, useState } from 'react';

/** A document that is selected, with the version that the officer saw. */
export interface SelectedDocument {
  id: string;
  version: number;
  reference: string;
}

export const mostChosen = 500;

export const selectedDocumentOf = (row: object): SelectedDocument => ({
  id: String(valueAt(row, 'id')),
  version: Number(valueAt(row, 'version')),
  reference: String(valueAt(row, 'serialReference.reference') ?? ''),
});

export interface Selection {
  chosen: ReadonlyMap<string, SelectedDocument>;
  /** Selects or deselects a row. With `range`, does so for all rows from the last toggled row to this one. */
  toggle(row: object, on: boolean, range: boolean): void;
  toggleAll(on: boolean): void;
  replace(all: readonly SelectedDocument[]): void;
  clear(): void;
}

/** Holds the rows that the officer has selected on a page, or in all of a filter. */
export function useSelection(rows: readonly object[], of: string): Selection {
  const [held, setHeld] = useState<{ of: string; chosen: ReadonlyMap<string, SelectedDocument> }>({ of, chosen: new Map() });
  const last = useRef<string>(undefined);
  // The selection is empty on another page or filter, so that nothing is selected that the officer does not see.
  const chosen = held.of === of ? held.chosen : new Map<string, SelectedDocument>();
  const keep = (next: ReadonlyMap<string, SelectedDocument>) => setHeld({ of, chosen: next });
  const withRows = (some: readonly object[], on: boolean) => {
    const next = new Map(chosen);
    for (const row of some.map(selectedDocumentOf)) {
      if (on) next.set(row.id, row);
      else next.delete(row.id);
    }
    keep(next);
  };
  return {
    chosen,
    toggle: (row, on, range) => {
      const ids = rows.map((each) => selectedDocumentOf(each).id);
      const { id } = selectedDocumentOf(row);
      const [from, to] = [ids.indexOf(last.current ?? id), ids.indexOf(id)].sort((one, two) => one - two) as [number, number];
      withRows(range && from >= 0 ? rows.slice(from, to + 1) : [row], on);
      last.current = id;
    },
    toggleAll: (on) => withRows(rows, on),
    replace: (all) => keep(new Map(all.map((each) => [each.id, each]))),
    clear: () => keep(new Map()),
  };
}
