/** Calls of svc-reference for the administration of catalogues. */

import type { CatalogueRecord, DocumentEnvelope, ListResult, SearchCriterion } from '@portal/contract-kit';
import { keepPreviousData, useApi, useQuery } from '@portal/web-kit';
import type { CatalogueInfo, FormPreview, Proposal, RecordUse, RecordVersion, StoredRecord } from 'svc-reference/contract';

export const ADMIN = 'reference-admin';
export const adminBase = '/staff/catalogues';

/** Answer to a write: the record, or the proposal to change it. */
export type WriteAnswer = DocumentEnvelope<StoredRecord> | DocumentEnvelope<Proposal>;
export const proposalIn = ({ model }: WriteAnswer): Proposal | undefined =>
  'documentStatus' in model && 'proposedBy' in model ? (model as Proposal) : undefined;

export const catalogueScreen = (name: string): string => `${adminBase}/${name}`;
export const recordScreen = (name: string, code: string): string => `${adminBase}/${name}/record/${encodeURIComponent(code)}`;
export const proposalScreen = (id: string): string => `${adminBase}/proposals/${id}`;
export const cataloguePath = (name: string): string => `/v1/catalogue/${encodeURIComponent(name)}`;
export const recordPath = (name: string, code: string): string => `${cataloguePath(name)}/${encodeURIComponent(code)}`;

export const previewScreen = (query: Record<string, string | undefined>): string =>
  `${adminBase}/preview?${new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : [])))}`;

/** Always request the data again: another administrator may have changed it. */
const fresh = { staleTime: 0 };

export const useCatalogues = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['catalogue-admin', 'catalogues'],
    queryFn: ({ signal }) => api.get<ListResult<CatalogueInfo>>('/v1/catalogues', { signal }),
    ...fresh,
  });
};

export interface RecordsAsked {
  criteria: SearchCriterion[];
  sorting: { fieldName: string; direction: 'ASC' | 'DESC' }[];
  page: number;
}
export const pageSize = 25;

export const useRecords = (name: string, { criteria, sorting, page }: RecordsAsked) => {
  const api = useApi();
  const q = { criteria, paging: { page, size: pageSize }, ...(sorting.length ? { sorting } : {}) };
  return useQuery({
    queryKey: ['catalogue-admin', 'records', name, q],
    // Without `no-cache` the answer can be one for everybody, which may be a minute old.
    queryFn: ({ signal }) =>
      api.get<ListResult<CatalogueRecord>>(`${cataloguePath(name)}/search`, { query: { q }, headers: { 'cache-control': 'no-cache' }, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
};

/** Key of a record in the query cache. */
export const recordKey = (name: string, code: string): string[] => ['catalogue-admin', 'record', name, code];

export const useRecord = (name: string, code: string) => {
  const api = useApi();
  return useQuery({
    queryKey: recordKey(name, code),
    queryFn: ({ signal }) => api.get<DocumentEnvelope<StoredRecord>>(recordPath(name, code), { signal }),
    ...fresh,
  });
};

/** @param version of the record; each version has its own history and so its own cache entry */
export const useHistory = (name: string, code: string, version: number) => {
  const api = useApi();
  return useQuery({
    queryKey: ['catalogue-admin', 'history', name, code, version],
    queryFn: ({ signal }) => api.get<ListResult<RecordVersion>>(`${recordPath(name, code)}/history`, { signal }),
    ...fresh,
  });
};

export const useProposals = (query: { status?: string; catalogue?: string; page?: number }) => {
  const api = useApi();
  return useQuery({
    queryKey: ['catalogue-admin', 'proposals', query],
    queryFn: ({ signal }) => api.get<ListResult<Proposal>>('/v1/catalogue-proposals', { query, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
};

export const useUses = (name: string, code: string) => {
  const api = useApi();
  return useQuery({
    queryKey: ['catalogue-admin', 'uses', name, code],
    queryFn: ({ signal }) => api.get<ListResult<{ service: string; answers: boolean; uses: RecordUse[] }>>(`${recordPath(name, code)}/uses`, { signal }),
    ...fresh,
  });
};

export const useFormPreview = ({ language, ...query }: { document: string; subDocument: string; day: string; language: string; proposal: string }) => {
  const api = useApi();
  const asked = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  return useQuery({
    queryKey: ['catalogue-admin', 'preview', language, asked],
    queryFn: ({ signal }) => api.get<{ model: FormPreview }>('/v1/form-preview', { query: asked, headers: { 'accept-language': language }, signal }),
    ...fresh,
  });
};

export const useProposal = (id: string, enabled = true) => {
  const api = useApi();
  return useQuery({
    queryKey: ['catalogue-admin', 'proposal', id],
    queryFn: ({ signal }) => api.get<DocumentEnvelope<Proposal>>(`/v1/catalogue-proposals/${encodeURIComponent(id)}`, { signal }),
    enabled,
    ...fresh,
  });
};
