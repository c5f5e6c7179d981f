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

/**
 * The question of an officer and the answer of the applicant, as entries of a workflow table. They have no place among the other actions of a screen:
 * both are written in the thread.
 * @param from the statuses in which they are possible @param role who may ask
 */
export const threadActions = <From>(from: From, role: string | readonly string[]) => ({
  query: {
    label: L('Ask the applicant', 'Perguntar ao requerente'),
    from,
    to: 'unchanged' as const,
    who: { role },
    modes: ['query'],
    comment: true as const,
    toApplicant: true as const,
    thread: 'question' as const,
    tells: 'queried' as const,
  },
  feedback: {
    label: L('Answer', 'Responder'),
    from,
    to: 'unchanged' as const,
    who: { owner: true as const },
    modes: ['feedback'],
    available: questionIsOpen,
    comment: true as const,
    thread: 'answer' as const,
  },
});
