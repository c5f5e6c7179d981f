/** Lane rules: decision tables that the ministry maintains, and that decide which arrivals go to the red lane. */
import { type Bilingual, L, type ListResult, valueAt } from '@portal/contract-kit';
import { ageOn } from './age.ts';
import type { ArrivalDeclarationBody } from './arrival.ts';
import { type Lane, merchandiseReason } from './lane.ts';

/** The kinds of values that conditions compare. */
export type FactType = 'string' | 'number' | 'boolean' | 'date';
/** A value of a declaration as conditions see it; null if the declaration does not have it. A date is `YYYY-MM-DD`. */
export type FactValue = string | number | boolean | null;

/** How a table combines its rules (the DMN hit policy): `FIRST` takes the first rule that applies, `COLLECT` takes all of them. */
export const hitPolicies = ['FIRST', 'COLLECT'] as const;
export type HitPolicy = (typeof hitPolicies)[number];

/** A rule: one line of a table. */
export interface LaneRule {
  /** A condition for each input of the table, as FEEL unary tests; `-` for any value. */
  when: string[];
  lane: Lane;
  /** Why the rule chooses its lane, shown to officers. */
  reason: Bilingual;
  /** Percentage of the matching declarations to which the rule applies, drawn at random. The default is 100. */
  share?: number;
}

/** The part of a table that its authors write. */
export interface LaneTableBody {
  /** Identifies the table across all its versions, for example `RISK-FLIGHTS`. */
  code: string;
  name: Bilingual;
  hitPolicy: HitPolicy;
  /** The inputs of the conditions: names of `laneInputs`, `questions.<id>`, `declarations.<id>` or `watchList.<code>`. */
  inputs: string[];
  rules: LaneRule[];
  /** Position of the table among the others, which determines the order of the reasons. */
  order: number;
  /** The first day on which the table applies, `YYYY-MM-DD`: the author's wish, and once the table is in force not before the day of that. */
  effectiveFrom: string;
  /** Percentage of the declarations that the authors expect this table to send to the red lane. */
  expectedRed?: number;
}

/** `DRAFT` can still be changed; `IN_FORCE` applies from its day until a later version does; `WITHDRAWN` no longer applies. */
export type LaneTableStatus = 'DRAFT' | 'IN_FORCE' | 'WITHDRAWN';

export interface LaneTableVersion extends LaneTableBody {
  id: string;
  /** Counter of the changes, for optimistic locking: a change must name the version that its author has seen. */
  version: number;
  /** Number of this version among the versions with the same code: 1, 2, … */
  number: number;
  status: LaneTableStatus;
  /** Whether the version applies now. */
  deciding: boolean;
  /** Whether the caller is one of the authors. An author may not put the table in force. */
  mine: boolean;
  changedBy: string;
  changedAt: string;
  approvedBy?: string;
  approvedAt?: string;
  withdrawnBy?: string;
  withdrawnAt?: string;
  /** Why the version was withdrawn. */
  withdrawal?: string;
  /** Set on the rule of the specification, which always applies and cannot be changed or withdrawn. */
  always?: true;
}

/** All versions of all tables. */
export interface LaneTables extends ListResult<LaneTableVersion> {
  /** The present day where the offices are, `YYYY-MM-DD`. A table that is put in force decides from this day on, or from a later `effectiveFrom`. */
  today: string;
}

/** Why a declaration has its lane. Only for officers. */
export interface LaneReason extends Bilingual {
  /**
   * Code of the table. With the number of its version and the number of the rule in it (from 1), it identifies the rule; all three are missing for the rule of
   * the specification.
   */
  table?: string;
  number?: number;
  rule?: number;
}

/** Returns the name of a rule in lists and on the board: `<code>/<number>/<rule>`. */
export const laneRuleOf = ({ table, number, rule }: LaneReason): string => (table ? `${table}/${number}/${rule}` : specificationRule);
/** The names of two rules that no table contains: the rule of the specification, and an officer's move to the red lane when no rule applied. */
export const specificationRule = 'SPECIFICATION';
export const officersRule = 'OFFICER';

/** The rule of the specification (see `laneOf`) in the form of a table, which is listed first. No other table may have its code. */
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

/** What decided the lane of a declaration. Only for officers. */
export interface LaneDecision {
  /** The table versions that applied, as `<code>/<number>`. */
  tables: string[];
  at: string;
}

/** A change of the lane by an officer. */
export interface LaneOverride {
  lane: Lane;
  reason: string;
  by: string;
  at: string;
}

interface LaneInput {
  type: FactType;
  label: Bilingual;
  /** A dotted path in the declaration, or a function that reads the value. */
  from: string | ((body: ArrivalDeclarationBody) => FactValue);
  /** The fields that a function reads. */
  fields?: readonly string[];
}

const yes = (answer: string | undefined): boolean | null => (answer === 'YES' ? true : answer === 'NO' ? false : null);

/** The named inputs that a table can use. */
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
    from: ({ birthDate, arrivalDate }) => ageOn(birthDate, arrivalDate) ?? null,
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

/** Returns the type of an input, or undefined if there is no input with this name. */
export const laneInputType = (input: string): FactType | undefined =>
  Object.hasOwn(laneInputs, input) ? (laneInputs[input] as LaneInput).type : answers.test(input) || watchList.test(input) ? 'boolean' : undefined;

/** Returns the code of the watch list that an input refers to. */
export const watchListOf = (input: string): string | undefined => watchList.exec(input)?.[1];

/** Returns the fields of a declaration that an input reads. */
export function laneInputFields(input: string): readonly string[] {
  if (watchListOf(input)) return ['travellerCode', 'firstName', 'lastName', 'birthDate'];
  const rows = answers.exec(input)?.[1];
  if (rows) return [rows];
  const { from, fields = [] } = laneInputs[input] as LaneInput;
  return typeof from === 'string' ? [from.split('.')[0] as string] : fields;
}

/** Returns the value of an input for a declaration. @param isListed tells whether the traveller is on a watch list */
export function laneFact(input: string, body: ArrivalDeclarationBody, isListed: (list: string) => boolean): FactValue {
  const list = watchListOf(input);
  if (list) return isListed(list);
  const [, rows, id] = answers.exec(input) ?? [];
  if (rows) return yes(body[rows as 'questions' | 'declarations']?.find((row) => row.id === id)?.answer);
  const { from } = laneInputs[input] as LaneInput;
  const value = typeof from === 'string' ? valueAt(body, from) : from(body);
  return value === undefined || value === '' ? null : (value as FactValue);
}

/** A past declaration for which the table under trial would change the lane. */
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
  /** Number of declarations registered in the period. `examined` is how many of them the trial has processed. */
  total: number;
  examined: number;
  /** Number of declarations in the red lane, before and with the table. */
  redBefore: number;
  redAfter: number;
  /** Number of declarations that would change lane. */
  changed: number;
  toRed: number;
  toGreen: number;
  /** Number of declarations whose traveller was referred or detained. The next two fields count those in the red lane, before and with the table. */
  finds: number;
  findsBefore: number;
  findsAfter: number;
  /** Declarations by the hour of their registration, in the time zone of the offices: in the red lane before, in the red lane with the table, and all. */
  hours: [hour: number, redBefore: number, redAfter: number, all: number][];
  /** Number of declarations that this table by itself would send to the red lane. */
  redByTable: number;
  /** How often each rule of the table applied, `[rule, count]`. */
  hits: [rule: number, count: number][];
  /** Some of the declarations that would change lane. */
  samples: LaneSample[];
  /** Some of the referred or detained travellers who were in the green lane and would have been in the red lane. */
  caught: LaneSample[];
  startedBy: string;
  startedAt: string;
  finishedAt?: string;
}

/** What identifies a person on a watch list: a passport, or a name with a date of birth. */
export interface WatchedPerson {
  passport?: string;
  name?: string;
  birthDate?: string;
  note?: string;
}

/** A watch list, with the number of its entries. */
export interface WatchListSummary {
  code: string;
  entries: number;
}

/** A person on a watch list, as the officials who maintain the list see it. The identifying values are never shown again. */
export interface WatchListEntry {
  id: string;
  list: string;
  knownBy: ('passport' | 'name')[];
  note?: string;
  addedBy: string;
  addedAt: string;
}
