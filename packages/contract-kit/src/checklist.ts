/** Yes/no questions that are shown as one checklist: a ticked question means yes, and every other one no. "None of these" answers all of them with no. */
import type { FieldError } from './envelopes.ts';
import { type Bilingual, type Language, say, sentence } from './language.ts';

/** How the row of a question stores its answer: as `answer` with YES or NO, or as two flags (`accepted`, `declined`). */
export type AnswerForm = 'answer' | 'accepted';

interface Row {
  answer?: unknown;
  accepted?: unknown;
  declined?: unknown;
}

/** Whether a row is answered with yes. */
export const isYes = ({ answer, accepted }: Row): boolean => answer === 'YES' || accepted === true;
/** Whether a row is answered with no. */
export const isNo = ({ answer, declined }: Row): boolean => answer === 'NO' || declined === true;

/**
 * Returns the fields in which a row stores its answer.
 * @param yes undefined if the question is not answered
 */
export function rowAnswer(form: AnswerForm, yes: boolean | undefined): object {
  if (form === 'answer') return { answer: yes === undefined ? '' : yes ? 'YES' : 'NO' };
  return { accepted: yes === true, declined: yes === false };
}

/**
 * Returns the rows of a checklist after a tick. Ticked rows are answered with yes and the others with no; if no row is ticked, none is answered.
 * @param ticked the indices of the ticked rows, or `none` for "None of these"
 */
export function checklistRows<Question extends object>(rows: readonly Question[], form: AnswerForm, ticked: ReadonlySet<number> | 'none'): Question[] {
  const isOpen = ticked !== 'none' && ticked.size === 0;
  return rows.map((row, index) => ({ ...row, ...rowAnswer(form, isOpen ? undefined : ticked !== 'none' && ticked.has(index)) }));
}

const tickSome = (list: Bilingual): Bilingual =>
  sentence(
    '{{list}}: tick each line to which your answer is yes, or “None of these” alone',
    '{{list}}: assinale cada linha a que responde sim, ou apenas “Nenhuma destas”',
    { list },
  );

/**
 * Replaces the errors of unanswered questions in a checklist with one error for the whole list. Other errors are returned unchanged.
 * @param lists the title of each checklist by its path in the body
 */
export function checklistErrors(errors: readonly FieldError[], lists: Readonly<Record<string, Bilingual>>, language: Language): FieldError[] {
  const seen = new Set<string>();
  return errors.flatMap((error) => {
    const [, list = ''] = /^(\w+)[.[]/.exec(error.field) ?? [];
    const title = lists[list];
    if (!title || !['QUESTION_UNANSWERED', 'QUESTION_BOTH'].includes(error.code)) return [error];
    if (seen.has(list)) return [];
    seen.add(list);
    return [{ code: 'QUESTION_UNANSWERED', field: list, message: say(tickSome(title), language) }];
  });
}
