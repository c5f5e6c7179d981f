/** Every filter, order and search that the lists for officials offer, with values that the seeded documents have: some of many documents, some of few. */
import type { SeededKind } from '@portal/load/seed/seed-documents';

export interface Criterion {
  expressionType: 'SearchCriterion';
  operation: string;
  dataType: string;
  fieldName: string;
  values: (string | number)[];
}

export type SearchedKind = SeededKind | 'receipt' | 'due';

interface ListSearches {
  /** The name of the rows in the report. */
  name: string;
  path: string;
  roles: string[];
  agencies: string[];
  /** Criteria that are part of every search of this list. */
  always?: Criterion[];
  filters: Criterion[];
  sorts: string[];
  /** The criteria of the tabs of the list. All tabs offer the same orders. */
  tabs?: Criterion[];
  /** Texts that are searched for in the search over everything. */
  texts: string[];
}

const of =
  (dataType: string) =>
  (fieldName: string, operation: string, ...values: (string | number)[]): Criterion => ({
    expressionType: 'SearchCriterion',
    operation,
    dataType,
    fieldName,
    values,
  });
export const text = of('TEXT');
const date = of('DATE');
export const begins = (field: string, value: string): Criterion => text(field, 'BETWEEN', value, `${value}~`);
/** Returns two searches for a number of a series: by the whole number, and by its beginning. */
const numbered = (field: string, series: string): Criterion[] => [text(field, 'EQ', `${series}-0012345`), begins(field, `${series}-00123`)];
/** Returns searches for words in any name. The first words occur in very many seeded documents, the last word in none. */
const inNames = (...texts: string[]): Criterion[] => texts.map((words) => text('name', 'CONTAINS', words));
/** Returns the date of the day that was so many days ago. */
const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const days = (field: string, on: number, since: number, until: number): Criterion[] => [
  date(field, 'EQ', ago(on)),
  date(field, 'GTE', ago(since)),
  date(field, 'LTE', ago(until)),
];

const tabs = ['MINE', 'UNASSIGNED', 'TEAM', 'OVERDUE', 'APPLICANT'].map((queue) => text('queue', 'EQ', queue));
/** Criteria that every list of cases has: assignee, due date, begin of the step, registration date, and the date of the escalation to supervisors. */
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
export const workSorts = ['createdAt', 'dueAt', 'stepSince'];

/** Returns the filters that arrivals and departures have in common. */
const declaration = (code: string, day: string): Criterion[] => [
  ...numbered('serialReference.reference', `${code}-2025`),
  text('documentStatus', 'EQ', 'CREATED'),
  ...inNames('maria', 'maria rosario', 'maria da silva', 'lucian', 'zzz'),
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

const tillRoles = ['read', 'search', 'create'].map((right) => `payment-receipt-${right}`);

/** The searches that the screens of each kind offer. */
export const listSearches: Record<SearchedKind, ListSearches> = {
  arrival: {
    name: 'arrivals',
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
    tabs,
    texts: [...names, 'ARR-2025-0012345', 'P00000777'],
  },
  departure: {
    name: 'departures',
    path: '/v1/departure/declaration',
    roles: ['search', 'read', 'verification', 'approval', 'supervise'].map((right) => `departure-declaration-${right}`),
    agencies: ['IMMIGRATION'],
    filters: [...declaration('DEP', 'departureDate'), text('documentStatus', 'IN', 'CREATED', 'VERIFIED'), text('documentStatus', 'NEQ', 'APPROVED'), ...work],
    sorts: declarationSorts('departureDate'),
    tabs,
    texts: [...names, 'DEP-2025-0012345', 'P00000777'],
  },
  licence: {
    name: 'licences',
    path: '/v1/professional',
    roles: ['search', 'read', 'verification', 'assessment', 'supervise'].map((right) => `professional-license-${right}`),
    agencies: ['MOH', 'MOE'],
    filters: [
      ...numbered('serialReference.reference', 'MEDIB-2025'),
      text('documentStatus', 'EQ', 'SUBMITTED'),
      text('documentStatus', 'IN', 'APPROVED', 'SUSPENDED'),
      text('documentStatus', 'NEQ', 'APPROVED'),
      ...inNames('maria', 'maria rosario', 'maria da silva', 'zzz'),
      text('holderName', 'EQ', 'MARIA BELO'),
      begins('holderName', 'MAR'),
      text('holderCode', 'EQ', 'BI00000777'),
      text('indentityCode', 'EQ', 'BI'),
      text('indentityCode', 'NEQ', 'BI'),
      ...days('birthDate', 12_000, 9_000, 20_000),
      date('birthDate', 'NEQ', ago(12_000)),
      text('documentCode', 'EQ', 'MEDIB'),
      text('documentCode', 'NEQ', 'MEDIB'),
      ...numbered('storageReference.reference', 'LIC-2026'),
      ...days('endDate', -200, -400, -300),
      date('endDate', 'NEQ', ago(-200)),
      ...work,
    ],
    sorts: [...workSorts, 'holderName'],
    tabs: [...tabs, text('documentStatus', 'IN', 'SUBMITTED', 'REPLIED'), text('documentStatus', 'IN', 'APPROVED'), of('INTEGER')('aboutToExpire', 'EQ', 1)],
    texts: [...names, 'BI00000777'],
  },
  trip: {
    name: 'trips',
    path: '/v1/triptic/trip',
    roles: ['search', 'read', 'verification', 'approval', 'supervise'].map((right) => `triptic-trip-${right}`),
    agencies: ['DNTT', 'CUSTOMS'],
    always: [text('documentDetails.movement', 'EQ', 'E')],
    filters: [
      ...numbered('serialReference.reference', 'TIBE-2025'),
      text('documentStatus', 'EQ', 'SUBMITTED FOR EXIT'),
      text('documentStatus', 'IN', 'CONFIRMED FOR RETURN', 'CONFIRMED FOR EXIT'),
      text('documentStatus', 'NEQ', 'CONFIRMED FOR RETURN'),
      text('vehicleNumber', 'EQ', 'TL 001-234'),
      begins('vehicleNumber', 'TL 00'),
      text('chasisNumber', 'EQ', 'JTD000000778'),
      begins('chasisNumber', 'JTD00001'),
      ...inNames('maria', 'maria rosario', 'maria da silva', 'zzz'),
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
    tabs,
    texts: [...names, 'TL 001-234', 'C00000778', 'JTD000000778'],
  },
  receipt: {
    name: 'receipts',
    path: '/v1/payment/receipt/search',
    roles: tillRoles,
    agencies: ['CUSTOMS'],
    filters: [
      ...numbered('reference', 'REC-2025'),
      ...numbered('documentReference', 'TIBE-2025'),
      ...inNames('maria', 'maria rosario', 'zzz'),
      text('method', 'EQ', 'CASH'),
      text('cashier', 'EQ', 'Cashier 3'),
      text('shiftId', 'EQ', 'shift-12'),
      date('date', 'EQ', ago(150)),
    ],
    sorts: [],
    texts: [...names, 'REC-2025-0012345', 'TIBE-2025-0012345', 'SLIP0012345'],
  },
  due: {
    name: 'unpaid documents',
    path: '/v1/payment/receipt/due',
    roles: tillRoles,
    agencies: ['CUSTOMS'],
    filters: [...numbered('reference', 'TIBE-2025'), text('payer', 'CONTAINS', 'maria'), text('payer', 'EQ', 'MARIA BELO'), ...days('since', 150, 100, 110)],
    sorts: ['reference', 'payer', 'since', 'total'],
    texts: [],
  },
};
