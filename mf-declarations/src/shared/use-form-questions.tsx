import { type ApiProblem, FailurePanel } from '@portal/web-kit';
import type { ReactNode } from 'react';
import type { QuestionSets } from './asked-rows.ts';
import { useQuestionSets } from './question-sets.ts';

const noQuestionsYet: QuestionSets = {};

/**
 * Loads the questions of a new declaration, for a form that is shown before they are loaded.
 * @param blank the blank form, which loads at the same time
 * @returns `missing`: undefined when both are loaded; otherwise what the form shows in place of its questions
 */
export function useFormQuestions(
  kind: 'traveller' | 'departure',
  blank: { loaded: boolean; problem?: ApiProblem; retry(): void },
): { sets: QuestionSets; missing?: ReactNode } {
  const { sets, problem: noQuestions, retry } = useQuestionSets(kind);
  const problem = blank.problem ?? noQuestions;
  const again = () => {
    if (blank.problem) blank.retry();
    if (noQuestions) retry();
  };
  if (blank.loaded && sets) return { sets };
  return { sets: sets ?? noQuestionsYet, missing: problem ? <FailurePanel problem={problem} retry={again} /> : null };
}
