/** Words with the applicant that are no step of the work: the document stays in its status, whoever has to say something. */
import { L } from '@portal/contract-kit';

interface Worded {
  actions?: readonly { action?: string }[];
}

/** Whether the office waits for an answer. */
export const questionIsOpen = ({ actions = [] }: Worded): boolean =>
  actions.findLast(({ action }) => action === 'query' || action === 'feedback')?.action === 'query';

/** The step of a document whose applicant was asked something; undefined where no question is open. */
export const answerFirst = (model: Worded) =>
  questionIsOpen(model) ? { text: L('Answer the question', 'Responder à pergunta'), waitsForApplicant: true } : undefined;
