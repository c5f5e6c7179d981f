/** What an action adds to its document: an entry in the history, and a record of who did it. */
import type { Capacity, DocumentActionEntry } from '@portal/contract-kit';
import type { Access } from '../access/access.ts';
import { type Call, isStaff } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import type { AnyReader } from './document-reader.ts';
import type { ActionRule } from './workflow.ts';
import { doerDigest } from './workflow-evaluator.ts';

type Rule = ActionRule<string, unknown>;

/** Returns the entry that an action adds to the history of the document. */
export function historyEntry(
  { definition: d, kit }: AnyReader,
  action: string,
  version: number,
  status: string,
  details: string,
  call: Call,
  at: Date,
  access: Access,
): DocumentActionEntry {
  const { name, phone: mobile, email } = call.actor;
  const { label, who } = d.workflow.actions[action] as Rule;
  const capacity = capacityOf(who, call, access);
  const user = { name, mobile, email };
  // The language in which the applicant will get messages.
  const language = capacity === 'applicant' ? { language: call.language } : {};
  return { id: kit.ids.next(), action, version, capacity, ...language, operation: label.en, dateTime: dateTime(at), details, status, user };
}

/** Returns in which capacity the caller acts: an officer may act for an applicant at the counter. */
function capacityOf(who: Rule['who'], { actor }: Call, access: Access): Capacity {
  if (actor.isPortal) return 'system';
  if (!isStaff(actor)) return 'applicant';
  return who.owner && access.has('owner') ? 'counter' : who.public ? 'counter' : 'office';
}

/** Returns who last did each action, as digests, after this action. */
export function doneBy(before: Record<string, string> | undefined, id: string, action: string, { actor }: Call): Record<string, string> | undefined {
  return actor.sub === null ? before : { ...before, [action]: doerDigest(id, actor.sub) };
}
