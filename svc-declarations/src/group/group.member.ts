/** A member of a group, as the group's screens show it. */
import type { AnyDocuments } from '@portal/service-kit';
import type { GroupFlag, GroupMember, Lane } from '../../contract/index.ts';
import type { DeclarationRow } from '../shared/declaration.row.ts';

/** The row of a member: an arrival or a departure. */
export type Member = DeclarationRow & { lane?: string };

/** @param toStaff adds why an officer looks at this person */
export function memberOf(documents: AnyDocuments, row: Member, toStaff: boolean): GroupMember {
  const { id, version, documentStatus, lane } = row;
  const model = documents.modelOf(row) as { answeredBy?: string; questions?: object[]; declarations?: object[] };
  return {
    id,
    version,
    reference: row.reference ?? '',
    name: documents.definition.nameOf(model),
    ...(lane ? { lane: lane as Lane } : {}),
    documentStatus,
    ...(model.answeredBy ? { answeredBy: model.answeredBy } : {}),
    ...(toStaff ? { flags: flagsOf(row, model) } : {}),
  };
}

const saidYes = (row: object): boolean => (row as { answer?: string }).answer === 'YES' || (row as { accepted?: boolean }).accepted === true;

function flagsOf({ lane, currencyStatus }: Member, { questions = [], declarations = [] }: { questions?: object[]; declarations?: object[] }): GroupFlag[] {
  return [
    ...(lane === 'RED' ? (['MERCHANDISE'] as const) : []),
    ...(currencyStatus === 'YES' ? (['MONEY'] as const) : []),
    ...([...questions, ...declarations].some(saidYes) ? (['ANSWERS'] as const) : []),
  ];
}
