/** The two public figures of a service: registrations, and the share of steps that were done in time. */
import { addDays } from '../clock.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { doneOnTime } from './office-numbers.ts';
import { numbersOf } from './statistics-query.ts';

/** Whole days that are over, so that a registration of this moment does not show. */
const days = 7;
/** Smaller numbers are not published, because they could reveal something about a single person. */
const fewest = 20;

export interface PublicNumbers {
  /** Days where the offices are; both belong to the span. */
  from: string;
  to: string;
  /** The documents registered in the span; null where they are few. */
  registered: number | null;
  /** The share, in per cent, of the steps done in the span that were done by their due date; null where they are few. */
  onTime: number | null;
}

/** The numbers of the last seven whole days, of all agencies and of these kinds together. */
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
