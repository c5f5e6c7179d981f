const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** A table of lines that are read aloud as well as they are looked at. @param {string[]} head @param {(string | number)[][]} rows */
export function table(head, rows) {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => String(row[i]).length)));
  const line = (cells) =>
    cells
      .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i])))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((n) => '-'.repeat(n))), ...rows.map(line)].join('\n');
}

/** What a finished load did, by kind of call. @param {import('./drive.mjs').Load} load */
export function throughput(load) {
  const seconds = (load.ended - load.began) / 1000;
  const rows = [...load.tallies].filter(([, tally]) => tally.calls > 0).map(([name, tally]) => row(name, tally, seconds));
  const all = [...load.tallies.values()];
  const sum = { calls: 0, acknowledged: 0, givenUp: 0, times: all.flatMap((t) => t.times) };
  for (const key of ['calls', 'acknowledged', 'givenUp']) sum[key] = all.reduce((n, t) => n + t[key], 0);
  return table(['call', 'answered', 'a second', 'p50', 'p95', 'p99', 'given up'], [...rows, row('all', sum, seconds)]);
}

function row(name, { acknowledged, givenUp, times }, seconds) {
  const sorted = Float64Array.from(times).sort();
  return [name, acknowledged, (acknowledged / seconds).toFixed(1), ...[0.5, 0.95, 0.99].map((share) => ms(percentile(sorted, share))), givenUp];
}

/** `503 ×12, ECONNREFUSED ×3`, or `none`. */
export const repeats = (load) => [...load.repeats].map(([what, times]) => `${what} ×${times}`).join(', ') || 'none';
