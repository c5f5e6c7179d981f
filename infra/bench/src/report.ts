import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { measuredNow } from '@portal/load/measured';

const file = 'docs/benchmarks.md';
const version = (name: string): string => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const show = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3))));

/** What a row must reach. The value of a rate (a unit per second) must be at least this, every other at most, unless `least` says otherwise. */
export interface Target {
  /** Portal divided by baseline. */
  ratio?: number;
  /** The value in the unit of the row. */
  value?: number;
  least?: true;
}

interface Row {
  what: string;
  engine?: string;
  ours: number;
  /** The value of the baseline. */
  limit?: number;
  unit: string;
  target?: Target;
}

interface Section {
  title: string;
  note: string;
  rows: Row[];
}

/** Returns the target of a row in words, and whether the row misses it. */
export function targetCell({ ours, limit, unit, target }: Pick<Row, 'ours' | 'limit' | 'unit' | 'target'>): string {
  if (!target) return '';
  const { ratio, value, least = unit.endsWith('/s') } = target;
  const parts = [ratio === undefined ? '' : `${ratio} x`, value === undefined ? '' : `${value.toLocaleString('en')} ${unit}`.trim()];
  const misses = (is: number, wanted: number | undefined): boolean => wanted !== undefined && (least ? is < wanted : is > wanted);
  const words = `${least ? 'at least' : 'at most'} ${parts.filter(Boolean).join(' and ')}`;
  return misses(ours, value) || (limit && misses(ours / limit, ratio)) ? `**missed: ${words}**` : words;
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
    const how = `Measured ${measuredNow()}, ${machine}, ${this.rounds} rounds${this.seconds ? ` (rates: ${this.seconds} s per round)` : ''}.`;
    return this.sections.map(({ title, note, rows }) => {
      const lines = rows.map(
        (row) =>
          `| ${row.what} | ${row.engine ?? ''} | ${figure(row.ours, row.unit)} | ${figure(row.limit, row.unit)} | ${ratioOf(row)} | ${targetCell(row)} |`,
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
Every rule, header and durable commit is enabled. *Ratio* is portal divided by baseline. A target with an x is a ratio, any other a value; a row that misses its target says so.
Sections of different days were measured on different machines. Their values and ratios cannot be compared: the portal and its baseline do not get faster or slower in the same proportion.

${[...tables].map(([title, text]) => `## ${title}\n\n${text}`).join('\n\n')}
`,
    );
  }
}
