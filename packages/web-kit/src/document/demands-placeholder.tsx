import type { ReactNode } from 'react';
import { Pending } from '../components/pending.tsx';
import { useQuery, useQueryClient } from '../query.ts';
import { demandsKey } from './demands.ts';

interface DemandsPlaceholderProps {
  /** The path of the kind of document, such as `/v1/professional`. */
  kind: string;
  /** The codes of the chosen document and sub-document. */
  codes: readonly [document: string | undefined, subDocument: string | undefined];
  /** The id of the document that the form changes. */
  of?: string;
  children: ReactNode;
}

/**
 * A placeholder for a form that has no rows of requirements, fees or declarations (`useDemands`). While they load it says so, and after a failure it offers a
 * retry. Otherwise nothing is demanded, and the children say that.
 */
export function DemandsPlaceholder({ kind, codes: [documentCode, subDocumentCode], of, children }: DemandsPlaceholderProps) {
  const client = useQueryClient();
  const queryKey = demandsKey(kind, documentCode, subDocumentCode, of);
  // The form makes the calls; this query only observes their state.
  const { data, error, fetchStatus } = useQuery({ queryKey, enabled: false });
  if (data !== undefined || (!error && fetchStatus === 'idle')) return children;
  return <Pending query={{ error, refetch: () => client.refetchQueries({ queryKey }) }} />;
}
