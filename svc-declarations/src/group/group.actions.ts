/** What a caller may do with several members of a group at once, or with the group itself. */
import { L, type OfferedAction } from '@portal/contract-kit';
import { type Call, isBlockedByClaim, localise, type Workflow } from '@portal/service-kit';
import { mostTravellers } from '../../contract/index.ts';
import { leaveAction } from './group.leave.ts';
import type { Claims, Groups, Member, VisibleGroup } from './group.types.ts';

const addMember = L('Add a person', 'Adicionar uma pessoa');
const download = L('Download', 'Descarregar');

/** Returns the group's actions that the caller may perform on one member now. There are none while another officer has claimed the member's case. */
export function memberActions({ documents, plan }: Groups, member: Member, claims: Claims, call: Call): string[] {
  if (isBlockedByClaim(claims.get(member.id), documents.definition, call)) return [];
  const offered = new Set(documents.offer(documents.documentStateOf(member, documents.accessOf(member, 'id', call)), call).map(({ name }) => name));
  return plan.actions.filter((name) => offered.has(name));
}

/**
 * Returns the actions that the caller may perform on a group. Officials get an action if at least one member allows it; the person who registered the group can
 * add and remove members.
 */
export function groupActions(groups: Groups, { row, access, members, claims }: VisibleGroup, call: Call): OfferedAction[] {
  const { documents, plan } = groups;
  const { definition: d } = documents;
  const place = `${d.path}/group/${row.id}`;
  const offered = new Set(access.has('reader') ? members.flatMap((member) => memberActions(groups, member, claims, call)) : []);
  const mayChange = access.acts('applicant') && members.some(({ documentStatus }) => documentStatus === 'CREATED');
  const { actions } = d.workflow as Workflow<string, object>;
  const base = { modes: ['*'], hideOnSubmit: false, commentRequired: false };
  return [
    ...plan.actions
      .filter((name) => offered.has(name))
      .map((name) => ({
        ...base,
        name,
        label: localise(actions[name]?.label ?? name, call.language),
        method: 'POST' as const,
        url: `${place}/actions/${name}`,
        kind: 'submit' as const,
      })),
    ...(mayChange && members.length < mostTravellers
      ? [{ ...base, name: 'members', label: localise(addMember, call.language), method: 'POST' as const, url: `${place}/members`, kind: 'submit' as const }]
      : []),
    ...(mayChange && members.length > 1
      ? [
          {
            ...base,
            name: leaveAction,
            label: localise(actions[leaveAction]?.label ?? leaveAction, call.language),
            method: 'POST' as const,
            url: `${place}/actions/${leaveAction}`,
            kind: 'submit' as const,
          },
        ]
      : []),
    { ...base, name: 'print-form', label: localise(download, call.language), method: 'GET', url: `${place}/print-form`, kind: 'download' },
  ];
}
