/** The audit records of all services as one trail, newest first. */
import type { AuditedDocument, AuditedPerson, AuditRecord } from '@portal/contract-kit';
import { asProblem, type ListResult } from '@portal/web-kit';
import { shellApi } from '../../areas/clients.ts';
import type { PortalService } from '../services.ts';

/** What an auditor looks for; an empty text restricts nothing. */
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

/** The filter in the address of the page. */
export const filterFrom = (query: URLSearchParams): AuditFilter =>
  Object.fromEntries(filterNames.map((name) => [name, query.get(name)?.trim() ?? ''])) as unknown as AuditFilter;

/** The address of a filter. */
export const filterQuery = (filter: AuditFilter): string =>
  new URLSearchParams(filterNames.flatMap((name) => (filter[name].trim() ? [[name, filter[name].trim()]] : []))).toString();

const criterion = (fieldName: string, operation: string, ...values: string[]) => ({ expressionType: 'SearchCriterion', fieldName, operation, values });

/** Most values of a criterion. */
const mostValues = 200;

/** The documents of a person in all services, and the services that do not answer. */
export interface PersonDocuments {
  documents: AuditedDocument[];
  down: ServiceTrail[];
  /** Some are left out: there are very many. */
  incomplete: boolean;
}

/** Asks every service for the documents of a person. The number is in no address. */
export async function findPerson(services: readonly PortalService[], number: string, signal: AbortSignal): Promise<PersonDocuments> {
  const down: ServiceTrail[] = [];
  const answers = await Promise.all(
    services.map(async (service) => {
      try {
        return await shellApi(service.api).post<AuditedPerson>('/v1/audit/person', { number }, { signal });
      } catch (error) {
        down.push({ service, records: [], total: 0, pages: 0, failure: asProblem(error).message });
        return undefined;
      }
    }),
  );
  const documents = answers.flatMap((answer) => answer?.records ?? []);
  return { documents, down, incomplete: answers.some((answer) => answer?.incomplete === true) || idsOf(documents).length > mostValues };
}

/** Everything under which something was recorded of the documents, the documents themselves first. */
const idsOf = (documents: readonly AuditedDocument[]): string[] => [
  ...new Set([...documents.map(({ documentId }) => documentId), ...documents.flatMap(({ others }) => others)]),
];

/** No document has this id. */
const nobody = '-';

/** What is on the trail of a person; nothing where they have no documents. */
export const personCriterion = (documents: readonly AuditedDocument[]): object =>
  criterion('documentId', 'IN', ...(documents.length ? idsOf(documents).slice(0, mostValues) : [nobody]));

/**
 * The criteria of a filter.
 * @param now records that come later are left out: otherwise every further one, that of this search too, would move the pages
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

/** What was read of one service so far. */
export interface ServiceTrail {
  service: PortalService;
  records: AuditRecord[];
  total: number;
  /** There are more than the total: it is not counted any further. */
  atLeast?: boolean;
  pages: number;
  /** The sentence that says why it does not answer. */
  failure?: string;
}

const pageSize = 50;

const hasMore = ({ failure, records, total, atLeast, pages }: ServiceTrail): boolean =>
  !failure && (records.length < total || (atLeast === true && records.length === pages * pageSize));
const lastOf = ({ records }: ServiceTrail): string => records.at(-1)?.at ?? '';

/** Up to here the trail is complete: a service that has more to tell may have records older than its last one. */
const horizonOf = (trails: readonly ServiceTrail[]): string => trails.filter(hasMore).map(lastOf).sort().at(-1) ?? '';

/** A record with its service. */
export interface TrailRecord extends AuditRecord {
  service: PortalService;
}

/** The part of the trail that is complete, newest first. */
export function mergedTrail(trails: readonly ServiceTrail[]): TrailRecord[] {
  const horizon = horizonOf(trails);
  return trails
    .flatMap(({ service, records }) => records.map((record) => ({ ...record, service })))
    .filter(({ at }) => at >= horizon)
    .sort((one, other) => other.at.localeCompare(one.at) || other.id.localeCompare(one.id));
}

/** Whether there are older records. */
export const hasOlder = (trails: readonly ServiceTrail[]): boolean => trails.some(hasMore);

async function readPage(trail: ServiceTrail, criteria: object[], signal: AbortSignal): Promise<ServiceTrail> {
  const { service, records, pages } = trail;
  // In the body: ids of documents are keys to them, and addresses are logged.
  const q = { criteria, paging: { page: pages + 1, size: pageSize } };
  try {
    const found = await shellApi(service.api).post<ListResult<AuditRecord> & { atLeast?: true }>('/v1/audit/search', q, { signal });
    return { service, records: [...records, ...found.records], total: found.totalRecords, atLeast: found.atLeast === true, pages: pages + 1 };
  } catch (error) {
    return { ...trail, failure: asProblem(error).message };
  }
}

/** Begins a trail: the first page of every service. One that does not answer costs its own records alone. */
export const beginTrail = (services: readonly PortalService[], criteria: object[], signal: AbortSignal): Promise<ServiceTrail[]> =>
  Promise.all(services.map((service) => readPage({ service, records: [], total: 0, pages: 0 }, criteria, signal)));

/** Goes on: reads the next page of each service that keeps the trail from being complete further back. */
export function continueTrail(trails: readonly ServiceTrail[], criteria: object[], signal: AbortSignal): Promise<ServiceTrail[]> {
  const horizon = horizonOf(trails);
  return Promise.all(trails.map(async (trail) => (hasMore(trail) && lastOf(trail) === horizon ? readPage(trail, criteria, signal) : trail)));
}
