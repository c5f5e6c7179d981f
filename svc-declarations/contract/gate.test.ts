import { type GateFacts, type GateWarning, gateWarnings, needsReason } from './gate.ts';

const today = '2026-05-02';
/** An arrival of today in the green lane that nobody has recorded, shown with a genuine code. */
const arrival: GateFacts = { kind: 'arrival-declaration', day: today, lane: 'GREEN', documentStatus: 'CREATED' };

describe('the gate', () => {
  it.each<[string, Partial<GateFacts>, GateWarning[], boolean]>([
    ['of nothing for a green arrival of today', {}, [], false],
    ['of nothing that the code does not say', { day: undefined, lane: undefined, documentStatus: undefined }, [], false],
    ['of the code of another kind of document', { kind: 'departure-declaration' }, ['ANOTHER_DOCUMENT'], true],
    ['of somebody who was recorded', { documentStatus: 'ARRIVED' }, ['SECOND_SCAN'], true],
    ['of somebody who was decided about', { documentStatus: 'CLEARED' }, ['SECOND_SCAN'], true],
    ['of the red lane', { lane: 'RED' }, ['RED_LANE'], true],
    ['of the day before', { day: '2026-05-01' }, ['WRONG_DAY'], true],
    ['of the day after', { day: '2026-05-03' }, ['WRONG_DAY'], true],
    ['of a code that was replaced', { superseded: true }, ['OUT_OF_DATE'], true],
    ['of a declaration that the register no longer has', { missing: true }, ['NOT_IN_REGISTER'], true],
    ['of a typed reference, without asking for a reason', { typed: true }, ['TYPED'], false],
    ['of everything at once', { day: '2026-05-03', lane: 'RED', typed: true }, ['RED_LANE', 'WRONG_DAY', 'TYPED'], true],
  ])('warns %s', (_what, changes, warnings, reason) => {
    const given = gateWarnings({ ...arrival, ...changes }, today);
    expect([given, needsReason(given)]).toEqual([warnings, reason]);
  });
});
