/** A group in the results of the global search. */
import { type Language, sentence } from '@portal/contract-kit';
import { dateTime, type LookupRecord, localise } from '@portal/service-kit';
import { memberOf } from './group.member.ts';
import type { Groups, VisibleGroup } from './group.types.ts';

export function groupRecord({ documents, plan }: Groups, { row, members }: VisibleGroup, language: Language): LookupRecord {
  const [first, ...others] = members.map((member) => memberOf(documents, member).name);
  return {
    kind: plan.kind,
    id: row.id,
    reference: row.reference,
    title: others.length
      ? localise(sentence('{{first}} and {{count}} more', '{{first}} e mais {{count}}', { first, count: others.length }), language)
      : (first ?? ''),
    subtitle: localise(plan.title, language),
    // A group has no status; only its members have one.
    documentStatus: '',
    statusName: localise(sentence('{{count}} in the group', '{{count}} no grupo', { count: members.length }), language),
    date: dateTime(row.createdAt),
    url: `${plan.staffScreen}/${row.id}`,
    groupKeys: { person: null, vehicle: null },
  };
}
