/** For tests only: valid declarations (every required answer, on an allowed day), catalogues and users. */
import { dayMs, dayOf, recordOf } from '@portal/contract-kit';
import type { TestUser } from '@portal/service-kit/testing';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { decisionNames, decisions } from '../../contract/index.ts';

type Plain = Record<string, unknown>;

const dayFrom = (days: number): string => dayOf(new Date(Date.now() + days * dayMs));

/** Returns rows with the ranks 1 to `last`. The service drops rows whose question is not in its catalogues. */
const upTo = (last: number, row: (rank: number) => Plain): Plain[] => Array.from({ length: last }, (_, i) => row(i + 1));

/** Valid for at least two years, and never on the birthday, which would raise a doubt. */
const passportEnd = `${new Date().getUTCFullYear() + 3}-01-15`;

/** Returns the body of a traveller who departs by air. `changes` replace fields. */
export const aDeparture = (changes: Plain = {}): Plain => ({
  agencyCode: 'IMMIGRATION',
  documentCode: 'DEP',
  departureDate: dayFrom(1),
  destinationCode: 'PT',
  reason: 'OBJ01',
  flightDetails: { code: 'DIL' },
  entryPointCode: 'DIL',
  flightCode: 'QG501',
  embarkationPortCode: 'DPS',
  flightNumber: 'qg 501',
  travellerCode: 'p1234567',
  nationalityCode: 'TL',
  expiryDate: passportEnd,
  emailAddress: 'maria@example.org',
  phoneNumber: '+670 7712 3456',
  firstName: 'Maria',
  lastName: 'da Costa',
  birthDate: '1990-05-17',
  gender: 'F',
  occupation: 'Nurse',
  currencyStatus: 'NO',
  questions: upTo(6, (rank) => ({ id: `DEP-Q${rank}`, rank, accepted: rank === 2, declined: rank !== 2 })),
  requirements: [
    { id: 'DEP-PASSPORT', accepted: true },
    { id: 'DEP-TICKET', accepted: true },
  ],
  ...changes,
});

/** Returns the body of a visitor who arrives by air today, stays in a hotel and has nothing to declare. `changes` replace fields. */
export const anArrival = (changes: Plain = {}): Plain => ({
  agencyCode: 'CUSTOMS',
  documentCode: 'ARR',
  typeDetails: { code: 'VIS' },
  originCode: 'PT',
  flightDetails: { code: 'DIL' },
  entryPointCode: 'DIL',
  flightCode: 'QG500',
  embarkationPortCode: 'DPS',
  flightNumber: 'qg500',
  arrivalDate: dayFrom(0),
  travellerCode: 'cx998877',
  nationalityCode: 'PT',
  expiryDate: passportEnd,
  emailAddress: 'joao@example.org',
  phoneNumber: '351912345678',
  firstName: 'João',
  lastName: 'Silva',
  birthDate: '1985-11-02',
  gender: 'M',
  occupation: 'Engineer',
  reason: 'OBJ01',
  stayLength: 14,
  departureDate: dayFrom(15),
  returnTicket: 'TKT-42',
  accommodationType: 'HTL',
  accommodationName: 'Hotel Timor',
  address: 'Avenida dos Mártires, Dili',
  declarations: upTo(5, (rank) => ({ id: `ARR-D${rank}`, rank, answer: 'NO' })),
  declarationsConfirmed: 'YES',
  numberOfBaggages: 2,
  hasMerchandise: 'NO',
  goods: [{}],
  questions: upTo(9, (rank) => ({ id: `ARR-Q${rank}`, rank, answer: 'NO' })),
  questionsConfirmed: 'YES',
  currencyStatus: 'NO',
  title: 'Mr',
  birthCityName: 'Lisboa',
  birthNationalityCode: 'PT',
  declaredStatus: 'YES',
  ...changes,
});

/** Returns a row of an agent's list: the same visitor, valid in every column. A different `n` gives a different passport and name. */
export function aListRow(n: number, changes: Record<string, string> = {}): Record<string, string> {
  // Not today: the rows of a long list stay right where midnight passes before all are registered.
  const { agencyCode, documentCode, entryPointCode, typeDetails, flightDetails, goods, ...body } = anArrival({ arrivalDate: dayFrom(1) });
  return {
    ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
    'typeDetails.code': 'VIS',
    'flightDetails.code': 'DIL',
    questions: 'NO',
    declarations: 'NO',
    travellerCode: `LIST${n}`,
    lastName: `Number ${n}`,
    ...changes,
  };
}

/** Returns an agent's list as CSV. */
export function aList(rows: readonly Record<string, string>[], delimiter = ','): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (text = ''): string => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map((row) => row.map(cell).join(delimiter)).join('\r\n');
}

/** Returns the cells of a list, with its header row. */
export function sheetOf(rows: readonly Record<string, string>[]): SheetData {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))].map((row) => row.map((value) => ({ value })));
}

/** Returns an agent's list as XLSX. */
export const aSheet = async (rows: readonly Record<string, string>[]): Promise<Buffer> => (await writeXlsxFile(sheetOf(rows)).toBuffer()) as Buffer;

const record = (code: string, more: Plain = {}): Plain & { code: string; name: string } => ({ code, name: `Name of ${code}`, ...more });

/** The catalogues that these declarations use. */
export const catalogues = {
  agencies: [record('CUSTOMS'), record('IMMIGRATION')],
  documents: [record('DEP', { agencyCode: 'IMMIGRATION' }), record('ARR', { agencyCode: 'CUSTOMS' })],
  countries: [
    record('PT', { name: 'Portugal', nationality: 'Portuguese' }),
    record('TL', { name: 'Timor-Leste', nationality: 'Timorese' }),
    record('YU', { retired: true }),
  ],
  currencies: [record('USD'), record('EUR')],
  airports: [record('DPS'), record('DRW')],
  flights: [record('QG500'), record('QG501')],
  'entry-points': [
    record('DIL', { name: 'Dili airport', names: { pt: 'Aeroporto de Díli' }, airport: '1' }),
    record('BTG', { name: 'Batugade', airport: '0' }),
  ],
  'travel-purposes': ['OBJ01', 'OBJ06', 'OBJ07', 'OBJ08', 'OBJ09'].map((code) => record(code)),
  'traveller-types': [
    record('CIT', { foreigner: false, sponsor: false, permit: false, resident: false }),
    record('RES', { foreigner: false, sponsor: false, permit: false, resident: true }),
    record('VIS', { foreigner: true, sponsor: false, permit: false, resident: false }),
    record('PER', { foreigner: true, sponsor: false, permit: true, resident: false }),
  ],
  genders: [record('F'), record('M'), record('X')],
  districts: [record('DI', { name: 'Dili', names: { pt: 'Díli' } }), record('BO', { name: 'Bobonaro' })],
  'sub-districts': [record('DI01', { name: 'Cristo Rei', districtCode: 'DI' }), record('BO01', { name: 'Maliana', districtCode: 'BO' })],
  'sponsor-types': [record('COM')],
  decisions: decisions.map((code) => record(code, { ...recordOf(code, decisionNames[code]), final: code === 'CLEARED' })),
  questions: [
    record('DEP-Q2', { name: 'Goods for sale?', names: { pt: 'Bens para venda?' }, documentCode: 'DEP', rank: 2 }),
    record('DEP-Q1', { name: 'More than 5000 USD?', names: { pt: 'Mais de 5000 USD?' }, documentCode: 'DEP', rank: 1 }),
    record('ARR-Q1', { name: 'Prohibited goods?', names: { pt: 'Bens proibidos?' }, documentCode: 'ARR', rank: 1 }),
  ],
  declarations: [record('ARR-D1', { name: 'Refused entry?', names: { pt: 'Entrada recusada?' }, documentCode: 'ARR', rank: 1 })],
  requirements: [
    record('DEP-PASSPORT', { name: 'Passport', documentCode: 'DEP', rank: 1 }),
    record('DEP-TICKET', { name: 'Ticket', documentCode: 'DEP', rank: 2 }),
    record('ARR-PASSPORT', { name: 'Passport', documentCode: 'ARR', rank: 1 }),
  ],
};

const both = (...actions: string[]): string[] => ['departure', 'traveller'].flatMap((kind) => actions.map((a) => `${kind}-declaration-${a}`));

/** The roles of the development users in declarations, and of users who must be refused. */
const roles = {
  applicant: [],
  'border-officer': both('read', 'search', 'create', 'verification', 'amendment', 'arrival'),
  'border-supervisor': both('read', 'search', 'create', 'verification', 'amendment', 'arrival', 'approval', 'decision'),
  'licence-clerk': ['professional-license-read', 'professional-license-search'],
  'trip-border': ['triptic-trip-read', 'triptic-trip-search'],
  /** A second officer, for the four-eyes rule. */
  'border-officer-2': both('read', 'search', 'create', 'verification', 'amendment', 'arrival'),
  /** Has the border's roles at an agency that no declaration belongs to. */
  'foreign-supervisor': both('read', 'search', 'verification', 'amendment', 'arrival', 'approval', 'decision', 'supervise'),
  /** May undo the actions of other officers. */
  superior: both('read', 'supervise'),
  cashier: ['payment-receipt-create'],
  agent: ['traveller-declaration-import'],
  'agent-2': ['traveller-declaration-import'],
  admin: ['reference-admin', 'audit', 'remotes'],
  /** Two administrators of catalogues: one writes a lane table, the other puts it in force. */
  'rule-author': ['reference-admin'],
  'rule-approver': ['reference-admin'],
} as const satisfies Record<string, readonly string[]>;
type SignedIn = keyof typeof roles;
export type UserName = SignedIn | 'public';

const border = ['CUSTOMS', 'IMMIGRATION'];
const agenciesOf: Partial<Record<SignedIn, string[]>> = {
  'border-officer': border,
  'border-officer-2': border,
  'border-supervisor': border,
  superior: border,
  'foreign-supervisor': ['MOH'],
};

export const users = Object.fromEntries(
  Object.entries(roles).map(([sub, held]) => [sub, { sub, name: `The ${sub}`, roles: [...held], agencies: agenciesOf[sub as SignedIn] ?? [] }]),
) as Record<SignedIn, TestUser & { roles: string[] }>;
