/** The columns of an agent's list: the fields of an arrival declaration that fit into one cell. */
import { type Bilingual, type ContractClass, type FieldMeta, fieldsOf, inBoth, isDay, L, sentence } from '@portal/contract-kit';
import type { Fault } from '@portal/service-kit';
import { ArrivalDeclarationBody } from '../../contract/index.ts';

/** A column: its name in the first row of the file, and how its cells are read. */
export interface Column {
  /** Dotted path of the field: `flightDetails.code`. */
  name: string;
  label?: Bilingual;
  required: boolean;
  isDay: boolean;
  /** Whether the day must be in the past. */
  isPast?: boolean;
  /** The catalogue of the column's codes. */
  catalogue?: string;
  values?: readonly string[];
}

/** Fields that the server sets itself, because every row is an arrival declaration of the agency responsible for it. */
const known = new Set(['agencyCode', 'documentCode', 'entryPointCode']);
/** Lists for which one cell gives the same answer to every question. */
export const answerColumns = ['questions', 'declarations'] as const;
const yesOrNo = ['YES', 'NO'];
/** The list of goods. A file can describe only one row of it. */
const goods = 'goods';
/** The column that also fills `entryPointCode`. */
export const entryPointColumn = 'flightDetails.code';

function columnsOf(cls: ContractClass, prefix = ''): Column[] {
  return fieldsOf(cls).flatMap((field): Column[] => {
    const name = prefix + field.name;
    if (field.serverSet || known.has(name)) return [];
    if (field.kind === 'object' && field.type) return columnsOf(field.type(), `${name}.`);
    if (name === goods && field.type) return columnsOf(field.type(), `${goods}.`).filter((column) => column.name !== `${goods}.id`);
    if (field.kind === 'list') return answerColumns.some((list) => list === name) ? [{ ...columnOf(field, name), values: yesOrNo }] : [];
    return [columnOf(field, name)];
  });
}

const columnOf = ({ label, required, kind, range, catalogue, values }: FieldMeta, name: string): Column => ({
  name,
  label,
  required,
  isDay: kind === 'date',
  ...(range === 'past' ? { isPast: true } : {}),
  ...(catalogue ? { catalogue: catalogue.name } : {}),
  ...(values ? { values } : {}),
});

/** Every column, in the order of the form. */
export const importColumns: readonly Column[] = columnsOf(ArrivalDeclarationBody);
export const columnNames: ReadonlySet<string> = new Set(importColumns.map(({ name }) => name));
/** Columns that the service adds to a list of refused rows. They may stay in the corrected file, and are ignored. */
export const ignoredColumns: ReadonlySet<string> = new Set(['row', 'fault', 'faults']);

/** Builds the body of a declaration from the cells of a row. A cell with YES or NO answers every question of its list alike. */
export function bodyOf(
  cells: Readonly<Record<string, string>>,
  lists: Readonly<Record<string, readonly { id: string; rank: number }[]>>,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(cells)) {
    const [first, second] = name.split('.') as [string, string | undefined];
    if (second === undefined) body[first] = lists[first] ? lists[first].map((row) => ({ ...row, answer: value.toUpperCase() })) : value;
    else if (first === goods) body[goods] = [{ ...(body[goods] as [object] | undefined)?.[0], [second]: value }];
    else body[first] = { ...(body[first] as object | undefined), [second]: value };
  }
  return body;
}

/** Returns the path of the field that a column fills. */
export const fieldOfColumn = (name: string): string => (name.startsWith(`${goods}.`) ? name.replace('.', '.0.') : name);

/** Returns the column that fills a field of the declaration: `goods.0.quantity` is in `goods.quantity`. Empty if no column does. */
function columnOfField(field: string): string {
  if (field === 'entryPointCode') return entryPointColumn;
  const [first = '', , ...rest] = field.split('.');
  const name = answerColumns.some((list) => list === first) ? first : [first, ...rest].join('.');
  return columnNames.has(name) ? name : '';
}

/** The first and the last day of arrival that may be chosen. */
export interface TravelDays {
  first: string;
  last: string;
}

/** Returns what is wrong with a day in words of a file; undefined for other errors. A form asks for a day in three parts, or offers a list. */
function wordsOfDay({ code, field }: Fault, cell: string, { first, last }: TravelDays): Bilingual | undefined {
  const column = importColumns.find(({ name }) => name === field);
  if (!column?.isDay) return undefined;
  const label = column.label ?? inBoth(column.name);
  if (code === 'CHOICE')
    return sentence('{{label}} must be a day from {{first}} to {{last}}', '{{label}} deve ser um dia de {{first}} a {{last}}', { label, first, last });
  if (code !== 'DATE') return undefined;
  if (!isDay(cell.slice(0, 10)))
    return sentence(
      '{{label}} must be a real date, written as YYYY-MM-DD, such as 1980-03-27',
      '{{label}} deve ser uma data real, escrita como AAAA-MM-DD, por exemplo 1980-03-27',
      { label },
    );
  return column.isPast ? sentence('{{label}} must be in the past', '{{label}} deve ser no passado', { label }) : undefined;
}

/** Returns the errors of a declaration as faults of the columns of its row. Several fields that one column fills have one fault. */
export function faultsByColumn(errors: readonly Fault[], cells: Readonly<Record<string, string>>, days: TravelDays): Fault[] {
  const faults = errors
    .filter(({ field }) => columnNames.has(field))
    .map((fault) => ({ ...fault, message: wordsOfDay(fault, cells[fault.field] ?? '', days) ?? fault.message }));
  for (const error of errors) {
    if (columnNames.has(error.field)) continue;
    const field = columnOfField(error.field);
    if (field && faults.some((fault) => fault.field === field)) continue;
    const isAnswer = answerColumns.some((list) => list === field) && !yesOrNo.includes(cells[field]?.toUpperCase() ?? '');
    faults.push({ ...error, field, ...(isAnswer ? { code: 'CHOICE', message: L('Enter YES or NO', 'Indique YES ou NO') } : {}) });
  }
  return faults;
}
