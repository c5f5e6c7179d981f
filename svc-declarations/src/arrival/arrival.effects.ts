/** The changes that actions make to an arrival declaration. */
import { L } from '@portal/contract-kit';
import { type ChangeContext, dateTime, type Fault } from '@portal/service-kit';
import { type ArrivalDeclaration, type ArrivalInput, type Decision, type DecisionInput, type Lane, type LaneInput, laneOf } from '../../contract/index.ts';
import { withConfirmations } from '../shared/declaration.effects.ts';

/** Stores the requirements that the officer confirmed, and the officer's decision. */
export const decide = (model: ArrivalDeclaration, input: DecisionInput): ArrivalDeclaration => ({
  ...withConfirmations(model, input),
  decision: input.decision as Decision,
});

/** Refers the traveller to another officer for a closer look. */
export const refer = (model: ArrivalDeclaration, input: ArrivalInput): ArrivalDeclaration => ({ ...withConfirmations(model, input), decision: 'REFERRED' });

/** Replaces the lane that the rules chose with the officer's. */
export const changeLane = (model: ArrivalDeclaration, { lane, comment = '' }: LaneInput, { actor, now }: ChangeContext): ArrivalDeclaration => ({
  ...model,
  lane: lane as Lane,
  laneOverride: { lane: lane as Lane, reason: comment, by: actor.name, at: dateTime(now) },
});

/** Refuses to move a declaration with merchandise out of the red lane, as the specification requires. */
export const redLaneErrors = (model: ArrivalDeclaration): Fault[] =>
  model.lane === 'GREEN' && laneOf(model) === 'RED'
    ? [{ code: 'CHOICE', field: 'lane', message: L('Merchandise is declared: the lane stays red', 'Foram declaradas mercadorias: o canal mantém-se vermelho') }]
    : [];
