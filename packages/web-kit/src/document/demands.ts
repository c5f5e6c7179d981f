import type { ListResult } from '@portal/contract-kit';
import { type Api, useApi } from '../api/api.ts';
import { useQuery } from '../query.ts';

/**
 * A call that loads what the catalogues demand for a document code, and for a sub-document code where there is one:
 * `searchRequirement`, `searchFee` or `searchDeclaration`. `of` is the document that the form changes: what is asked is that of its day.
 * @param kind the path of the kind of document, as `/v1/professional`
 */
export const loadDemands =
  <Row>(kind: string, what: 'searchRequirement' | 'searchFee' | 'searchDeclaration') =>
  (api: Api, codes: string[], signal?: AbortSignal, of?: string): Promise<ListResult<Row>> =>
    api.get<ListResult<Row>>(`${kind}/${codes.map(encodeURIComponent).join('/')}/${what}`, { query: of ? { of } : {}, signal });

/** Under which its answer is kept. */
export const demandsKey = (kind: string, documentCode: string | undefined, subDocumentCode: string | undefined, of?: string): unknown[] => [
  'demands',
  kind,
  documentCode,
  subDocumentCode,
  of,
];

/**
 * What is asked for the chosen document and sub-document, loaded once both are chosen.
 * @param kind the path of the kind of document
 * @param load makes the calls, with both codes
 * @param of the document that the form changes
 */
export function useDemands<Demands>(
  kind: string,
  documentCode: string | undefined,
  subDocumentCode: string | undefined,
  enabled: boolean,
  load: (api: Api, codes: [string, string], signal: AbortSignal) => Promise<Demands>,
  of?: string,
) {
  const api = useApi();
  return useQuery({
    queryKey: demandsKey(kind, documentCode, subDocumentCode, of),
    queryFn: ({ signal }) => load(api, [documentCode ?? '', subDocumentCode ?? ''], signal),
    enabled: enabled && Boolean(documentCode && subDocumentCode),
    staleTime: 600_000,
  });
}
