/** What the workflow's actions take, where it is less than the whole document. */
import { Choice, Flag, L, ListOf, Text } from '@portal/contract-kit';
import { decisions } from './enums.ts';

/** One requirement as the official confirms it. */
export class ConfirmedRequirement {
  @Text({ max: 40 }) id?: string;
  @Flag({ label: L('Confirmed', 'Confirmado') }) confirmed?: boolean;
}

/** Body of `verification`. */
export class VerificationInput {
  @ListOf(() => ConfirmedRequirement, { label: L('Requirements', 'Requisitos'), max: 100 }) requirements?: ConfirmedRequirement[];
}

/** Body of `decision`; the comment is the inspection note. */
export class DecisionInput {
  @Choice(decisions, { label: L('Decision', 'Decisão'), required: true, message: L('Choose a decision', 'Escolha uma decisão') }) decision?: string;
  @Text({ label: L('Inspection note', 'Nota de inspeção'), max: 2_000 }) comment?: string;
}
