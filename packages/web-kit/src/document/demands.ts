import type { ListResult } from '@portal/contract-kit';
import { type Api, useApi } from '../api/api.ts';
import { demanded, useQuery } from '../query.ts';

/**
 * Creates a call that loads what the catalogues demand for a document code, and for a sub-document code if there is one: `searchRequirement`, `searchFee` or
 * `searchDeclaration`. `of` is the id of the document that the form changes: the answer is then what was demanded on the day of that document.
 * @param kind the path of the kind of document, such as `/v1/professional`
 */
export const loadDemands =
  <Row>(kind: string, what: 'searchRequirement' | 'searchFee' | 'searchDeclaration') =>
  (api: Api, codes: string[], signal?: AbortSignal, of?: string): Promise<ListResult<Row>> =>
    api.get<ListResult<Row>>(`${kind}/${codes.map(encodeURIComponent).join('/')}/${what}`, { query: of ? { of } : {}, signal });

/** Returns the query key under which the demands are cached. */
export const demandsKey = (kind: string, documentCode: string | undefined, subDocumentCode: string | undefined, of?: string): unknown[] => [
  demanded,
  kind,
  documentCode,
  subDocumentCode,
  of,
];

/**
 * Loads what the catalogues demand for the chosen document and sub-document, once both are chosen.
 * @param kind the path of the kind of document
 * @param load makes the calls with both codes
 * @param of the id of the document that the form changes
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
