import { isSource, type Language, say } from '@portal/contract-kit';
import type { QuestionRecord } from 'svc-declarations/contract';

/** The published questions, by the list of the form that they belong to. */
export type QuestionSets = Partial<Record<'questions' | 'declarations', readonly QuestionRecord[]>>;

/** A question of an arrival or departure. */
export interface Row {
  id?: string;
  rank?: number;
  description?: string;
}

/** Returns the published questions in the reader's language, each with its earlier answer. */
export function askedRows(records: readonly QuestionRecord[], rows: readonly Row[] | undefined, language: Language): Row[] {
  const answered = new Map((rows ?? []).map((row) => [row.id, row]));
  return records.map(({ id, rank, description, descriptions }) => ({
    ...answered.get(id),
    id,
    rank,
    // Both source languages are known at once; in any other, the service alone knows the name that an administrator has given.
    description: descriptions && isSource(language) ? say(descriptions, language) : description,
  }));
}

/** Returns a form's values with the questions filled in. */
export function withQuestions<Values extends object>(values: Values, sets: QuestionSets, language: Language): Values {
  const filled = Object.entries(sets).map(([list, records]) => [list, askedRows(records, (values as Record<string, Row[] | undefined>)[list], language)]);
  return { ...values, ...Object.fromEntries(filled) };
}
