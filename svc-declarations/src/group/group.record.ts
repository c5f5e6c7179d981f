/** A group in the results of the global search. */
import { type Language, sentence } from '@portal/contract-kit';
import { dateTime, inWords, type LookupRecord } from '@portal/service-kit';
import { memberOf } from './group.member.ts';
import type { FoundGroup, Groups } from './group.plan.ts';

export function groupRecord({ documents, plan }: Groups, { row, members }: FoundGroup, language: Language): LookupRecord {
  const [first, ...others] = members.map((member) => memberOf(documents, member).name);
  return {
    kind: plan.kind,
    id: row.id,
    reference: row.reference,
    title: others.length
      ? inWords(sentence('{{first}} and {{count}} more', '{{first}} e mais {{count}}', { first, count: others.length }), language)
      : (first ?? ''),
    subtitle: inWords(plan.title, language),
    // A group has no status; only its members have one.
    documentStatus: '',
    statusName: inWords(sentence('{{count}} in the group', '{{count}} no grupo', { count: members.length }), language),
    date: dateTime(row.createdAt),
    url: `${plan.staffScreen}/${row.id}`,
    groupKeys: { person: null, vehicle: null },
  };
}
