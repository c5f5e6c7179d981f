import { type ListResult, valueAt } from '@portal/contract-kit';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../api/api.ts';
import type { Label } from '../../language/labels.ts';
import { useQueryClient } from '../../query.ts';
import { DocumentPage } from '../document-page.tsx';

interface OpeningCaseProps {
  id: string | undefined;
  /** The title for a case that no list has shown. */
  service: Label;
  /** Returns the title of the case from its row or document; undefined if it has none. */
  nameOf(row: object): string | undefined;
  statusLabels?: Readonly<Record<string, Label>>;
  backTo: string;
  /** The state of the loading, or the reason why it failed. */
  children: ReactNode;
}

/** A placeholder for a case that is being loaded. It shows the data from the case's list at once, so that an officer sees where a key has led. */
export function OpeningCase({ id, service, nameOf, statusLabels = {}, backTo, children }: OpeningCaseProps) {
  const { prefix } = useApi();
  const cache = useQueryClient();
  const [row] = useState(() => id && rowOf(cache.getQueriesData<ListResult<object>>({ queryKey: ['list', prefix] }), id));
  const status = row && textAt(row, 'documentStatus');
  return (
    <DocumentPage
      title={(row && nameOf(row)) || service}
      caption={row ? textAt(row, 'serialReference.reference') : undefined}
      status={status}
      statusLabel={status ? statusLabels[status] : undefined}
      backTo={backTo}
      summary={children}
    />
  );
}

const textAt = (row: object, path: string): string | undefined => {
  const value = valueAt(row, path);
  return typeof value === 'string' ? value : undefined;
};

/** Returns the row of a case from the lists of its area that this page has shown. */
function rowOf(lists: readonly [unknown, ListResult<object> | undefined][], id: string): object | undefined {
  for (const [, list] of lists) {
    const row = list?.records.find((record) => valueAt(record, 'id') === id);
    if (row) return row;
  }
  return undefined;
}
