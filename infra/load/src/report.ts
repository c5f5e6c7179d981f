import type { Load } from './load.ts';
import { Tally } from './tally.ts';

/** What is found when everything acknowledged is read again. */
export interface Findings {
  lost: string[];
  duplicates: string[];
  faults: string[];
}

export const noFindings = (): Findings => ({ lost: [], duplicates: [], faults: [] });

const percentile = (sorted: Float64Array, share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
/** @param values in any order @param shares such as 0.95 */
export function percentiles(values: readonly number[], shares: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  return shares.map((share) => percentile(sorted, share));
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** A table in plain text: the first column to the left, the others to the right. */
export function table(head: string[], rows: (string | number)[][]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => String(row[i]).length)));
  const line = (cells: (string | number)[]): string =>
    cells
      .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i])))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((n) => '-'.repeat(n))), ...rows.map(line)].join('\n');
}

/** What a finished load reached, by kind of call. */
export function throughput(load: Load): string {
  const seconds = (load.ended - load.began) / 1000;
  const all = new Tally();
  const rows: (string | number)[][] = [];
  for (const [name, tally] of load.tallies) {
    if (tally.calls > 0) rows.push(rowOf(name, tally, seconds));
    all.acknowledged += tally.acknowledged;
    all.givenUp += tally.givenUp;
    all.times = all.times.concat(tally.times);
  }
  return table(['call', 'answered', 'a second', 'p50', 'p95', 'p99', 'given up'], [...rows, rowOf('all', all, seconds)]);
}

function rowOf(name: string, { acknowledged, givenUp, times }: Tally, seconds: number): (string | number)[] {
  return [name, acknowledged, (acknowledged / seconds).toFixed(1), ...percentiles(times, [0.5, 0.95, 0.99]).map(ms), givenUp];
}

/** `503 ×12, ECONNREFUSED ×3`, or `none`. */
export const retries = (load: Load): string => [...load.retries].map(([what, times]) => `${what} ×${times}`).join(', ') || 'none';
