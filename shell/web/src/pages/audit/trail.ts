/** Merges the audit records of all services into one trail, newest first. */
import type { AuditedDocument, AuditedPerson, AuditRecord } from '@portal/contract-kit';
import { asProblem, type ListResult } from '@portal/web-kit';
import { shellApi } from '../../areas/clients.ts';
import type { PortalService } from '../services.ts';

/** The filter of an auditor. An empty text restricts nothing. */
export interface AuditFilter {
  from: string;
  until: string;
  user: string;
  account: string;
  action: string;
  reference: string;
  document: string;
  request: string;
}

export const filterNames = ['from', 'until', 'user', 'account', 'action', 'reference', 'document', 'request'] as const;

/** Reads the filter from the query of the page's address. */
export const filterFrom = (query: URLSearchParams): AuditFilter =>
  Object.fromEntries(filterNames.map((name) => [name, query.get(name)?.trim() ?? ''])) as unknown as AuditFilter;

/** Returns the query of the page's address for a filter. */
export const filterQuery = (filter: AuditFilter): string =>
  new URLSearchParams(filterNames.flatMap((name) => (filter[name].trim() ? [[name, filter[name].trim()]] : []))).toString();

const criterion = (fieldName: string, operation: string, ...values: string[]) => ({ expressionType: 'SearchCriterion', fieldName, operation, values });

/** Largest number of values in a criterion. */
const mostValues = 200;

/** The documents of a person in all services, and the services that did not answer. */
export interface PersonDocuments {
  documents: AuditedDocument[];
  down: ServiceTrail[];
  /** Whether some documents are left out because there are too many. */
  incomplete: boolean;
}

/** Asks every service for the documents of a person. The number is sent in the body, never in an address. */
export async function findPerson(services: readonly PortalService[], number: string, signal: AbortSignal): Promise<PersonDocuments> {
  const down: ServiceTrail[] = [];
  const answers = await Promise.all(
    services.map(async (service) => {
      try {
        return await shellApi(service.api).post<AuditedPerson>('/v1/audit/person', { number }, { signal, inNobodysName: true });
      } catch (error) {
        down.push({ service, records: [], total: 0, pages: 0, failure: asProblem(error).message });
        return undefined;
      }
    }),
  );
  const documents = answers.flatMap((answer) => answer?.records ?? []);
  return { documents, down, incomplete: answers.some((answer) => answer?.incomplete === true) || idsOf(documents).length > mostValues };
}

/** Returns all ids under which something about the documents was recorded, the ids of the documents themselves first. */
const idsOf = (documents: readonly AuditedDocument[]): string[] => [
  ...new Set([...documents.map(({ documentId }) => documentId), ...documents.flatMap(({ others }) => others)]),
];

/** An id that no document has. */
const nobody = '-';

/** Returns the criterion for everything recorded about a person. It matches nothing if the person has no documents. */
export const personCriterion = (documents: readonly AuditedDocument[]): object =>
  criterion('documentId', 'IN', ...(documents.length ? idsOf(documents).slice(0, mostValues) : [nobody]));

/**
 * Returns the search criteria of a filter.
 * @param now later records are left out; otherwise each new record, also the one of this search, would shift the pages
 */
export function criteriaOf(filter: AuditFilter, now: string): object[] {
  const all: [keyof AuditFilter, string, string][] = [
    ['from', 'at', 'GTE'],
    ['user', 'userName', 'CONTAINS'],
    ['account', 'userSub', 'EQ'],
    ['action', 'action', 'EQ'],
    ['reference', 'reference', 'EQ'],
    ['document', 'documentId', 'EQ'],
    ['request', 'requestId', 'EQ'],
  ];
  const until = filter.until && filter.until < now.slice(0, 10) ? filter.until : now;
  return [...all.flatMap(([name, field, operation]) => (filter[name] ? [criterion(field, operation, filter[name])] : [])), criterion('at', 'LTE', until)];
}

/** The records that have been read from one service so far. */
export interface ServiceTrail {
  service: PortalService;
  records: AuditRecord[];
  total: number;
  /** Whether there are more records than `total`, because the service stops counting there. */
  atLeast?: boolean;
  pages: number;
  /** Message that says why the service does not answer. */
  failure?: string;
}

const pageSize = 50;

const hasMore = ({ failure, records, total, atLeast, pages }: ServiceTrail): boolean =>
  !failure && (records.length < total || (atLeast === true && records.length === pages * pageSize));
const lastOf = ({ records }: ServiceTrail): string => records.at(-1)?.at ?? '';

/** Returns the time back to which the trail is complete. A service with more pages may have records that are older than its last loaded one. */
const horizonOf = (trails: readonly ServiceTrail[]): string => trails.filter(hasMore).map(lastOf).sort().at(-1) ?? '';

/** An audit record with the service that wrote it. */
export interface TrailRecord extends AuditRecord {
  service: PortalService;
}

/** Returns the part of the trail that is complete, newest first. */
export function mergedTrail(trails: readonly ServiceTrail[]): TrailRecord[] {
  const horizon = horizonOf(trails);
  return trails
    .flatMap(({ service, records }) => records.map((record) => ({ ...record, service })))
    .filter(({ at }) => at >= horizon)
    .sort((one, other) => other.at.localeCompare(one.at) || other.id.localeCompare(one.id));
}

/** Returns whether there are older records. */
export const hasOlder = (trails: readonly ServiceTrail[]): boolean => trails.some(hasMore);

async function readPage(trail: ServiceTrail, criteria: object[], signal: AbortSignal): Promise<ServiceTrail> {
  const { service, records, pages } = trail;
  // Send the query in the body: the id of a document gives access to it, and addresses are logged.
  const q = { criteria, paging: { page: pages + 1, size: pageSize } };
  try {
    const found = await shellApi(service.api).post<ListResult<AuditRecord> & { atLeast?: true }>('/v1/audit/search', q, { signal, inNobodysName: true });
    return { service, records: [...records, ...found.records], total: found.totalRecords, atLeast: found.atLeast === true, pages: pages + 1 };
  } catch (error) {
    return { ...trail, failure: asProblem(error).message };
  }
}

/** Begins a trail with the first page of every service. If a service does not answer, only its own records are missing. */
export const beginTrail = (services: readonly PortalService[], criteria: object[], signal: AbortSignal): Promise<ServiceTrail[]> =>
  Promise.all(services.map((service) => readPage({ service, records: [], total: 0, pages: 0 }, criteria, signal)));

/** Continues a trail: loads the next page of each service that limits how far back the trail is complete. */
export function continueTrail(trails: readonly ServiceTrail[], criteria: object[], signal: AbortSignal): Promise<ServiceTrail[]> {
  const horizon = horizonOf(trails);
  return Promise.all(trails.map(async (trail) => (hasMore(trail) && lastOf(trail) === horizon ? readPage(trail, criteria, signal) : trail)));
}
