/** Questions to an applicant that are not steps of the workflow: the document keeps its status while the question is open. */
import { type Bilingual, L } from '@portal/contract-kit';

interface WithActions {
  actions?: readonly { action?: string }[];
}

interface Answerable {
  actions: Readonly<Record<string, { from: '*' | readonly string[] }>>;
}

/** Whether the office waits for an answer. */
export const questionIsOpen = ({ actions = [] }: WithActions): boolean =>
  actions.findLast(({ action }) => action === 'query' || action === 'feedback')?.action === 'query';

/** The next step of a document with an open question, which is the answer, where the workflow allows one; otherwise undefined. */
export const answerFirst =
  ({ actions }: Answerable) =>
  (model: WithActions & { documentStatus: string }): { text: Bilingual; waitsForApplicant: boolean } | undefined => {
    const from = actions.feedback?.from ?? [];
    const isPossible = from === '*' || from.includes(model.documentStatus);
    return isPossible && questionIsOpen(model) ? { text: L('Answer the question', 'Responder à pergunta'), waitsForApplicant: true } : undefined;
  };
