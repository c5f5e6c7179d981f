/** Lane rules: decision tables that the ministry owns, and that say which arrivals go to the red lane. */
import { type Bilingual, L, valueAt } from '@portal/contract-kit';
import type { ArrivalDeclarationBody } from './arrival.ts';
import { type Lane, merchandiseReason } from './lane.ts';

/** The kinds of values that conditions compare. */
export type FactType = 'string' | 'number' | 'boolean' | 'date';
/** A value of a declaration as conditions see it; null where it is not given. A date is `YYYY-MM-DD`. */
export type FactValue = string | number | boolean | null;

/** How the rules of a table count: `FIRST` takes the first rule that applies, `COLLECT` takes all of them. */
export const hitPolicies = ['FIRST', 'COLLECT'] as const;
export type HitPolicy = (typeof hitPolicies)[number];

/** One line of a table. */
export interface LaneRule {
  /** A condition for each input of the table, as FEEL unary tests; `-` for any value. */
  when: string[];
  lane: Lane;
  /** Why, for officers. */
  reason: Bilingual;
  /** Per cent of the declarations that meet the conditions for which the rule counts, drawn at random; 100 where it is missing. */
  share?: number;
}

/** What the authors of a table write. */
export interface LaneTableBody {
  /** Identifies the table through all its versions: `RISK-FLIGHTS`. */
  code: string;
  name: Bilingual;
  hitPolicy: HitPolicy;
  /** What the conditions look at: names of `laneInputs`, `questions.<id>`, `declarations.<id>` or `watchList.<code>`. */
  inputs: string[];
  rules: LaneRule[];
  /** The place of the table among the others; it orders the reasons. */
  order: number;
  /** The first day on which it decides, `YYYY-MM-DD` in UTC. */
  effectiveFrom: string;
  /** Per cent of the declarations that the authors expect in the red lane by this table. */
  expectedRed?: number;
}

/** `DRAFT` may be changed; `IN_FORCE` decides from its day on, until a later version does; `WITHDRAWN` does not decide any more. */
export type LaneTableStatus = 'DRAFT' | 'IN_FORCE' | 'WITHDRAWN';

export interface LaneTableVersion extends LaneTableBody {
  id: string;
  /** Counts the changes: whoever changes a table says which version they saw. */
  version: number;
  /** 1, 2, … among the tables with this code. */
  number: number;
  status: LaneTableStatus;
  /** Whether it decides now. */
  deciding: boolean;
  /** Whether the reader has written on it: somebody else puts it in force. */
  mine: boolean;
  changedBy: string;
  changedAt: string;
  approvedBy?: string;
  approvedAt?: string;
  withdrawnBy?: string;
  withdrawnAt?: string;
  /** Why it was withdrawn. */
  withdrawal?: string;
  /** The rule of the specification: it always decides, and nobody changes or withdraws it. */
  always?: true;
}

/** A reason why a declaration has its lane. For officers alone. */
export interface LaneReason extends Bilingual {
  /** The table, the number of its version and the rule in it, from 1; missing for the rule of the specification. */
  table?: string;
  number?: number;
  rule?: number;
}

/** A rule as lists and the board name it: `<code>/<number>/<rule>`. */
export const laneRuleOf = ({ table, number, rule }: LaneReason): string => (table ? `${table}/${number}/${rule}` : specificationRule);
/** The rule of the specification, and an officer who found nothing of the rules and moved to the red lane. */
export const specificationRule = 'SPECIFICATION';
export const officersRule = 'OFFICER';

/** The rule of the specification as the first table, see `laneOf`. Its code is taken. */
export const specificationTable: LaneTableVersion = {
  id: specificationRule,
  code: specificationRule,
  name: L('Merchandise', 'Mercadorias'),
  hitPolicy: 'FIRST',
  inputs: ['merchandise'],
  rules: [{ when: ['true'], lane: 'RED', reason: merchandiseReason }],
  order: 0,
  effectiveFrom: '1970-01-01',
  version: 1,
  number: 1,
  status: 'IN_FORCE',
  deciding: true,
  mine: false,
  changedBy: 'Specification',
  changedAt: '1970-01-01T00:00:00',
  always: true,
};

/** What decided the lane of a declaration. For officers alone. */
export interface LaneDecision {
  /** The versions of the tables that decided, `<code>/<number>`. */
  tables: string[];
  at: string;
}

/** An officer's change of a lane. */
export interface LaneOverride {
  lane: Lane;
  reason: string;
  by: string;
  at: string;
}

interface LaneInput {
  type: FactType;
  label: Bilingual;
  /** A dotted path of the declaration, or what reads it. */
  from: string | ((body: ArrivalDeclarationBody) => FactValue);
  /** The fields that a function reads. */
  fields?: readonly string[];
}

/** Whole years between two days, `YYYY-MM-DD`. */
function yearsBetween(from: string | undefined, to: string | undefined): number | null {
  if (!from || !to) return null;
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);
}

const yes = (answer: string | undefined): boolean | null => (answer === 'YES' ? true : answer === 'NO' ? false : null);

/** What a table may look at by name. */
export const laneInputs: Readonly<Record<string, LaneInput>> = {
  nationality: { type: 'string', label: L('Nationality (country code)', 'Nacionalidade (código do país)'), from: 'nationalityCode' },
  origin: { type: 'string', label: L('Country of origin (code)', 'País de origem (código)'), from: 'originCode' },
  birthCountry: { type: 'string', label: L('Country of birth (code)', 'País de nascimento (código)'), from: 'birthNationalityCode' },
  entryPoint: { type: 'string', label: L('Entry point (code)', 'Ponto de entrada (código)'), from: 'entryPointCode' },
  embarkationPort: { type: 'string', label: L('Airport of departure (code)', 'Aeroporto de partida (código)'), from: 'embarkationPortCode' },
  flight: { type: 'string', label: L('Flight number', 'Número do voo'), from: 'flightNumber' },
  arrivalDate: { type: 'date', label: L('Arrival date', 'Data de chegada'), from: 'arrivalDate' },
  travellerType: { type: 'string', label: L('Purpose of travel (code)', 'Motivo da viagem (código)'), from: 'typeDetails.code' },
  reason: { type: 'string', label: L('Reason for the visit (code)', 'Motivo da visita (código)'), from: 'reason' },
  accommodation: { type: 'string', label: L('Type of accommodation (code)', 'Tipo de alojamento (código)'), from: 'accommodationType' },
  passport: { type: 'string', label: L('Passport number', 'Número do passaporte'), from: 'travellerCode' },
  gender: { type: 'string', label: L('Gender (code)', 'Género (código)'), from: 'gender' },
  occupation: { type: 'string', label: L('Occupation', 'Profissão'), from: 'occupation' },
  age: {
    type: 'number',
    label: L('Age on arrival', 'Idade à chegada'),
    from: ({ birthDate, arrivalDate }) => yearsBetween(birthDate, arrivalDate),
    fields: ['birthDate', 'arrivalDate'],
  },
  stayLength: { type: 'number', label: L('Length of stay in days', 'Duração da estadia em dias'), from: 'stayLength' },
  bags: { type: 'number', label: L('Number of bags', 'Número de volumes de bagagem'), from: 'numberOfBaggages' },
  goods: {
    type: 'number',
    label: L('Rows of goods that are described', 'Linhas de bens descritos'),
    from: ({ goods }) => (goods ?? []).filter(({ description }) => description).length,
    fields: ['goods'],
  },
  merchandise: {
    type: 'boolean',
    label: L('Declares merchandise', 'Declara mercadorias'),
    from: ({ hasMerchandise }) => yes(hasMerchandise),
    fields: ['hasMerchandise'],
  },
  money: { type: 'boolean', label: L('Declares money', 'Declara dinheiro'), from: ({ currencyStatus }) => yes(currencyStatus), fields: ['currencyStatus'] },
  moneyAmount: { type: 'number', label: L('Amount of money', 'Montante em dinheiro'), from: 'currencyAmount' },
  moneyCurrency: { type: 'string', label: L('Currency of the money (code)', 'Moeda do dinheiro (código)'), from: 'currencyCode' },
};

const answers = /^(questions|declarations)\.([\w.-]{1,40})$/;
const watchList = /^watchList\.([A-Z0-9][A-Z0-9-]{0,39})$/;

/** The type of an input; undefined where no input has this name. */
export const laneInputType = (input: string): FactType | undefined =>
  Object.hasOwn(laneInputs, input) ? (laneInputs[input] as LaneInput).type : answers.test(input) || watchList.test(input) ? 'boolean' : undefined;

/** The code of the watch list that an input asks. */
export const watchListOf = (input: string): string | undefined => watchList.exec(input)?.[1];

/** The fields of a declaration that an input reads. */
export function laneInputFields(input: string): readonly string[] {
  if (watchListOf(input)) return ['travellerCode', 'firstName', 'lastName', 'birthDate'];
  const rows = answers.exec(input)?.[1];
  if (rows) return [rows];
  const { from, fields = [] } = laneInputs[input] as LaneInput;
  return typeof from === 'string' ? [from.split('.')[0] as string] : fields;
}

/** Reads an input from a declaration. @param isListed whether the traveller is on a watch list */
export function laneFact(input: string, body: ArrivalDeclarationBody, isListed: (list: string) => boolean): FactValue {
  const list = watchListOf(input);
  if (list) return isListed(list);
  const [, rows, id] = answers.exec(input) ?? [];
  if (rows) return yes(body[rows as 'questions' | 'declarations']?.find((row) => row.id === id)?.answer);
  const { from } = laneInputs[input] as LaneInput;
  const value = typeof from === 'string' ? valueAt(body, from) : from(body);
  return value === undefined || value === '' ? null : (value as FactValue);
}

/** A past declaration that a table would move to the other lane. */
export interface LaneSample {
  id: string;
  reference: string;
  from: Lane;
  to: Lane;
}

/** What a table would have done to past declarations. */
export interface LaneTrial {
  id: string;
  tableId: string;
  tableVersion: number;
  from: string;
  to: string;
  status: 'RUNNING' | 'DONE';
  /** Declarations that were registered in the span, and how many of them were looked at. */
  total: number;
  examined: number;
  /** How many were in the red lane, and how many would have been. */
  redBefore: number;
  redAfter: number;
  /** How many would change lane. */
  changed: number;
  toRed: number;
  toGreen: number;
  /** Declarations whose traveller was referred or detained; how many of them were, and would have been, in the red lane. */
  finds: number;
  findsBefore: number;
  findsAfter: number;
  /** The declarations by the hour of the day of their registration, where the offices are: the red lane as it was and as it would have been, and all. */
  hours: [hour: number, redBefore: number, redAfter: number, all: number][];
  /** How many the table alone would send to the red lane. */
  redByTable: number;
  /** How often each rule of the table applied, `[rule, count]`. */
  hits: [rule: number, count: number][];
  /** Some of those that would change lane. */
  samples: LaneSample[];
  /** Some of the finds that were in the green lane and would have been in the red one. */
  caught: LaneSample[];
  startedBy: string;
  startedAt: string;
  finishedAt?: string;
}

/** What a person on a watch list is known by: a passport, or a name with a birth date. */
export interface WatchedPerson {
  passport?: string;
  name?: string;
  birthDate?: string;
  note?: string;
}

/** A watch list. */
export interface WatchListSummary {
  code: string;
  entries: number;
}

/** A person on a watch list, as those who keep the list read it: what the person is known by is never shown again. */
export interface WatchListEntry {
  id: string;
  list: string;
  knownBy: ('passport' | 'name')[];
  note?: string;
  addedBy: string;
  addedAt: string;
}
