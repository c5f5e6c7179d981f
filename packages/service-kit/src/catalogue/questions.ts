/** The questions of a document: as a form shows them, and as a document stores them with their answers. */
import { type CatalogueRecord, type Language, sentence } from '@portal/contract-kit';
import type { Fault } from '../http/problems.ts';
import { applicableRecords, type Catalogues, rankOf, rowsById } from './applicable-records.ts';
import { nameIn } from './catalogue-client.ts';

/** The catalogues of questions; only foreigners answer `declarations`. */
export type QuestionSet = 'questions' | 'declarations';

/**
 * Returns the questions of a document in order and in the reader's language. @param day the day that decides for the document @param more returns further
 * fields for each row
 */
export async function questionsOf<More extends object>(
  catalogues: Catalogues,
  set: QuestionSet,
  day: string,
  documentCode: string,
  language: Language,
  more: (record: CatalogueRecord) => More,
): Promise<({ id: string; rank: number; description: string } & More)[]> {
  const records = await applicableRecords(catalogues, set, day, documentCode);
  return records.map((record, i) => ({ id: record.code, rank: rankOf(record) || i + 1, description: nameIn(record, language), ...more(record) }));
}

const unanswered = (field: string, rank: number): Fault => ({
  code: 'QUESTION_UNANSWERED',
  field,
  message: sentence('Please answer question {{rank}}', 'Responda à pergunta {{rank}}', { rank }),
});
const both = (field: string, rank: number): Fault => ({
  code: 'QUESTION_BOTH',
  field,
  message: sentence('Please answer only yes or no but not both question {{rank}}', 'Responda apenas sim ou não, não ambos, à pergunta {{rank}}', { rank }),
});

/** A question that is answered by ticking yes (accepted) or no (declined). */
export interface TickedRow {
  id?: string;
  rank?: number;
  accepted?: boolean;
  declined?: boolean;
}

/** A question that is answered with YES or NO. */
export interface AnsweredRow {
  id?: string;
  rank?: number;
  answer?: string;
}

export interface CompletedRows<Row> {
  /** Every question of the catalogue exactly once, in order. */
  rows: Row[];
  errors: Fault[];
}

/**
 * Returns the questions of a document with the ticks that a client sent.
 * @param day the day that decides for the document
 * @param field name of the list in the body, for errors: `questions.<i>`, numbered in the order of the catalogue
 * @returns the rows, and at most one error per question: QUESTION_UNANSWERED or QUESTION_BOTH
 */
export async function completeTickedQuestions(
  catalogues: Catalogues,
  day: string,
  documentCode: string,
  sent: readonly TickedRow[] | undefined,
  field = 'questions',
): Promise<CompletedRows<TickedRow & { id: string; rank: number }>> {
  const asked = await applicableRecords(catalogues, 'questions', day, documentCode);
  const answers = rowsById(sent);
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

/**
 * Returns the questions of a document with the YES or NO answers that a client sent; errors name `<field>.<i>.answer`. `set` is the catalogue: `questions` or
 * `declarations`.
 */
export async function completeAnsweredQuestions(
  catalogues: Catalogues,
  set: QuestionSet,
  day: string,
  documentCode: string,
  sent: readonly AnsweredRow[] | undefined,
  field: string = set,
): Promise<CompletedRows<AnsweredRow & { id: string; rank: number }>> {
  const asked = await applicableRecords(catalogues, set, day, documentCode);
  const answers = rowsById(sent);
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
