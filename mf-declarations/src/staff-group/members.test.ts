import type { GroupMember } from 'svc-declarations/contract';
import { inGateOrder, tickedAtFirst, tickedMembersFor } from './members.ts';

const member = (id: string, more: Partial<GroupMember> = {}): GroupMember => ({
  id,
  version: 1,
  reference: `ARR-2026-${id}`,
  name: id,
  lane: 'GREEN',
  documentStatus: 'CREATED',
  mayAnswer: true,
  flags: [],
  actions: ['arrival'],
  ...more,
});
const red: Partial<GroupMember> = { lane: 'RED', flags: ['MERCHANDISE'] };
const arrived: Partial<GroupMember> = { documentStatus: 'ARRIVED', actions: [] };
const ids = (members: readonly GroupMember[]) => members.map(({ id }) => id);

describe('a group at the gate', () => {
  it('shows those to look at first, and of each kind those that are open', () => {
    const all = [member('a'), member('b', arrived), member('c', red), member('d', { ...red, ...arrived }), member('e')];
    expect(ids(inGateOrder(all))).toEqual(['c', 'd', 'a', 'e', 'b']);
  });

  it('ticks everybody who is green and open beforehand', () => {
    const money: Partial<GroupMember> = { flags: ['MONEY'] };
    expect([...tickedAtFirst([member('a'), member('b', red), member('c', arrived), member('d', money)])]).toEqual(['a', 'd']);
  });

  it('ticks in a group of departures, which have no lanes, those with nothing to look at', () => {
    const departure: Partial<GroupMember> = { lane: undefined, actions: ['verification'] };
    expect([...tickedAtFirst([member('a', departure), member('b', { ...departure, flags: ['MONEY'] })])]).toEqual(['a']);
  });

  it('means by an action the ticked people who allow it', () => {
    const all = [member('a', { actions: ['verification'] }), member('b', { actions: ['approval'] }), member('c', { actions: ['verification'] })];
    expect(ids(tickedMembersFor(all, new Set(['a', 'b']), 'verification'))).toEqual(['a']);
    expect(ids(tickedMembersFor(all, new Set(['a', 'b']), 'approval'))).toEqual(['b']);
  });
});
