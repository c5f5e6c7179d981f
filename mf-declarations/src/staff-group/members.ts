import type { GroupMember } from 'svc-declarations/contract';

/** Checks that nothing about a member needs a closer look: the lane is green or, where there are no lanes, there is no flag. */
export const isGreen = ({ lane, flags = [] }: GroupMember): boolean => (lane ? lane === 'GREEN' : flags.length === 0);

/** Checks that one of the group's actions is possible on this member now. */
export const isOpen = ({ actions = [] }: GroupMember): boolean => actions.length > 0;

/**
 * Sorts the members for an officer: first those who need a closer look, then those on whom an action is possible, then the others. Members of equal rank keep
 * the order of registration.
 */
export function inGateOrder(members: readonly GroupMember[]): GroupMember[] {
  const rank = (member: GroupMember): number => (isGreen(member) ? 2 : (member.flags ?? []).length > 0 ? 0 : 1) - (isOpen(member) ? 0.5 : 0);
  return [...members].sort((one, two) => rank(one) - rank(two));
}

/** Returns the members who are ticked at first: all green members on whom an action is possible. */
export const tickedAtFirst = (members: readonly GroupMember[]): ReadonlySet<string> =>
  new Set(members.filter((member) => isOpen(member) && isGreen(member)).map(({ id }) => id));

/** Returns the ticked members on whom the action is possible. */
export const tickedMembersFor = (members: readonly GroupMember[], ticked: ReadonlySet<string>, action: string): GroupMember[] =>
  members.filter(({ id, actions = [] }) => ticked.has(id) && actions.includes(action));
