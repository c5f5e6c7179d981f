/** Questions to an applicant that are no step of the work: the document stays in its status, whoever has to say something. */
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

/** The step of a document whose applicant was asked something, as long as an answer is possible by the workflow; undefined otherwise. */
export const answerFirst =
  ({ actions }: Answerable) =>
  (model: WithActions & { documentStatus: string }): { text: Bilingual; waitsForApplicant: boolean } | undefined => {
    const from = actions.feedback?.from ?? [];
    const isPossible = from === '*' || from.includes(model.documentStatus);
    return isPossible && questionIsOpen(model) ? { text: L('Answer the question', 'Responder à pergunta'), waitsForApplicant: true } : undefined;
  };
