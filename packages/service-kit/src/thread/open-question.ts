/** Questions to an applicant that are not steps of the workflow: the document keeps its status while the question is open. */
import { type Bilingual, L } from '@portal/contract-kit';

interface WithActions {
  actions?: readonly { action?: string }[];
}

interface Answerable {
  actions: Readonly<Record<string, { from: '*' | readonly string[] }>>;
}

/** Returns whether the office waits for an answer. */
export const questionIsOpen = ({ actions = [] }: WithActions): boolean =>
  actions.findLast(({ action }) => action === 'query' || action === 'feedback')?.action === 'query';

/**
 * Makes the function that returns the next step of a document with an open question: to answer it, where the workflow allows an answer. Without an open
 * question the function returns undefined.
 */
export const openQuestionStep =
  ({ actions }: Answerable) =>
  (model: WithActions & { documentStatus: string }): { text: Bilingual; waitsForApplicant: boolean } | undefined => {
    const from = actions.feedback?.from ?? [];
    const isPossible = from === '*' || from.includes(model.documentStatus);
    return isPossible && questionIsOpen(model) ? { text: L('Answer the question', 'Responder à pergunta'), waitsForApplicant: true } : undefined;
  };
