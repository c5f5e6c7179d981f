/** Every filter and order that the staff lists offer, those of their tabs, and the search over everything, at many rows. */

import { loadavg } from 'node:os';
import { processorTimeOf, quantile, serverPid } from '../measure.ts';
import type { SeededKind } from '../parts/seed-documents.ts';
import type { EngineRun } from './run.ts';

/** What a staff list must answer in, at the 95th percentile; the search over everything; and the numbers of the board. */
const mostMs = { list: 60, lookup: 200, statistics: 300 };
const runs = 20;
/** A search that takes longer is not repeated so often. */
const slowMs = 400;
const slowRuns = 5;
/** Of the searches that take too long, the slowest. */
const mostShown = 30;
/** So many documents of a kind are written as the services write them, the others are copies. */
const written = 20_000;

interface Criterion {
  expressionType: 'SearchCriterion';
  operation: string;
  dataType: string;
  fieldName: string;
  values: string[];
}
type Order = { fieldName: string; direction: 'ASC' | 'DESC' };
interface Search {
  what: string;
  criteria: Criterion[];
  sorting?: Order[];
}
interface Offered {
  path: string;
  roles: string[];
  agencies: string[];
  /** In every list, whatever else is asked for. */
  always?: Criterion[];
  filters: Criterion[];
  sorts: string[];
  /** Further lists with an address of their own. */
  desks?: Criterion[];
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
const days = (field: string, on: number, since: number, until: number): Criterion[] => [
  date(field, 'EQ', ago(on)),
  date(field, 'GTE', ago(since)),
  date(field, 'LTE', ago(until)),
];

const tabs = ['MINE', 'UNASSIGNED', 'TEAM', 'OVERDUE', 'APPLICANT'].map((queue) => text('queue', 'EQ', queue));
/** What every list of cases has: with whom, by when, since when, when registered, and when supervisors were told. */
const work = [
  text('assignee', 'EQ', 'ME'),
  text('assignee', 'EQ', 'NONE'),
  text('assignee', 'NEQ', 'ME'),
  ...['dueAt', 'stepSince', 'documentCreatedAt'].flatMap((field) => days(field, 150, 100, 110)),
  date('dueAt', 'LTE', 'TODAY'),
  date('escalatedAt', 'GTE', ago(190)),
  date('escalatedAt', 'LTE', ago(190)),
  date('escalatedAt', 'EQ', ago(198)),
];
const workSorts = ['createdAt', 'dueAt', 'stepSince'];

/** The filters of both declarations. The values are those of the seeded documents: some that very many have, and some that few have. */
const declaration = (code: string, day: string): Criterion[] => [
  text('serialReference.reference', 'EQ', `${code}-2025-0012345`),
  begins('serialReference.reference', `${code}-2025-00123`),
  text('documentStatus', 'EQ', 'CREATED'),
  text('name', 'CONTAINS', 'maria'),
  text('name', 'CONTAINS', 'maria rosario'),
  text('name', 'CONTAINS', 'maria da silva'),
  text('name', 'CONTAINS', 'lucian'),
  text('name', 'CONTAINS', 'zzz'),
  text('firstName', 'EQ', 'MARIA'),
  begins('firstName', 'MAR'),
  text('lastName', 'EQ', 'BELO'),
  begins('lastName', 'DO ROS'),
  begins('lastName', 'DA '),
  text('travellerCode', 'EQ', 'P00000777'),
  text('nationalityCode', 'EQ', 'PT'),
  text('nationalityCode', 'NEQ', 'TL'),
  text('flightNumber', 'EQ', 'QG500'),
  begins('flightNumber', 'T'),
  ...days(day, 150, 100, 110),
  date(day, 'NEQ', ago(150)),
  text('entryPointCode', 'EQ', 'SAL'),
  text('entryPointCode', 'EQ', 'DIL'),
  text('entryPointCode', 'NEQ', 'DIL'),
];
const declarationSorts = (day: string): string[] => [...workSorts, 'lastName', day, 'flightNumber'];
const names = ['maria', 'maria rosario', 'maria da silva', 'mar', 'lucian', 'zzzz', '00123', '77000777'];

/** What the screens of each kind offer. */
const offered: Record<SeededKind, Offered> = {
  arrival: {
    path: '/v1/traveller/declaration',
    roles: ['search', 'read', 'arrival', 'decision', 'supervise'].map((right) => `traveller-declaration-${right}`),
    agencies: ['IMMIGRATION'],
    filters: [
      ...declaration('ARR', 'arrivalDate'),
      text('documentStatus', 'IN', 'ARRIVED', 'REFERRED'),
      text('documentStatus', 'NEQ', 'CLEARED'),
      text('lane', 'EQ', 'RED'),
      text('laneRule', 'EQ', 'SPECIFICATION'),
      text('laneOverridden', 'EQ', 'YES'),
      text('laneOverridden', 'EQ', 'NO'),
      ...work,
    ],
    sorts: declarationSorts('arrivalDate'),
    texts: [...names, 'ARR-2025-0012345', 'P00000777'],
  },
  departure: {
    path: '/v1/departure/declaration',
    roles: ['search', 'read', 'verification', 'approval', 'supervise'].map((right) => `departure-declaration-${right}`),
    agencies: ['IMMIGRATION'],
    filters: [...declaration('DEP', 'departureDate'), text('documentStatus', 'IN', 'CREATED', 'VERIFIED'), text('documentStatus', 'NEQ', 'APPROVED'), ...work],
    sorts: declarationSorts('departureDate'),
    texts: [...names, 'DEP-2025-0012345', 'P00000777'],
  },
  licence: {
    path: '/v1/professional',
    roles: ['search', 'read', 'verification', 'assessment', 'supervise'].map((right) => `professional-license-${right}`),
    agencies: ['MOH', 'MOE'],
    filters: [
      text('serialReference.reference', 'EQ', 'MEDIB-2025-0012345'),
      begins('serialReference.reference', 'MEDIB-2025-00123'),
      text('documentStatus', 'EQ', 'SUBMITTED'),
      text('documentStatus', 'IN', 'APPROVED', 'SUSPENDED'),
      text('documentStatus', 'NEQ', 'APPROVED'),
      text('name', 'CONTAINS', 'maria'),
      text('name', 'CONTAINS', 'maria rosario'),
      text('name', 'CONTAINS', 'maria da silva'),
      text('name', 'CONTAINS', 'zzz'),
      text('holderName', 'EQ', 'MARIA BELO'),
      begins('holderName', 'MAR'),
      text('holderCode', 'EQ', 'BI00000777'),
      text('indentityCode', 'EQ', 'BI'),
      text('indentityCode', 'NEQ', 'BI'),
      ...days('birthDate', 12_000, 9_000, 20_000),
      date('birthDate', 'NEQ', ago(12_000)),
      text('documentCode', 'EQ', 'MEDIB'),
      text('documentCode', 'NEQ', 'MEDIB'),
      text('storageReference.reference', 'EQ', 'LIC-2026-0012345'),
      begins('storageReference.reference', 'LIC-2026-00123'),
      ...days('endDate', -200, -400, -300),
      date('endDate', 'NEQ', ago(-200)),
      ...work,
    ],
    sorts: [...workSorts, 'holderName'],
    desks: [
      text('documentStatus', 'IN', 'SUBMITTED', 'REPLIED'),
      text('documentStatus', 'IN', 'APPROVED'),
      { ...text('aboutToExpire', 'EQ'), dataType: 'INTEGER', values: [1 as never] },
    ],
    texts: [...names, 'BI00000777'],
  },
  trip: {
    path: '/v1/triptic/trip',
    roles: ['search', 'read', 'verification', 'approval', 'supervise'].map((right) => `triptic-trip-${right}`),
    agencies: ['DNTT', 'CUSTOMS'],
    always: [text('documentDetails.movement', 'EQ', 'E')],
    filters: [
      text('serialReference.reference', 'EQ', 'TIBE-2025-0012345'),
      begins('serialReference.reference', 'TIBE-2025-00123'),
      text('documentStatus', 'EQ', 'SUBMITTED FOR EXIT'),
      text('documentStatus', 'IN', 'CONFIRMED FOR RETURN', 'CONFIRMED FOR EXIT'),
      text('documentStatus', 'NEQ', 'CONFIRMED FOR RETURN'),
      text('vehicleNumber', 'EQ', 'TL 001-234'),
      begins('vehicleNumber', 'TL 00'),
      text('chasisNumber', 'EQ', 'JTD000000778'),
      begins('chasisNumber', 'JTD00001'),
      text('name', 'CONTAINS', 'maria'),
      text('name', 'CONTAINS', 'maria rosario'),
      text('name', 'CONTAINS', 'maria da silva'),
      text('name', 'CONTAINS', 'zzz'),
      text('ownerName', 'EQ', 'MARIA BELO'),
      begins('ownerName', 'MAR'),
      begins('driverName', 'MARIA DA'),
      text('identityNumber', 'EQ', 'C00000778'),
      text('crossCode', 'EQ', 'BTG'),
      text('crossCode', 'IN', 'SAL', 'OES'),
      ...days('entryDate', 150, 100, 110),
      ...days('expectedDate', 110, 70, 80),
      ...work,
    ],
    sorts: [...workSorts, 'vehicleNumber', 'ownerName', 'driverName', 'entryDate', 'expectedDate'],
    texts: [...names, 'TL 001-234', 'C00000778', 'JTD000000778'],
  },
};

/** The lists of the till, which are no cases. */
const till: Record<string, Omit<Offered, 'roles' | 'agencies'>> = {
  receipt: {
    path: '/v1/payment/receipt/search',
    filters: [
      text('reference', 'EQ', 'REC-2025-0012345'),
      begins('reference', 'REC-2025-00123'),
      text('documentReference', 'EQ', 'TIBE-2025-0012345'),
      begins('documentReference', 'TIBE-2025-00123'),
      text('name', 'CONTAINS', 'maria'),
      text('name', 'CONTAINS', 'maria rosario'),
      text('name', 'CONTAINS', 'zzz'),
      text('method', 'EQ', 'CASH'),
      text('cashier', 'EQ', 'Cashier 3'),
      text('shiftId', 'EQ', 'shift-12'),
      date('date', 'EQ', ago(150)),
    ],
    sorts: [],
    texts: [...names, 'REC-2025-0012345', 'TIBE-2025-0012345', 'SLIP0012345'],
  },
  'to pay': {
    path: '/v1/payment/receipt/due',
    filters: [
      text('reference', 'EQ', 'TIBE-2025-0012345'),
      begins('reference', 'TIBE-2025-00123'),
      text('payer', 'CONTAINS', 'maria'),
      text('payer', 'EQ', 'MARIA BELO'),
      ...days('since', 150, 100, 110),
    ],
    sorts: ['reference', 'payer', 'since', 'total'],
    texts: [],
  },
};

const named = ({ fieldName, operation, values }: Criterion): string => [fieldName, operation, values.join('…').replace(/…(.*)~$/, '…')].join(' ').trim();
const both = (fieldName: string): Order[] => (['ASC', 'DESC'] as const).map((direction) => ({ fieldName, direction }));

/** Every filter, every order, every tab with its orders, and every filter in the tab that an officer works through. */
function searchesOf({ always = [], filters, sorts, desks = [] }: Omit<Offered, 'roles' | 'agencies'>, withTabs: boolean): Search[] {
  const ordered = (what: string, criteria: Criterion[], fields: string[]): Search[] =>
    fields.flatMap(both).map((order) => ({ what: `${what}, by ${order.fieldName} ${order.direction}`, criteria, sorting: [order] }));
  // Until a day, the screens begin with that day.
  const byDay = ({ fieldName, operation }: Criterion): Pick<Search, 'sorting'> =>
    operation === 'LTE' && /^(arrival|departure|entry|expected|end)Date$/.test(fieldName) ? { sorting: [{ fieldName, direction: 'DESC' }] } : {};
  const one = (each: Criterion): Search => ({ what: named(each), criteria: [each], ...byDay(each) });
  const lists = withTabs ? [...tabs, ...desks] : [];
  const [, unassigned] = tabs as [Criterion, Criterion];
  return [
    { what: 'all', criteria: [] },
    ...ordered('all', [], sorts),
    ...filters.map(one),
    ...lists.flatMap((each) => [one(each), ...ordered(named(each), [each], workSorts)]),
    ...(withTabs ? filters.map((each) => ({ what: `${named(unassigned)} + ${named(each)}`, criteria: [unassigned, each] })) : []),
  ].map((search) => ({ ...search, criteria: [...always, ...search.criteria] }));
}

/** Milliseconds of a call: half of all are as fast, 95 of 100 are, and what database and service worked for it. */
interface Measured {
  what: string;
  p50: number;
  p95: number;
  processor: number;
}

/** Where it is measured. */
interface Place {
  headers: Record<string, string>;
  /** Milliseconds of processor time of the services and the database so far. */
  processorTime(): Promise<number>;
  wanted(what: string): boolean;
  told(each: Measured): void;
}

async function measure(what: string, url: string, { headers, processorTime, wanted, told }: Place): Promise<Measured[]> {
  if (!wanted(what)) return [];
  const call = async (): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
    return performance.now() - began;
  };
  // The first call of each search reads from the disk what none has read before: it is none of the twenty.
  const first = await call();
  const all: number[] = [];
  const before = await processorTime();
  while (all.length < (first > slowMs ? slowRuns : runs)) all.push(await call());
  const each = { what, p50: quantile(all, 0.5), p95: quantile(all, 0.95), processor: ((await processorTime()) - before) / all.length };
  told(each);
  return [each];
}

const asked = (criteria: Criterion[], sorting: Order[] = []): string =>
  encodeURIComponent(JSON.stringify({ criteria, paging: { page: 1, size: 25 }, sorting }));

async function listsOf(url: string, searches: Search[], place: Place): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const { what, criteria, sorting } of searches) found.push(...(await measure(what, `${url}?q=${asked(criteria, sorting)}`, place)));
  return found;
}

async function lookUps(service: string, texts: string[], place: Place): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const each of texts) found.push(...(await measure(`look up ${each}`, `${service}/v1/lookup?text=${encodeURIComponent(each)}`, place)));
  return found;
}

/** What the board of a supervisor asks of an area, over the longest of its spans and over all. */
async function board(service: string, place: Place): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const span of ['from=TODAY-89', 'from=TODAY-300'])
    for (const by of ['hour,lane', 'status', 'entryPoint', 'officer', 'age', 'hour,entryPoint'])
      found.push(...(await measure(`numbers by ${by}, ${span}`, `${service}/v1/statistics?by=${by}&${span}`, place)));
  found.push(...(await measure('numbers of the office', `${service}/v1/statistics/office?from=TODAY-89`, place)));
  return found;
}

type Sort = 'lists' | 'lookups' | 'statistics';

/** Measures what the lists of a kind offer, the search over everything, and the board. @param wanted which of them, by their names @param told is called with each */
export async function measureSearches(
  { services, urls, backend }: Pick<EngineRun, 'services' | 'urls' | 'backend'>,
  kind: string,
  wanted: (what: string) => boolean = () => true,
  told: (each: Measured) => void = () => undefined,
): Promise<Record<Sort, Measured[]>> {
  const pid = await serverPid(backend.env.MYSQL_URL);
  const processorTime = async (): Promise<number> => (await services.call('processorTime')) + processorTimeOf(pid);
  const tillOf = till[kind];
  if (tillOf) {
    const headers = {
      authorization: await services.call(
        'authorization',
        ['read', 'search', 'create'].map((right) => `payment-receipt-${right}`),
      ),
    };
    const place = { headers, processorTime, wanted, told };
    const lists = await listsOf(`${urls.reference}${tillOf.path}`, searchesOf(tillOf, false), place);
    return { lists, lookups: await lookUps(urls.reference, tillOf.texts, place), statistics: [] };
  }
  const known = offered[kind as SeededKind];
  const service = await services.call('startForCopies', kind as SeededKind);
  const place = { headers: { authorization: await services.call('authorization', known.roles, known.agencies) }, processorTime, wanted, told };
  const lists = await listsOf(`${service}${known.path}/search`, searchesOf(known, true), place);
  lists.push(...(await measure('the counts of all tabs', `${service}${known.path}/queues?q=${asked(known.always ?? [])}`, place)));
  return { lists, lookups: await lookUps(service, known.texts, place), statistics: await board(service, place) };
}

const searchedKinds = [...(Object.keys(offered) as SeededKind[]), 'receipt', 'to pay'] as const;

/** Measures every filter and order of the lists of each kind, at so many rows. */
export async function searches(run: EngineRun, rows: number): Promise<void> {
  const { report, engine, services } = run;
  report.section(
    `Every filter and order of ${rows.toLocaleString('en')} rows, ${engine}`,
    `Each filter that the screens offer, each order, each tab in its orders and with each filter: ${runs} calls one after the other. Milliseconds by the clock at the 95th percentile, and beside them (as baseline) the processor time of database and service for a call, which other work on the machine does not stretch as much. Rows with the name of a search are those beyond the target, the slowest first. The load of the machine was ${loadavg()[0]?.toFixed(1)} on its cores at the start.`,
  );
  for (const kind of searchedKinds) {
    if (kind !== 'to pay' && kind !== 'receipt') await services.call('startForCopies', kind);
    if (kind !== 'to pay') await services.call('seed', kind, 0, rows, Math.min(written, rows));
    const found = await measureSearches(run, kind);
    for (const [sort, all] of Object.entries(found) as [Sort, Measured[]][]) {
      if (all.length === 0) continue;
      const most = { lists: mostMs.list, lookups: mostMs.lookup, statistics: mostMs.statistics }[sort];
      const row = (what: string, ours: number, unit: string, target?: string, limit?: number): void =>
        report.add({ what: `${kind}: ${what}`, engine, ours, limit, unit, target });
      const within = (of: 'p95' | 'processor'): number => all.filter((each) => each[of] <= most).length;
      row(`of ${all.length} ${sort}, within ${most} ms`, within('p95'), '', String(all.length), within('processor'));
      const median = (of: 'p50' | 'processor'): number =>
        quantile(
          all.map((each) => each[of]),
          0.5,
        );
      row(`the median of ${sort}`, median('p50'), 'ms', undefined, median('processor'));
      const slow = all.filter(({ p95 }) => p95 > most).sort((a, b) => b.processor - a.processor);
      for (const { what, p95, processor } of slow.slice(0, mostShown)) row(what, p95, 'ms', String(most), processor);
    }
  }
}
