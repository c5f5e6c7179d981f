/** What actions change in a departure declaration. */
import { questionErrors, type RuleFault } from '@portal/contract-kit';
import type { DepartureDeclaration, VerificationInput } from '../../contract/index.ts';
import { withConfirmations } from '../shared/declaration.effects.ts';

/** The official's ticks go on the requirements they name. Answers to the questions replace the traveller's where they are given. */
export function verify(model: DepartureDeclaration, input: VerificationInput): DepartureDeclaration {
  const confirmed = withConfirmations(model, input);
  return input.questions ? { ...confirmed, questions: input.questions } : confirmed;
}

/** What is wrong with the answers that a verification gives. */
export const answersOfVerification = (_model: DepartureDeclaration, input: VerificationInput): RuleFault[] => questionErrors(input.questions);
