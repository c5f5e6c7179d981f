import type { Load } from './load.ts';
import { quantile } from './quantile.ts';
import { Tally } from './tally.ts';

/** What was found when everything that was acknowledged was read again. */
export interface Findings {
  lost: string[];
  duplicates: string[];
  faults: string[];
}

export const noFindings = (): Findings => ({ lost: [], duplicates: [], faults: [] });

/** Joins the findings of several checks. */
export const mergeFindings = (...found: Findings[]): Findings => ({
  lost: found.flatMap(({ lost }) => lost),
  duplicates: found.flatMap(({ duplicates }) => duplicates),
  faults: found.flatMap(({ faults }) => faults),
});

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** Returns a table in plain text: the first column is left-aligned, the others are right-aligned. */
export function table(head: string[], rows: (string | number)[][]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => String(row[i]).length)));
  const line = (cells: (string | number)[]): string =>
    cells
      .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i])))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((n) => '-'.repeat(n))), ...rows.map(line)].join('\n');
}

/** Returns a Markdown table. */
export const markdown = (head: string[], rows: (string | number)[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Returns the throughput of a finished load as a table, by kind of call. */
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
  return [name, acknowledged, (acknowledged / seconds).toFixed(1), ...[0.5, 0.95, 0.99].map((share) => ms(quantile(times, share))), givenUp];
}
