/**
 * The counts that a deployment publishes, made from the counters of the lists. So that nobody can be recognised in them, a count below `fewest` is left out and
 * every other count is rounded separately: a missing count cannot be computed from the others.
 */
import type { Bilingual } from '@portal/contract-kit';
import { nameIn } from '../catalogue/catalogue-client.ts';
import { addDays } from '../clock.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { localise } from '../http/problems.ts';
import { csvLine, csvStart } from '../search/csv.ts';
import { type Cell, cellsOf, type Fact, listSeries, noDay } from '../statistics/statistic-cells.ts';
import { countryGroupNames, countryGroupOf } from './country-groups.ts';
import type { Dataset, DatasetColumn } from './dataset.ts';

/** The smallest count that is published. */
export const fewest = 10;
/** Published counts are rounded to a multiple of this. */
export const roundedTo = 5;
/** Number of days before today that a table covers. */
const reach = 731;

export const licence = { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' };

export interface DatasetInfo {
  name: string;
  title: string;
  by: 'day' | 'month' | null;
  columns: string[];
  fewest: number;
  roundedTo: number;
  licence: typeof licence;
}

export interface DatasetTable extends DatasetInfo {
  /** First and last day for which the table may have rows; null where the table is not by day or month. */
  from: string | null;
  to: string | null;
  /** The rows. A count of null means that there are some, but fewer than `fewest`. Where there are none, there is no row. */
  records: Record<string, string | number | null>[];
  totalRecords: number;
}

const isNamed = ({ of, catalogue, countryGroups }: DatasetColumn): boolean => Boolean(catalogue || countryGroups || of === 'documentStatus');
const namesOf = (dataset: Dataset): string[] => [
  ...(dataset.by ? [dataset.by] : []),
  ...dataset.columns.flatMap((column) => (isNamed(column) ? [column.name, `${column.name}Name`] : [column.name])),
  'count',
];

/** Returns the description of a table without its rows. */
export const describe = (dataset: Dataset, language: string): DatasetInfo => ({
  name: dataset.name,
  title: localise(dataset.title, language),
  by: dataset.by ?? null,
  columns: namesOf(dataset),
  fewest,
  roundedTo,
  licence,
});

/** Returns a count as it is published; null where it is too small. */
export const published = (count: number): number | null => (count < fewest ? null : Math.round(count / roundedTo) * roundedTo);

/** Returns the span of whole days or months that have ended. */
function spanOf(by: 'day' | 'month', today: string): { from: string; to: string } {
  const back = addDays(today, -reach);
  return by === 'day'
    ? { from: back, to: addDays(today, -1) }
    : { from: back.endsWith('-01') ? back : firstOfNextMonth(back), to: addDays(`${today.slice(0, 7)}-01`, -1) };
}

const firstOfNextMonth = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
};

/** Counts the rows of a table: for each time and each combination of column values, the number of documents. */
async function countsOf(
  { definition, kit }: AnyDocuments,
  dataset: Dataset,
  span: { from: string; to: string } | undefined,
): Promise<[key: string[], number][]> {
  const total = definition.listTotals?.[dataset.list];
  if (!total) throw new Error(`${dataset.name}: ${definition.kind} has no such list total`);
  const places = new Map<string, keyof Cell>([
    ['documentStatus', 'a'],
    ...total.columns.flatMap((column, i): [string, keyof Cell][] => (column ? [[column, (['b', 'c', 'who'] as const)[i] ?? 'who']] : [])),
  ]);
  const columns = dataset.columns.map(({ of }) => {
    const place = places.get(of);
    if (!place) throw new Error(`${dataset.name}: ${of} is no column of the list total`);
    return place;
  });
  const series = listSeries(dataset.list);
  const time = dataset.by === 'month' ? 'substr(at, 1, 7)' : dataset.by ? 'at' : "''";
  const groups = [...(dataset.by ? [time] : []), ...columns];
  const within = span ? ' and at >= ? and at <= ?' : '';
  const found = await kit.db.reader.query<({ time: string; number: number | string; facts: string | null } & Record<`k${number}`, string>)[]>(
    `select ${time} as time${columns.map((column, i) => `, ${column} as k${i}`).join('')}, sum(number) as number, null as facts
       from statistic where kind = ? and series = ?${within} and agency <> '' group by ${groups.join(', ')}
     union all select ''${columns.map(() => ", ''").join('')}, 0, facts from statistic_change where kind = ?`,
    [definition.kind, series, ...(span ? [span.from, span.to] : []), definition.kind],
  );
  const sums = new Map<string, [string[], number]>();
  const add = (key: string[], number: number): void => {
    const name = JSON.stringify(key);
    const known = sums.get(name);
    if (known) known[1] += number;
    else sums.set(name, [key, number]);
  };
  const values = (of: (i: number) => string): string[] => dataset.columns.map(({ countryGroups }, i) => (countryGroups ? countryGroupOf(of(i)) : of(i)));
  for (const row of found) {
    if (row.facts === null) add([...(dataset.by ? [row.time] : []), ...values((i) => row[`k${i}`] ?? '')], Number(row.number));
    else
      for (const cell of (JSON.parse(row.facts) as Fact[]).flatMap(cellsOf)) {
        if (cell.series !== series || (span && (cell.at < span.from || cell.at > span.to || cell.at === noDay))) continue;
        const time = dataset.by === 'month' ? cell.at.slice(0, 7) : cell.at;
        add([...(dataset.by ? [time] : []), ...values((i) => String(cell[columns[i] as keyof Cell]))], cell.number);
      }
  }
  return [...sums.values()].filter(([, number]) => number > 0);
}

/** Returns a function that names the codes of a column in a language; undefined for a column without names. */
async function namesIn(
  { kit, definition }: AnyDocuments,
  { of, catalogue, countryGroups }: DatasetColumn,
  language: string,
): Promise<((code: string) => string) | undefined> {
  if (countryGroups) return (code) => localise(countryGroupNames[code as keyof typeof countryGroupNames], language);
  if (of === 'documentStatus') {
    const labels = definition.statusLabels as Readonly<Record<string, Bilingual | undefined>>;
    return (code) => localise(labels[code] ?? code, language);
  }
  if (!catalogue) return undefined;
  const records = new Map((await kit.catalogues.records(catalogue)).map((record) => [record.code, record]));
  return (code) => {
    const record = records.get(code);
    return record ? nameIn(record, language as Parameters<typeof nameIn>[1]) : code;
  };
}

/** Makes a table as it is published now. */
export async function tableOf(documents: AnyDocuments, dataset: Dataset, language: string): Promise<DatasetTable> {
  const { calendar, clock } = documents.kit;
  await calendar.ready();
  const span = dataset.by && spanOf(dataset.by, calendar.hours.dayOf(clock.now()));
  const names = await Promise.all(dataset.columns.map((column) => namesIn(documents, column, language)));
  const counts = await countsOf(documents, dataset, span);
  const sorted = counts.sort(([a], [b]) => (a.join('\0') < b.join('\0') ? -1 : 1));
  const records = sorted.map(([key, number]) => {
    const record: DatasetTable['records'][number] = {};
    const codes = [...key];
    if (dataset.by) record[dataset.by] = codes.shift() as string;
    for (const [i, { name }] of dataset.columns.entries()) {
      const code = codes[i] as string;
      record[name] = code === '' ? null : code;
      const nameOf = names[i];
      if (nameOf) record[`${name}Name`] = code === '' ? null : nameOf(code);
    }
    record.count = published(number);
    return record;
  });
  return { ...describe(dataset, language), from: span?.from ?? null, to: span?.to ?? null, records, totalRecords: records.length };
}

/** Writes a table as CSV. A count that is too small to be published is empty. */
export const csvOf = ({ columns, records }: DatasetTable): string =>
  csvStart + csvLine(columns) + records.map((record) => csvLine(columns.map((column) => record[column]))).join('');
