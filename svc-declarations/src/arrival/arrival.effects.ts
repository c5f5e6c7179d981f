/** The changes that actions make to an arrival declaration. */
import type { ArrivalDeclaration, ArrivalInput, Decision, DecisionInput } from '../../contract/index.ts';
import { withConfirmations } from '../shared/declaration.effects.ts';

/** The officer confirms requirements, and the decision is stored in the declaration. */
export const decide = (model: ArrivalDeclaration, input: DecisionInput): ArrivalDeclaration => ({
  ...withConfirmations(model, input),
  decision: input.decision as Decision,
});

/** Somebody else takes a second look. */
export const refer = (model: ArrivalDeclaration, input: ArrivalInput): ArrivalDeclaration => ({ ...withConfirmations(model, input), decision: 'REFERRED' });
