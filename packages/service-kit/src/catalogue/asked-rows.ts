/**
 * The rows of a document that a catalogue asks for: questions, declarations, requirements, fees. The server holds the list; what a client sends are
 * answers to it. Each row that is asked stands there once, in its order; rows that nobody asked for are dropped.
 */
import { type CatalogueRecord, L } from '@portal/contract-kit';
import type { Actor } from '../auth/actor.ts';
import type { Fault } from '../http/problems.ts';
import type { CatalogueClient } from './catalogue-client.ts';

const rankOf = (record: CatalogueRecord): number => Number(record.rank ?? 0);

/** The records in use of a catalogue that a document asks for, and its sub-document where they name one, by rank. */
export async function askedRecords(catalogues: CatalogueClient, name: string, documentCode: string, subDocumentCode?: string): Promise<CatalogueRecord[]> {
  const records = await catalogues.records(name);
  return records
    .filter((r) => r.retired !== true && r.documentCode === documentCode && (!r.subDocumentCode || r.subDocumentCode === subDocumentCode))
    .sort((a, b) => rankOf(a) - rankOf(b) || a.code.localeCompare(b.code));
}

/** Rows by their id: several where a client repeats one. */
function byId<Row extends { id?: string }>(rows: readonly Row[] | undefined): Map<string | undefined, Row[]> {
  const found = new Map<string | undefined, Row[]>();
  for (const row of Array.isArray(rows) ? rows : []) found.set(row.id, [...(found.get(row.id) ?? []), row]);
  return found;
}

const unanswered = (field: string, rank: number): Fault => ({
  code: 'QUESTION_UNANSWERED',
  field,
  message: L(`Please answer question ${rank}`, `Responda à pergunta ${rank}`),
});
const both = (field: string, rank: number): Fault => ({
  code: 'QUESTION_BOTH',
  field,
  message: L(`Please answer only yes or no but not both question ${rank}`, `Responda apenas sim ou não, não ambos, à pergunta ${rank}`),
});

/** A question that is ticked yes (accepted) or no (declined). */
export interface TickedRow {
  id?: string;
  rank?: number;
  accepted?: boolean;
  declined?: boolean;
}

/** A question that is answered YES or NO. */
export interface AnsweredRow {
  id?: string;
  rank?: number;
  answer?: string;
}

export interface SettledRows<Row> {
  /** Every row that is asked, once, in order. */
  rows: Row[];
  errors: Fault[];
}

/**
 * The questions of a document with the ticks a client sent.
 * @param field name of the list in the body, for errors: `questions.<i>` by the order of the catalogue
 * @returns errors QUESTION_UNANSWERED and QUESTION_BOTH, one a question
 */
export async function settleTickedQuestions(
  catalogues: CatalogueClient,
  documentCode: string,
  sent: readonly TickedRow[] | undefined,
  field = 'questions',
): Promise<SettledRows<TickedRow & { id: string; rank: number }>> {
  const asked = await askedRecords(catalogues, 'questions', documentCode);
  const answers = byId(sent);
  const errors: Fault[] = [];
  const rows = asked.map((record, i) => {
    const given = answers.get(record.code) ?? [];
    const accepted = given.some((row) => row.accepted === true);
    const declined = given.some((row) => row.declined === true);
    const rank = rankOf(record) || i + 1;
    if (accepted && declined) errors.push(both(`${field}.${i}`, rank));
    else if (!accepted && !declined) errors.push(unanswered(`${field}.${i}`, rank));
    return { id: record.code, rank, accepted, declined };
  });
  return { rows, errors };
}

/** The same for questions that are answered YES or NO; errors name `<field>.<i>.answer`. `set` is the catalogue: `questions` or `declarations`. */
export async function settleAnsweredQuestions(
  catalogues: CatalogueClient,
  set: 'questions' | 'declarations',
  documentCode: string,
  sent: readonly AnsweredRow[] | undefined,
  field: string = set,
): Promise<SettledRows<AnsweredRow & { id: string; rank: number }>> {
  const asked = await askedRecords(catalogues, set, documentCode);
  const answers = byId(sent);
  const errors: Fault[] = [];
  const rows = asked.map((record, i) => {
    const given = [...new Set((answers.get(record.code) ?? []).map((row) => row.answer).filter((answer) => answer === 'YES' || answer === 'NO'))];
    const rank = rankOf(record) || i + 1;
    if (given.length > 1) errors.push(both(`${field}.${i}.answer`, rank));
    else if (given.length === 0) errors.push(unanswered(`${field}.${i}.answer`, rank));
    return { id: record.code, rank, ...(given.length === 1 ? { answer: given[0] as string } : {}) };
  });
  return { rows, errors };
}

/**
 * The requirements of a document with the applicant's ticks; what an official has confirmed is taken from the stored rows alone.
 * @param flags names of the applicant's ticks: `['accepted']` of trips and declarations, `['accept', 'decline']` of licences
 */
export async function settleRequirements<Flag extends string>(
  catalogues: CatalogueClient,
  documentCode: string,
  subDocumentCode: string | undefined,
  sent: readonly ({ id?: string } & Partial<Record<Flag, boolean>>)[] | undefined,
  flags: readonly Flag[],
  stored: readonly { id?: string; confirmed?: boolean }[] = [],
): Promise<({ id: string; quantity?: number; confirmed: boolean } & Record<Flag, boolean>)[]> {
  const asked = await askedRecords(catalogues, 'requirements', documentCode, subDocumentCode);
  const ticks = byId(sent);
  const confirmed = new Map(stored.map((row) => [row.id, row.confirmed === true]));
  return asked.map((record) => {
    const given = ticks.get(record.code) ?? [];
    const ticked = Object.fromEntries(flags.map((flag) => [flag, given.some((row) => row[flag] === true)])) as Record<Flag, boolean>;
    const quantity = record.quantity === undefined || record.quantity === null || record.quantity === '' ? {} : { quantity: Number(record.quantity) };
    return { id: record.code, ...quantity, ...ticked, confirmed: confirmed.get(record.code) ?? false };
  });
}

/** A yes or no of a catalogue, however its file writes it; missing is as `unless` says. */
const flagIs = (record: CatalogueRecord, key: string, value: number): boolean => Number(record[key] ?? value) === value;

/**
 * Whether somebody may apply for a document of a binder: for those of their first two agencies; without an agency for those open to the public
 * (access level 2). Nobody applies for one that is removed or retired.
 */
export function mayApplyFor(record: CatalogueRecord, actor: Pick<Actor, 'agencies'>, binder: string): boolean {
  if (record.binder !== binder || record.retired === true || !flagIs(record, 'removed', 0)) return false;
  const agencies = actor.agencies.slice(0, 2);
  return agencies.length ? agencies.includes(String(record.agencyCode)) : flagIs(record, 'accessLevel', 2);
}
