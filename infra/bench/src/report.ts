import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './root.mjs';

const version = (name) => JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
const show = (value) => (typeof value !== 'number' ? (value ?? '–') : value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)));

/** The rows of a run: printed as they are measured and written to the document at the end. */
export class Report {
  sections = [];

  constructor({ rounds, seconds }) {
    this.rounds = rounds;
    this.seconds = seconds;
  }

  section(title, note) {
    this.sections.push({ title, note, rows: [] });
    console.log(`\n${title}`);
  }

  /**
   * @param {{ what: string, engine?: string, ours: number | string, limit?: number | string, unit: string, ratio?: number, target?: string }} row
   *   `limit` is the baseline. `ratio` defaults to `ours / limit`
   */
  add(row) {
    const ratio = row.ratio ?? (typeof row.ours === 'number' && row.limit > 0 ? row.ours / row.limit : undefined);
    const whole = { ...row, ratio };
    this.sections.at(-1).rows.push(whole);
    const figures = `${String(show(row.ours)).padStart(9)} ${row.unit}${row.limit === undefined ? '' : `  baseline ${show(row.limit)}`}`;
    console.log(`  ${(row.engine ?? '').padEnd(9)}${row.what.padEnd(52)}${figures}${ratio === undefined ? '' : `  ratio ${ratio.toFixed(2)}`}`);
  }

  note(text) {
    this.sections.at(-1).note = [this.sections.at(-1).note, text].filter(Boolean).join(' ');
    console.log(`  ${text}`);
  }

  /** The measured sections, by title. */
  tables() {
    const how = `Measured on ${new Date().toISOString().slice(0, 10)}, ${this.rounds} rounds${this.seconds ? ` (rates: ${this.seconds} s per round)` : ''}.`;
    return this.sections.map(({ title, note, rows }) => {
      const lines = rows.map(
        (r) =>
          `| ${r.what} | ${r.engine ?? ''} | ${show(r.ours)} ${r.unit} | ${r.limit === undefined ? '' : `${show(r.limit)} ${r.unit}`} | ${r.ratio === undefined ? '' : r.ratio.toFixed(2)} | ${r.target ?? ''} |`,
      );
      const text = [
        [note, how].filter(Boolean).join(' '),
        ['| measurement | database | portal | baseline | ratio | target |', '|---|---|---|---|---|---|', ...lines].join('\n'),
      ];
      return [title, text.join('\n\n')];
    });
  }

  /** @param {[title: string, text: string][]} tables */
  text(tables) {
    return `# Benchmarks

Written by \`npm run bench\`: Node ${process.version}, ${os.cpus().length} cores (${os.cpus()[0].model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, fastify ${version('fastify')}, mysql2 ${version('mysql2')}, libsql ${version('libsql')}, pdf-lib ${version('pdf-lib')}, sharp ${version('sharp')}.
The client, the measured program and the database share the machine. Each figure is the median of its rounds; the portal and the baseline are measured alternately.
Every rule, header and durable commit is enabled. *Ratio* is portal divided by baseline. Targets are ratios for calls, lists and prints, and values in the unit of the row for memory, pages and startup.

${tables.map(([title, text]) => `## ${title}\n\n${text}`).join('\n\n')}
`;
  }

  /** Writes docs/benchmarks.md. @param {boolean} whole false after a partial run: its sections are replaced, the others stay */
  write(whole) {
    const file = path.join(root, 'docs', 'benchmarks.md');
    const before = whole || !existsSync(file) ? [] : readFileSync(file, 'utf8').split('\n## ').slice(1);
    const tables = new Map(before.map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]));
    for (const [title, text] of this.tables()) tables.set(title, text);
    writeFileSync(file, this.text([...tables]));
  }
}
