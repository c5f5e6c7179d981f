import type { MenuEntry } from '../area.ts';
import { type Condition, type QueueName, queueAddress } from '../layout/staff-menu.ts';

/** A part of a queue. The parts exclude one another. */
export interface QueuePart {
  conditions: readonly Condition[];
  /** The text of the link to all of it, with the list and how many there are. */
  link: string;
}

export const wholeQueue: readonly QueuePart[] = [{ conditions: [], link: 'staff.cases.all' }];

/** A date-time as searches have it, to the second. @param time in milliseconds */
const dateTime = (time: number): string => new Date(time).toISOString().slice(0, 19);

/** What is late at a time. A time that is searched for means its whole second: the last one of what is late is the one before. */
export const lateAt = (time: number): readonly QueuePart[] => [
  { conditions: [{ fieldName: 'dueAt', operation: 'LTE', values: [dateTime(time - 1000)] }], link: 'staff.cases.all' },
];

/** What is not late at a time: no case is in both. What waits for somebody outside the office has no time limit. */
export const notLateAt = (time: number): readonly QueuePart[] => [
  { conditions: [{ fieldName: 'dueAt', operation: 'GTE', values: [dateTime(time)] }], link: 'staff.cases.all' },
  { conditions: [{ fieldName: 'dueAt', operation: 'EMPTY', values: [] }], link: 'staff.cases.allUnlimited' },
];

/** How many cases a list has in a part of a queue. */
interface PartTotal {
  entry: MenuEntry;
  part: QueuePart;
  total: number;
}

/** Links from a table of cases to the whole lists: one for each list and part with cases in it, each with its own name. */
export const restLinks = (totals: readonly PartTotal[], queue: QueueName) =>
  totals
    .filter(({ total }) => total > 0)
    .map(({ entry, part, total }) => ({
      to: queueAddress(entry, queue, part.conditions),
      words: part.link,
      list: entry.title,
      count: total,
    }));
