/** The changes that actions make to an arrival declaration. */
import { L } from '@portal/contract-kit';
import { type ChangeContext, dateTime, type Fault } from '@portal/service-kit';
import { type ArrivalDeclaration, type ArrivalInput, type Decision, type DecisionInput, type Lane, type LaneInput, laneOf } from '../../contract/index.ts';
import { withConfirmations } from '../shared/declaration.effects.ts';

/** The officer confirms requirements, and the decision is stored in the declaration. */
export const decide = (model: ArrivalDeclaration, input: DecisionInput): ArrivalDeclaration => ({
  ...withConfirmations(model, input),
  decision: input.decision as Decision,
});

/** Somebody else takes a second look. */
export const refer = (model: ArrivalDeclaration, input: ArrivalInput): ArrivalDeclaration => ({ ...withConfirmations(model, input), decision: 'REFERRED' });

/** The officer's lane counts instead of that of the rules. */
export const changeLane = (model: ArrivalDeclaration, { lane, comment = '' }: LaneInput, { actor, now }: ChangeContext): ArrivalDeclaration => ({
  ...model,
  lane: lane as Lane,
  laneOverride: { lane: lane as Lane, reason: comment, by: actor.name, at: dateTime(now) },
});

/** Declared merchandise is red, whatever an officer thinks: that is the specification's rule. */
export const laneStays = (model: ArrivalDeclaration): Fault[] =>
  model.lane === 'GREEN' && laneOf(model) === 'RED'
    ? [{ code: 'CHOICE', field: 'lane', message: L('Merchandise is declared: the lane stays red', 'Foram declaradas mercadorias: o canal mantém-se vermelho') }]
    : [];
