/** Keeps a restore from giving references again: the restored counters of serial numbers continue after the numbers that were given here before. */
import type { Target } from './target.ts';

const table = 'serial_counter';
/** A reference has seven digits. */
const lastNumber = 9_999_999;

/** Reads the option `--skip-numbers`. @throws Error if the text is not a number of references */
export function skippedNumbers(text: string | undefined): number {
  const number = Number(text ?? 0);
  if (text !== undefined && !(/^\d+$/.test(text) && number <= lastNumber)) throw new Error(`--skip-numbers ${text}: must be a number such as 10000`);
  return number;
}

type Counters = ReadonlyMap<string, number>;

/** Returns the counters of a service, by id; undefined if it has no such table. */
async function countersOf(target: Target, of: 'existing' | 'staged', service: string): Promise<Counters | undefined> {
  const rows = await target.read(of, service, table);
  return rows && new Map(rows.map(({ id, number }) => [String(id), Number(number)]));
}

/**
 * Raises the counters of the staging area to those of the existing data, which they replace, so that no reference is given twice.
 * @param moment the moment whose state is restored
 * @param skip how many numbers of each restored counter are not given, for the references that were given on a machine that is lost
 * @returns notes for the operator
 * @throws Error if a counter would have no number of seven digits left
 */
export async function raiseCounters(target: Target, services: readonly string[], moment: string, skip: number): Promise<string[]> {
  const notes: string[] = [];
  const again: string[] = [];
  for (const service of services) {
    // A restore may replace data that is damaged.
    const existing = await countersOf(target, 'existing', service).catch((error: Error) => {
      notes.push(`svc-${service}: the counters of references that were here cannot be read (${error.message})`);
      return undefined;
    });
    const raised = new Map(existing);
    let isBehind = false;
    for (const [id, number] of (await countersOf(target, 'staged', service)) ?? []) {
      if (skip && number + skip >= lastNumber) throw new Error(`svc-${service}: ${id} is at ${number}, so that ${skip} numbers cannot be skipped`);
      isBehind ||= (existing?.get(id) ?? -1) < number;
      raised.set(id, Math.max(number + skip, raised.get(id) ?? 0));
    }
    if (isBehind && !skip) again.push(`svc-${service}`);
    await target.fill(service, table, rowsOf(raised));
  }
  if (again.length)
    notes.push(
      `${again.join(', ')}: what was here knows no later references than the backup, so those that were given after ${moment} are given again. If there are any, restore with --skip-numbers, as docs/operations.md says`,
    );
  return notes;
}

async function* rowsOf(counters: Counters) {
  for (const [id, number] of counters) yield { id, number };
}
