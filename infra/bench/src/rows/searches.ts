/** Every filter and order that the staff lists offer, each alone and in pairs, and the search over everything, at many rows. */

import { quantile } from '../measure.ts';
import type { SeededKind } from '../parts/seed-documents.ts';
import type { EngineRun } from './run.ts';

/** What a staff list must answer in, at the 95th percentile; and the search over everything. */
const mostMs = { list: 60, lookup: 200 };
const runs = 20;
/** A search that takes longer is not repeated so often. */
const slowMs = 400;
const slowRuns = 5;
/** Of the searches that take too long, the slowest. */
const mostShown = 30;

interface Criterion {
  expressionType: 'SearchCriterion';
  operation: string;
  dataType: string;
  fieldName: string;
  values: string[];
}
interface Search {
  what: string;
  criteria: Criterion[];
  sorting?: { fieldName: string; direction: 'ASC' | 'DESC' }[];
}
interface Offered {
  path: string;
  roles: string[];
  agencies: string[];
  /** In every list, whatever else is asked for. */
  always?: Criterion[];
  filters: Criterion[];
  sorts: string[];
  /** Texts in the search over everything. */
  texts: string[];
}

const of =
  (dataType: string) =>
  (fieldName: string, operation: string, ...values: string[]): Criterion => ({ expressionType: 'SearchCriterion', operation, dataType, fieldName, values });
const text = of('TEXT');
const date = of('DATE');
const begins = (field: string, value: string): Criterion => text(field, 'BETWEEN', value, `${value}~`);
/** A day so many days ago. */
const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** What every list of cases has: with whom, in which queue, by when, since when. */
const work = [
  text('assignee', 'EQ', 'ME'),
  text('assignee', 'EQ', 'NONE'),
  text('assignee', 'NEQ', 'ME'),
  ...['MINE', 'UNASSIGNED', 'TEAM', 'OVERDUE', 'APPLICANT'].map((queue) => text('queue', 'EQ', queue)),
  date('dueAt', 'LTE', 'TODAY'),
  date('stepSince', 'LTE', ago(100)),
  date('createdAt', 'BETWEEN', ago(150), ago(148)),
  date('escalatedAt', 'GTE', 'TODAY-7'),
  date('escalatedAt', 'EMPTY'),
];
const workSorts = ['createdAt', 'dueAt', 'stepSince'];

/** What the screens of each kind offer. The values are those of the seeded documents: some that very many have, and some that few have. */
const offered: Record<SeededKind, Offered> = {
  arrival: {
    path: '/v1/traveller/declaration',
    roles: ['search', 'read', 'arrival', 'decision'].map((right) => `traveller-declaration-${right}`),
    agencies: ['IMMIGRATION'],
    filters: [
      text('serialReference.reference', 'EQ', 'ARR-2025-0012345'),
      begins('serialReference.reference', 'ARR-2025-00123'),
      begins('serialReference.reference', 'ARR-2025-0'),
      text('documentStatus', 'EQ', 'CREATED'),
      text('documentStatus', 'IN', 'ARRIVED', 'REFERRED'),
      text('documentStatus', 'NEQ', 'CLEARED'),
      text('lane', 'EQ', 'RED'),
      text('name', 'CONTAINS', 'maria'),
      text('name', 'CONTAINS', 'maria rosario'),
      text('name', 'CONTAINS', 'lucian'),
      text('name', 'CONTAINS', 'zzz'),
      text('firstName', 'EQ', 'MARIA'),
      begins('firstName', 'MA'),
      text('lastName', 'EQ', 'BELO'),
      begins('lastName', 'DO ROS'),
      begins('lastName', 'D'),
      text('travellerCode', 'EQ', 'P00000777'),
      text('nationalityCode', 'EQ', 'PT'),
      text('nationalityCode', 'NEQ', 'TL'),
      text('flightNumber', 'EQ', 'QG500'),
      begins('flightNumber', 'T'),
      date('arrivalDate', 'EQ', ago(150)),
      date('arrivalDate', 'GTE', ago(100)),
      date('arrivalDate', 'LTE', ago(110)),
      date('arrivalDate', 'NEQ', ago(150)),
      text('entryPointCode', 'EQ', 'SAL'),
      text('entryPointCode', 'EQ', 'DIL'),
      text('entryPointCode', 'NEQ', 'DIL'),
      ...work,
    ],
    sorts: [...workSorts, 'serialReference.reference', 'firstName', 'lastName', 'arrivalDate', 'flightNumber'],
    texts: ['maria', 'maria rosario', 'mar', 'lucian', 'zzzz', '00123', 'ARR-2025-0012345', 'P00000777', '77000777'],
  },
  licence: {
    path: '/v1/professional',
    roles: ['search', 'read', 'verification', 'assessment'].map((right) => `professional-license-${right}`),
    agencies: ['MOH', 'MOE'],
    filters: [
      text('serialReference.reference', 'EQ', 'MEDIB-2025-0012345'),
      begins('serialReference.reference', 'MEDIB-2025-00123'),
      text('documentStatus', 'EQ', 'SUBMITTED'),
      text('documentStatus', 'IN', 'APPROVED', 'SUSPENDED'),
      text('documentStatus', 'NEQ', 'APPROVED'),
      text('name', 'CONTAINS', 'maria'),
      text('name', 'CONTAINS', 'maria rosario'),
      text('name', 'CONTAINS', 'zzz'),
      text('holderName', 'EQ', 'MARIA BELO'),
      begins('holderName', 'MARIA'),
      begins('holderName', 'M'),
      text('holderCode', 'EQ', 'BI00000777'),
      text('indentityCode', 'EQ', 'BI'),
      text('indentityCode', 'NEQ', 'BI'),
      date('birthDate', 'EQ', ago(12_000)),
      date('birthDate', 'GTE', ago(9_000)),
      date('birthDate', 'LTE', ago(20_000)),
      text('documentCode', 'EQ', 'MEDIB'),
      text('documentCode', 'NEQ', 'MEDIB'),
      text('storageReference.reference', 'EQ', 'LIC-2026-0012345'),
      begins('storageReference.reference', 'LIC-2026-00123'),
      date('endDate', 'EQ', ago(-200)),
      date('endDate', 'GTE', ago(-400)),
      date('endDate', 'LTE', ago(-300)),
      date('endDate', 'NEQ', ago(-200)),
      ...work,
    ],
    sorts: [...workSorts, 'serialReference.reference', 'holderName', 'endDate', 'storageReference.reference'],
    texts: ['maria', 'maria rosario', 'mar', 'lucian', 'zzzz', '00123', 'BI00000777', '77000777'],
  },
  trip: {
    path: '/v1/triptic/trip',
    roles: ['search', 'read', 'verification', 'approval'].map((right) => `triptic-trip-${right}`),
    agencies: ['DNTT', 'CUSTOMS'],
    always: [text('documentDetails.movement', 'EQ', 'E')],
    filters: [
      text('serialReference.reference', 'EQ', 'TIBE-2025-0012345'),
      begins('serialReference.reference', 'TIBE-2025-00123'),
      text('documentStatus', 'EQ', 'SUBMITTED FOR EXIT'),
      text('documentStatus', 'IN', 'CONFIRMED FOR RETURN', 'CONFIRMED FOR EXIT'),
      text('documentStatus', 'NEQ', 'CONFIRMED FOR RETURN'),
      text('vehicleNumber', 'EQ', 'TL 001-234'),
      begins('vehicleNumber', 'TL 0'),
      text('chasisNumber', 'EQ', 'JTD000000778'),
      begins('chasisNumber', 'JTD0000'),
      text('name', 'CONTAINS', 'maria'),
      text('name', 'CONTAINS', 'maria rosario'),
      text('name', 'CONTAINS', 'zzz'),
      text('ownerName', 'EQ', 'MARIA BELO'),
      begins('ownerName', 'MARIA'),
      begins('driverName', 'M'),
      text('identityNumber', 'EQ', 'C00000778'),
      text('crossCode', 'EQ', 'BTG'),
      text('crossCode', 'IN', 'SAL', 'OES'),
      date('entryDate', 'EQ', ago(150)),
      date('entryDate', 'GTE', ago(100)),
      date('entryDate', 'LTE', ago(110)),
      date('expectedDate', 'EQ', ago(110)),
      date('expectedDate', 'GTE', ago(70)),
      date('expectedDate', 'LTE', ago(80)),
      ...work,
    ],
    sorts: [...workSorts, 'serialReference.reference', 'vehicleNumber', 'ownerName', 'driverName', 'entryDate', 'expectedDate'],
    texts: ['maria', 'maria rosario', 'mar', 'lucian', 'zzzz', '00123', 'TL 001-234', 'C00000778', 'JTD000000778', '77000777'],
  },
};

const named = ({ fieldName, operation, values }: Criterion): string => [fieldName, operation, values.join('…').replace(/…(.*)~$/, '…')].join(' ').trim();

/** Every filter in every order, and every two filters of different fields, newest first. */
function searchesOf({ always = [], filters, sorts }: Offered): Search[] {
  const orders = sorts.flatMap((fieldName) => (['ASC', 'DESC'] as const).map((direction) => ({ fieldName, direction })));
  const found: Search[] = [{ what: 'all', criteria: [] }, ...filters.map((each) => ({ what: named(each), criteria: [each] }))];
  const ordered = found.flatMap(({ what, criteria }) =>
    orders.map((order) => ({ what: `${what}, by ${order.fieldName} ${order.direction}`, criteria, sorting: [order] })),
  );
  const pairs = filters.flatMap((a, i) =>
    filters
      .slice(i + 1)
      .filter((b) => b.fieldName !== a.fieldName)
      .map((b) => ({ what: `${named(a)} + ${named(b)}`, criteria: [a, b] })),
  );
  return [...found, ...ordered, ...pairs].map((search) => ({ ...search, criteria: [...always, ...search.criteria] }));
}

interface Measured {
  what: string;
  ms: number;
}

/** Milliseconds at the 95th percentile. */
async function p95(url: string, headers: Record<string, string>): Promise<number> {
  const all: number[] = [];
  for (let turn = 0; turn <= runs; turn++) {
    const { ms, status } = await timed(url, headers);
    if (status !== 200) throw new Error(`${url}: ${status}`);
    // The first call of each search reads from the disk what none has read before: it is none of the twenty.
    if (turn > 0 || ms > slowMs) all.push(ms);
    if (ms > slowMs && all.length >= slowRuns) break;
  }
  return quantile(all, 0.95);
}

async function timed(url: string, headers: Record<string, string>): Promise<{ ms: number; status: number }> {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return { ms: performance.now() - began, status: answer.status };
}

/**
 * Measures what the lists of a kind offer, and the search over everything.
 * @param authorization the header of an officer @param wanted which of the searches, by their names @param told is called with each
 */
export async function measureSearches(
  kind: SeededKind,
  service: string,
  authorization: (roles: string[], agencies: string[]) => Promise<string>,
  wanted: (what: string) => boolean = () => true,
  told: (each: Measured) => void = () => undefined,
): Promise<{ lists: Measured[]; lookups: Measured[] }> {
  const { path, roles, agencies, texts } = offered[kind];
  const headers = { authorization: await authorization(roles, agencies) };
  const measured = async (what: string, url: string): Promise<Measured> => {
    const each = { what, ms: await p95(url, headers) };
    told(each);
    return each;
  };
  const lists: Measured[] = [];
  for (const { what, criteria, sorting = [] } of searchesOf(offered[kind]).filter((each) => wanted(each.what))) {
    const q = encodeURIComponent(JSON.stringify({ criteria, paging: { page: 1, size: 25 }, sorting }));
    lists.push(await measured(what, `${service}${path}/search?q=${q}`));
  }
  const lookups: Measured[] = [];
  for (const each of texts.filter((each) => wanted(`look up ${each}`)))
    lookups.push(await measured(`look up ${each}`, `${service}/v1/lookup?text=${encodeURIComponent(each)}`));
  return { lists, lookups };
}

const kinds = ['arrival', 'licence', 'trip'] as const;

/** Measures every filter and order of the lists of each kind, at so many rows. */
export async function searches({ report, engine, services, urls }: EngineRun, rows: number): Promise<void> {
  report.section(
    `Every filter and order of ${rows.toLocaleString('en')} rows, ${engine}`,
    `Each filter that the screens offer, alone in every order and with every other filter: 95th percentile of ${runs} sequential calls, in milliseconds. Rows with the name of a search are those beyond ${mostMs.list} ms (${mostMs.lookup} ms for the search over everything), the slowest first.`,
  );
  for (const kind of kinds) {
    const service = kind === 'arrival' ? urls.declarations : await services.call('startAlso', kind);
    await services.call('seed', kind, 0, rows);
    const { lists, lookups } = await measureSearches(kind, service, (of, agencies) => services.call('authorization', of, agencies));
    const row = (what: string, ours: number, unit: string, target?: string): void => report.add({ what: `${kind}: ${what}`, engine, ours, unit, target });
    row(`of ${lists.length} searches, within ${mostMs.list} ms`, lists.filter(({ ms }) => ms <= mostMs.list).length, '', String(lists.length));
    row(
      'the median search',
      quantile(
        lists.map(({ ms }) => ms),
        0.5,
      ),
      'ms',
    );
    row('the slowest search over everything', Math.max(...lookups.map(({ ms }) => ms)), 'ms', String(mostMs.lookup));
    const slow = [...lists.filter(({ ms }) => ms > mostMs.list), ...lookups.filter(({ ms }) => ms > mostMs.lookup)].sort((a, b) => b.ms - a.ms);
    for (const { what, ms } of slow.slice(0, mostShown)) row(what, ms, 'ms');
  }
}
