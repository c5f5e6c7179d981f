import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';

const file = 'docs/benchmarks.md';
const version = (name: string): string => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const show = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3))));

interface Row {
  what: string;
  engine?: string;
  ours: number;
  /** The value of the baseline. */
  limit?: number;
  unit: string;
  target?: string;
}

interface Section {
  title: string;
  note: string;
  rows: Row[];
}

const ratioOf = ({ ours, limit }: Row): string => (limit ? (ours / limit).toFixed(2) : '');
const figure = (value: number | undefined, unit: string): string => (value === undefined ? '' : `${show(value)} ${unit}`);

/** Returns a sentence for the report about how other work on the machine affects the figures. */
export const machineLoadNote = (): string =>
  `Other work on the machine increases every figure, including the baseline: the load was ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores at the start.`;

/** Collects the rows of a run. Each row is printed as it is added; the report is written at the end. */
export class Report {
  private readonly sections: Section[] = [];

  constructor(
    private readonly rounds: number,
    private readonly seconds: number,
  ) {}

  section(title: string, note: string): void {
    this.sections.push({ title, note, rows: [] });
    console.log(`\n${title}`);
  }

  add(row: Row): void {
    this.sections.at(-1)?.rows.push(row);
    const figures = `${show(row.ours).padStart(9)} ${row.unit}${row.limit === undefined ? '' : `  baseline ${show(row.limit)}`}`;
    const ratio = ratioOf(row);
    console.log(`  ${(row.engine ?? '').padEnd(9)}${row.what.padEnd(52)}${figures}${ratio && `  ratio ${ratio}`}`);
  }

  /** Returns the title and the text of each section. */
  private tables(): [string, string][] {
    const cpus = os.cpus();
    const machine = `${cpus.length} cores (${cpus[0].model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB`;
    const how = `Measured on ${new Date().toISOString().slice(0, 10)}, ${machine}, ${this.rounds} rounds${this.seconds ? ` (rates: ${this.seconds} s per round)` : ''}.`;
    return this.sections.map(({ title, note, rows }) => {
      const lines = rows.map(
        (row) =>
          `| ${row.what} | ${row.engine ?? ''} | ${figure(row.ours, row.unit)} | ${figure(row.limit, row.unit)} | ${ratioOf(row)} | ${row.target ?? ''} |`,
      );
      return [
        title,
        `${note} ${how}\n\n${['| measurement | database | portal | baseline | ratio | target |', '|---|---|---|---|---|---|', ...lines].join('\n')}`,
      ];
    });
  }

  /** Writes docs/benchmarks.md: measured sections replace the sections of the same title, all others stay. */
  write(): void {
    const before = !existsSync(file) ? [] : readFileSync(file, 'utf8').split('\n## ').slice(1);
    const tables = new Map(before.map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]));
    for (const [title, text] of this.tables()) tables.set(title, text);
    const libraries = ['fastify', 'mysql2', 'libsql', 'pdf-lib', 'sharp'].map((name) => `${name} ${version(name)}`).join(', ');
    writeFileSync(
      file,
      `# Benchmarks

Written by \`npm run bench\`: Node ${process.version}, ${libraries}. Sections are measured at different times, and on different machines: each says when and on which.
The client, the measured program and the database share the machine. Each figure is the median of its rounds; the portal and the baseline are measured alternately.
Every rule, header and durable commit is enabled. *Ratio* is portal divided by baseline. Targets are ratios for calls, lists and prints, and values in the unit of the row for memory, pages and startup.

${[...tables].map(([title, text]) => `## ${title}\n\n${text}`).join('\n\n')}
`,
    );
  }
}
