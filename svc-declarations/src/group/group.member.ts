/** A member of a group, as the group's screens show it. */
import type { AnyDocuments, Call } from '@portal/service-kit';
import type { GroupFlag, GroupMember, Lane } from '../../contract/index.ts';
import { actionsOn } from './group.actions.ts';
import { mayAnswer, type Plain } from './group.body.ts';
import type { Claims, Groups, Member } from './group.plan.ts';

interface Told {
  answeredBy?: string;
  questions?: object[];
  declarations?: object[];
  travellerCode?: string;
  nationalityName?: string;
  birthDate?: string;
  flightNumber?: string;
  arrivalDate?: string;
  departureDate?: string;
}

/** What everybody sees who may see the group. */
export function memberOf(documents: AnyDocuments, row: Member): GroupMember {
  const { id, version, documentStatus, lane } = row;
  const model = documents.modelOf(row) as Told;
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

/** Whether staff may read a member: each has an agency of its own. */
export const isReader = (documents: AnyDocuments, row: Member, call: Call): boolean => documents.accessOf(row, 'id', call).has('reader');

/** What officials who may read the member see besides: why to look at this person, the passport to compare, and what may be done now. */
export function forOfficers(groups: Groups, row: Member, claims: Claims, call: Call): Partial<GroupMember> {
  const { documents } = groups;
  if (!isReader(documents, row, call)) return {};
  const model = documents.localised(documents.modelOf(row), call.language) as Told;
  const { travellerCode, nationalityName, birthDate } = model;
  return {
    flags: flagsOf(row, model),
    actions: actionsOn(groups, row, claims, call),
    ...(claims.has(row.id) ? { assignee: claims.get(row.id)?.name } : {}),
    travellerCode,
    nationalityName,
    birthDate,
  };
}

const saidYes = (row: object): boolean => (row as { answer?: string }).answer === 'YES' || (row as { accepted?: boolean }).accepted === true;

/** Why to look at a traveller. */
export function flagsOf({ lane, currencyStatus }: Pick<Member, 'lane' | 'currencyStatus'>, { questions = [], declarations = [] }: Told): GroupFlag[] {
  return [
    ...(lane === 'RED' ? (['MERCHANDISE'] as const) : []),
    ...(currencyStatus === 'YES' ? (['MONEY'] as const) : []),
    ...([...questions, ...declarations].some(saidYes) ? (['ANSWERS'] as const) : []),
  ];
}
