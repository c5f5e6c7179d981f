/** What a caller may do with several members of a group at once, or with the group itself. */
import { L, type OfferedAction } from '@portal/contract-kit';
import { type Call, inWords, type Workflow } from '@portal/service-kit';
import { mostTravellers } from '../../contract/index.ts';
import type { FoundGroup, Groups } from './group.plan.ts';

const addMember = L('Add a person', 'Adicionar uma pessoa');
const download = L('Download', 'Descarregar');

/** The actions of officials are offered while at least one member allows them to this caller. */
export function groupActions({ documents, plan }: Groups, { row, access, members }: FoundGroup, call: Call): OfferedAction[] {
  const { definition: d } = documents;
  const place = `${d.path}/group/${row.id}`;
  const offered = new Set(
    access.has('reader')
      ? members.flatMap((member) => documents.offer(documents.standingOf(member, documents.accessOf(member, 'id', call)), call).map(({ name }) => name))
      : [],
  );
  const { actions } = d.workflow as Workflow<string, object>;
  const base = { modes: ['*'], hideOnSubmit: false, commentRequired: false };
  return [
    ...plan.actions
      .filter((name) => offered.has(name))
      .map((name) => ({
        ...base,
        name,
        label: inWords(actions[name]?.label ?? name, call.language),
        method: 'POST' as const,
        url: `${place}/actions/${name}`,
        kind: 'submit' as const,
      })),
    ...(access.acts('applicant') && members.length < mostTravellers && members.some(({ documentStatus }) => documentStatus === 'CREATED')
      ? [{ ...base, name: 'members', label: inWords(addMember, call.language), method: 'POST' as const, url: `${place}/members`, kind: 'submit' as const }]
      : []),
    { ...base, name: 'print-form', label: inWords(download, call.language), method: 'GET', url: `${place}/print-form`, kind: 'download' },
  ];
}
