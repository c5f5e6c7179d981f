/** A member leaves its group: the declaration stays valid on its own. */
import { L } from '@portal/contract-kit';
import type { GroupFields } from '../../contract/index.ts';

/** The name of the action, of a declaration and of a group. */
export const leaveAction = 'leave';

/** Done by whoever registered it, on the group's page. After an officer has dealt with the declaration it is part of what was decided together. */
export const leaveGroup = {
  label: L('Take out of the group', 'Retirar do grupo'),
  from: ['CREATED' as const],
  to: 'unchanged' as const,
  who: { owner: true as const },
  modes: ['group'],
  tells: 'changed' as const,
  available: ({ groupId }: GroupFields): boolean => groupId !== undefined,
  change: <Model extends GroupFields>({ groupId: _left, ...model }: Model): Model => model as Model,
};
