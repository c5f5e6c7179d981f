/** Takes a member out of its group. The declaration stays valid on its own. */
import type { GroupFields } from '../../contract/index.ts';

/** The name of the action, both on a declaration and on a group. */
export const leaveAction = 'leave';

export const isInGroup = ({ groupId }: GroupFields): boolean => groupId !== undefined;

export const withoutGroup = <Model extends GroupFields>({ groupId: _left, ...model }: Model): Model => model as Model;
