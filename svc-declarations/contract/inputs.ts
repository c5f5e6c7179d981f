/** The inputs of workflow actions that take only part of the document. */
import { Choice, Flag, L, ListOf, Text } from '@portal/contract-kit';
import { QuestionRow } from './parts.ts';
import { decisions } from './statuses.ts';

/** A requirement and whether the official ticked it. */
export class ConfirmedRequirement {
  @Text({ max: 70 }) id?: string;
  @Flag({ label: L('Confirmed', 'Confirmado') }) confirmed?: boolean;
}

/** The requirements that an official has confirmed. */
export class ConfirmationInput {
  @ListOf(() => ConfirmedRequirement, { label: L('Requirements', 'Requisitos'), max: 100 }) requirements?: ConfirmedRequirement[];
}

/** Body of `verification`. Without `questions`, the traveller's answers stay; with `questions`, every question must be answered again. */
export class VerificationInput extends ConfirmationInput {
  @ListOf(() => QuestionRow, { label: L('Questions', 'Perguntas'), max: 100 }) questions?: QuestionRow[];
}

/** Body of `arrival`. Before the declared arrival date a comment is required. */
export class ArrivalInput extends ConfirmationInput {
  @Text({ label: L('Comment', 'Comentário'), max: 2_000, lines: true }) comment?: string;
}

/** Body of `lane`. The comment is the reason for the change. */
export class LaneInput {
  @Choice(['RED', 'GREEN'], { label: L('Lane', 'Canal'), required: true, message: L('Choose a lane', 'Escolha um canal') }) lane?: string;
  @Text({ label: L('Reason', 'Motivo'), max: 2_000, lines: true }) comment?: string;
}

/** Body of `decision`; the comment is the inspection note. */
export class DecisionInput extends ConfirmationInput {
  @Choice(decisions, { label: L('Decision', 'Decisão'), required: true, message: L('Choose a decision', 'Escolha uma decisão') }) decision?: string;
  @Text({ label: L('Inspection note', 'Nota de inspeção'), max: 2_000, lines: true }) comment?: string;
}
