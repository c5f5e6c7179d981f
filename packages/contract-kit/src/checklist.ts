/** Questions with yes or no, asked as one list: what is ticked is yes, and everything else no. "None of these" is no to all. */
import type { FieldError } from './envelopes.ts';
import { type Bilingual, type Language, say, sentence } from './language.ts';

/** How the row of a question keeps its answer: `answer` YES or NO, or two flags (`accepted`, `declined`). */
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

/** A row's answer as it is stored. @param yes undefined: no answer */
export function rowAnswer(form: AnswerForm, yes: boolean | undefined): object {
  if (form === 'answer') return { answer: yes === undefined ? '' : yes ? 'YES' : 'NO' };
  return { accepted: yes === true, declined: yes === false };
}

/**
 * The rows of a checklist after a tick. What is ticked is yes and the rest no; without a tick nothing is answered.
 * @param ticked the places of the ticked rows, or `none` for "None of these"
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
 * Errors of questions that are asked as checklists: one for each list with open questions, at the list. Other errors stay as they are.
 * @param lists the titles of the checklists by their path
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
