import type { ReactNode } from 'react';
import { Pending } from '../components/pending.tsx';
import { useQuery, useQueryClient } from '../query.ts';
import { demandsKey } from './demands.ts';

interface AskedProps {
  /** The path of the kind of document. */
  kind: string;
  /** The document and sub-document that are chosen. */
  codes: readonly [document: string | undefined, subDocument: string | undefined];
  /** The document that the form changes. */
  of?: string;
  children: ReactNode;
}

/**
 * Stands where a form has no row of what is asked (`useDemands`): it is being loaded, or could not be and is tried again on demand. Otherwise nothing is asked,
 * which the children say.
 */
export function Asked({ kind, codes: [documentCode, subDocumentCode], of, children }: AskedProps) {
  const client = useQueryClient();
  const queryKey = demandsKey(kind, documentCode, subDocumentCode, of);
  // The form makes the calls.
  const { data, error, fetchStatus } = useQuery({ queryKey, enabled: false });
  if (data !== undefined || (!error && fetchStatus === 'idle')) return children;
  return <Pending query={{ error, refetch: () => client.refetchQueries({ queryKey }) }} />;
}
