import type { MenuEntry } from '../area.ts';
import { type Condition, type QueueName, queueAddress } from '../layout/staff-menu.ts';

/** A part of a queue. No case is in two parts. */
export interface QueuePart {
  conditions: readonly Condition[];
  /** Key of the text of the link to all cases of this part. The text also names the list and the number of cases. */
  link: string;
}

export const wholeQueue: readonly QueuePart[] = [{ conditions: [], link: 'staff.cases.all' }];

/** Formats a time as searches write it, to the second. @param time in milliseconds */
const dateTime = (time: number): string => new Date(time).toISOString().slice(0, 19);

/** Returns the part of a queue that is late at a time. Searches compare whole seconds, so the last late due time is one second earlier. */
export const lateAt = (time: number): readonly QueuePart[] => [
  { conditions: [{ fieldName: 'dueAt', operation: 'LTE', values: [dateTime(time - 1000)] }], link: 'staff.cases.all' },
];

/** Returns the parts of a queue that are not late at a time; no case is in both. A case that waits for somebody outside the office has no time limit. */
export const notLateAt = (time: number): readonly QueuePart[] => [
  { conditions: [{ fieldName: 'dueAt', operation: 'GTE', values: [dateTime(time)] }], link: 'staff.cases.all' },
  { conditions: [{ fieldName: 'dueAt', operation: 'EMPTY', values: [] }], link: 'staff.cases.allUnlimited' },
];

/** Number of cases of a list in a part of a queue. */
interface PartTotal {
  entry: MenuEntry;
  part: QueuePart;
  total: number;
}

/** Returns links from a table of cases to the full lists: one for each list and part that has cases, each with its own name. */
export const restLinks = (totals: readonly PartTotal[], queue: QueueName) =>
  totals
    .filter(({ total }) => total > 0)
    .map(({ entry, part, total }) => ({
      to: queueAddress(entry, queue, part.conditions),
      words: part.link,
      list: entry.title,
      count: total,
    }));
