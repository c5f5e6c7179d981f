import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './root.mjs';

const version = (name) => JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
const show = (value) => (typeof value !== 'number' ? (value ?? '–') : value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)));

/** The rows of a run, shown as they come and written down at the end. */
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
   *   `ratio` is ours in parts of the limit where it is left out
   */
  add(row) {
    const ratio = row.ratio ?? (typeof row.ours === 'number' && row.limit > 0 ? row.ours / row.limit : undefined);
    const whole = { ...row, ratio };
    this.sections.at(-1).rows.push(whole);
    const figures = `${String(show(row.ours)).padStart(9)} ${row.unit}${row.limit === undefined ? '' : `  beside ${show(row.limit)}`}`;
    console.log(`  ${(row.engine ?? '').padEnd(9)}${row.what.padEnd(52)}${figures}${ratio === undefined ? '' : `  ratio ${ratio.toFixed(2)}`}`);
  }

  note(text) {
    this.sections.at(-1).note = [this.sections.at(-1).note, text].filter(Boolean).join(' ');
    console.log(`  ${text}`);
  }

  /** What was measured, by title. */
  tables() {
    const how = `Measured on ${new Date().toISOString().slice(0, 10)}, ${this.rounds} rounds${this.seconds ? ` of ${this.seconds} s where it is a rate` : ''}.`;
    return this.sections.map(({ title, note, rows }) => {
      const lines = rows.map(
        (r) =>
          `| ${r.what} | ${r.engine ?? ''} | ${show(r.ours)} ${r.unit} | ${r.limit === undefined ? '' : `${show(r.limit)} ${r.unit}`} | ${r.ratio === undefined ? '' : r.ratio.toFixed(2)} | ${r.target ?? ''} |`,
      );
      const text = [
        [note, how].filter(Boolean).join(' '),
        ['| what | database | ours | beside it | ratio | target |', '|---|---|---|---|---|---|', ...lines].join('\n'),
      ];
      return [title, text.join('\n\n')];
    });
  }

  /** @param {[title: string, text: string][]} tables */
  text(tables) {
    return `# Benchmarks

Written by \`npm run bench\`: Node ${process.version}, ${os.cpus().length} cores (${os.cpus()[0].model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, fastify ${version('fastify')}, mysql2 ${version('mysql2')}, libsql ${version('libsql')}, pdf-lib ${version('pdf-lib')}, sharp ${version('sharp')}.
The client, what is measured and the database share the machine. A figure is the median of its rounds, ours and what stands beside it in turn.
Every rule, header and durable commit is on.

${tables.map(([title, text]) => `## ${title}\n\n${text}`).join('\n\n')}
`;
  }

  /** Writes docs/benchmarks.md. @param {boolean} whole false after a run of some rows alone: they take the place of theirs, the others stay */
  write(whole) {
    const file = path.join(root, 'docs', 'benchmarks.md');
    const before = whole || !existsSync(file) ? [] : readFileSync(file, 'utf8').split('\n## ').slice(1);
    const tables = new Map(before.map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]));
    for (const [title, text] of this.tables()) tables.set(title, text);
    writeFileSync(file, this.text([...tables]));
  }
}
