/** The two public figures of a service: the number of registrations, and the share of steps that were done on time. */
import { addDays } from '../clock.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { doneOnTime } from './office-numbers.ts';
import { numbersOf } from './statistics-query.ts';

/** Number of whole days in the past that are counted; today is excluded, so that a single new registration cannot be observed. */
const days = 7;
/** Smaller numbers are not published, because they could reveal something about a single person. */
const fewest = 20;

export interface PublicNumbers {
  /** First and last day (`to`) of the span, in the time zone of the offices; both are included. */
  from: string;
  to: string;
  /** Number of documents registered in the span; null if there are fewer than 20, or while the counters are incomplete. */
  registered: number | null;
  /**
   * Share, in per cent, of the steps done in the span that were done by their due time; null if there are fewer than 20, or while the counters are incomplete.
   */
  onTime: number | null;
}

/** Returns the figures of the last seven whole days, for all agencies and these kinds together. */
export async function publicNumbers(all: readonly AnyDocuments[]): Promise<PublicNumbers> {
  const [first] = all as readonly [AnyDocuments];
  const { calendar, clock, db, statistics } = first.kit;
  await calendar.ready();
  const now = clock.now();
  const today = calendar.hours.dayOf(now);
  const [from, to] = [addDays(today, -days), addDays(today, -1)];
  const span = { from: calendar.hours.startOf(from), to: calendar.hours.startOf(today) };
  const numbers = { registered: 0, done: 0, onTime: 0 };
  for (const { definition: kind } of all) {
    if (!(await statistics.check.isComplete(kind.kind))) return { from, to, registered: null, onTime: null };
    const common = { kind, span, agencies: null, sub: null, now };
    for (const { count } of await numbersOf(db, { ...common, counted: 'documents', by: ['status'] })) numbers.registered += count;
    for (const { done, onTime } of await doneOnTime(db, { ...common, counted: 'actions', by: ['status'] })) {
      numbers.done += done;
      numbers.onTime += onTime;
    }
  }
  const { registered, done, onTime } = numbers;
  return { from, to, registered: registered < fewest ? null : registered, onTime: done < fewest ? null : Math.floor((100 * onTime) / done) };
}
