/** Takes a member out of its group. The declaration stays valid on its own. */
import { L } from '@portal/contract-kit';
import type { GroupFields } from '../../contract/index.ts';

/** The name of the action, both on a declaration and on a group. */
export const leaveAction = 'leave';

/** The action of the person who registered the group, on the group's page. When an officer has dealt with the declaration, it can no longer leave the group. */
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
