/** The members of a group, as the group's screens show them. */
import { isYes } from '@portal/contract-kit';
import type { AnyDocuments, Call } from '@portal/service-kit';
import type { GroupFlag, GroupMember, Lane } from '../../contract/index.ts';
import { memberActions } from './group.actions.ts';
import { mayAnswer, type Plain } from './group.body.ts';
import type { Claims, Groups, Member } from './group.types.ts';

interface MemberAnswers {
  answeredBy?: string;
  hasMerchandise?: string;
  questions?: object[];
  declarations?: object[];
  travellerCode?: string;
  nationalityName?: string;
  birthDate?: string;
  flightNumber?: string;
  arrivalDate?: string;
  departureDate?: string;
}

/** Returns the fields of a member that everybody with access to the group sees. */
export function memberOf(documents: AnyDocuments, row: Member): GroupMember {
  const { id, version, documentStatus, lane } = row;
  const model = documents.modelOf(row) as MemberAnswers;
  return {
    id,
    version,
    reference: row.reference ?? '',
    name: documents.definition.nameOf(model),
    ...(lane ? { lane: lane as Lane } : {}),
    documentStatus,
    ...(model.answeredBy ? { answeredBy: model.answeredBy } : {}),
    mayAnswer: mayAnswer(model as Plain, documents.kit.clock.today()),
    flightNumber: model.flightNumber,
    travelDate: model.arrivalDate ?? model.departureDate,
  };
}

/** Whether the caller, if staff, may read a member. Each member can belong to another agency. */
export const isReader = (documents: AnyDocuments, row: Member, call: Call): boolean => documents.accessOf(row, 'id', call).has('reader');

/** Returns the further fields for officials who may read the member: why to look at this person, the passport to compare, and the actions allowed now. */
export function officerFieldsOf(groups: Groups, row: Member, claims: Claims, call: Call): Partial<GroupMember> {
  const { documents } = groups;
  if (!isReader(documents, row, call)) return {};
  const model = documents.localised(documents.modelOf(row), call.language) as MemberAnswers;
  const { travellerCode, nationalityName, birthDate } = model;
  return {
    flags: flagsOf(row, model),
    actions: memberActions(groups, row, claims, call),
    ...(claims.has(row.id) ? { assignee: claims.get(row.id)?.name } : {}),
    travellerCode,
    nationalityName,
    birthDate,
  };
}

/** Returns the reasons why an officer should look at a traveller. */
export function flagsOf({ currencyStatus }: Pick<Member, 'currencyStatus'>, { hasMerchandise, questions = [], declarations = [] }: MemberAnswers): GroupFlag[] {
  return [
    // Not by the lane: lane rules and officers make it red for other reasons too.
    ...(hasMerchandise === 'YES' ? (['MERCHANDISE'] as const) : []),
    ...(currencyStatus === 'YES' ? (['MONEY'] as const) : []),
    ...([...questions, ...declarations].some(isYes) ? (['ANSWERS'] as const) : []),
  ];
}
