/** The changes that actions make to a departure declaration. */
import { questionErrors, type RuleFault } from '@portal/contract-kit';
import type { DepartureDeclaration, VerificationInput } from '../../contract/index.ts';
import { withConfirmations } from '../shared/declaration.effects.ts';

/** Sets the official's ticks on the requirements in the input. Answers in the input replace the traveller's answers. */
export function verify(model: DepartureDeclaration, input: VerificationInput): DepartureDeclaration {
  const confirmed = withConfirmations(model, input);
  return input.questions ? { ...confirmed, questions: input.questions } : confirmed;
}

/** Returns the errors in the answers of a verification. */
export const verificationErrors = (_model: DepartureDeclaration, input: VerificationInput): RuleFault[] => questionErrors(input.questions);
