import type { GroupMember } from 'svc-declarations/contract';

/** Whether an officer need not look twice: the green lane, or where there are no lanes nothing to look at. */
export const isGreen = ({ lane, flags = [] }: GroupMember): boolean => (lane ? lane === 'GREEN' : flags.length === 0);

/** Whether one of the group's actions may be done on this person now. */
export const isOpen = ({ actions = [] }: GroupMember): boolean => actions.length > 0;

/** The order for the eye of an officer: those to look at, then those that are open, then the others; each as they were registered. */
export function inGateOrder(members: readonly GroupMember[]): GroupMember[] {
  const rank = (member: GroupMember): number => (isGreen(member) ? 2 : (member.flags ?? []).length > 0 ? 0 : 1) - (isOpen(member) ? 0.5 : 0);
  return [...members].sort((one, two) => rank(one) - rank(two));
}

/** Who is ticked before the officer has ticked anybody: everybody who is green and open. */
export const tickedAtFirst = (members: readonly GroupMember[]): ReadonlySet<string> =>
  new Set(members.filter((member) => isOpen(member) && isGreen(member)).map(({ id }) => id));

/** The ticked people on whom an action may be done. */
export const meantBy = (members: readonly GroupMember[], ticked: ReadonlySet<string>, action: string): GroupMember[] =>
  members.filter(({ id, actions = [] }) => ticked.has(id) && actions.includes(action));
