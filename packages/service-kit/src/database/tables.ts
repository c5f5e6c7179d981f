/** Helpers for hand-written migrations that run on both databases. */
import { createHash } from 'node:crypto';
import { type QueryRunner, Table, type TableColumnOptions, TableIndex, type TableIndexOptions } from 'typeorm';
import { rest } from '../background-task.ts';

export const id = (name = 'id'): TableColumnOptions => ({ name, type: 'varchar', length: '36', isPrimary: true });
export const text = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  isNullable: true,
  ...more,
});
export const int = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({ name, type: 'int', isNullable: true, ...more });
export const flag = (name: string): TableColumnOptions => ({ name, type: 'boolean', default: false });
export const utc = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'datetime',
  precision: 3,
  isNullable: true,
  ...more,
});
export const day = (name: string): TableColumnOptions => text(name, 10);
export const json = (name: string): TableColumnOptions => ({ name, type: 'json', isNullable: true });
export const required = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isNullable: false });

/** Maximum length of an index name; MySQL allows 64 characters. */
const longestName = 60;
/** Number of characters kept of a name that is too long; a digest of the whole name follows them. */
const keptOfName = longestName - 9;

/**
 * Returns the name of an index, made from its table and columns. A name that is too long ends with a digest of the whole name, so that two indices never get
 * the same name.
 */
export function indexName(...parts: string[]): string {
  const name = parts.join('_');
  if (name.length <= longestName) return name;
  return `${name.slice(0, keptOfName)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** Whether an index of the database is the wanted one: it has the same name, or the name that an earlier release gave it by cutting the name off. */
const isSame = (found: TableIndex, { name = '', columnNames = [] }: TableIndexOptions): boolean =>
  found.name === name ||
  (found.name?.length === longestName && found.name.slice(0, keptOfName) === name.slice(0, keptOfName) && found.columnNames.join() === columnNames.join());

/** Defines an index, named after its table and columns. */
export const index = (table: string, columns: string[], unique = false): TableIndexOptions => ({
  name: indexName(unique ? 'ux' : 'ix', table, ...columns),
  columnNames: columns,
  isUnique: unique,
});

export const table = (name: string, columns: TableColumnOptions[], indices: TableIndexOptions[] = []): Table => new Table({ name, columns, indices });

const isEmbedded = (q: QueryRunner): boolean => q.dataSource.options.type === 'better-sqlite3';

/**
 * Returns the MySQL option that lets calls continue while a table is changed: the server refuses a change that would have to lock them out. The embedded
 * database does not need it, because it belongs to one process.
 */
const whileCallsGoOn = (q: QueryRunner): string => (isEmbedded(q) ? '' : ', lock=none');

/**
 * Adds a column to a table that has rows, without copying them: both databases change only the metadata. A column that an interrupted migration has added is
 * left as it is.
 */
async function addColumn(q: QueryRunner, table: string, name: string, type: string): Promise<void> {
  if (!(await q.hasColumn(table, name))) await q.query(`alter table ${table} add column ${name} ${type} null${whileCallsGoOn(q)}`);
}
export const addText = (q: QueryRunner, table: string, name: string, length: number): Promise<void> => addColumn(q, table, name, `varchar(${length})`);
export const addInt = (q: QueryRunner, table: string, name: string): Promise<void> => addColumn(q, table, name, 'int');
/** Adds a column for a time, of the same type as `utc`. */
export const addUtc = (q: QueryRunner, table: string, name: string): Promise<void> => addColumn(q, table, name, 'datetime(3)');
export const addJson = (q: QueryRunner, table: string, name: string): Promise<void> => addColumn(q, table, name, 'json');
export const dropColumn = async (q: QueryRunner, table: string, name: string): Promise<void> =>
  void (await q.query(`alter table ${table} drop column ${name}${whileCallsGoOn(q)}`));

/**
 * Creates the indices that do not exist yet, and then drops the indices that they replace. An interrupted migration may have made some of these changes
 * already.
 */
export async function changeIndices(
  q: QueryRunner,
  name: string,
  wanted: readonly TableIndexOptions[],
  unwanted: readonly TableIndexOptions[] = [],
): Promise<void> {
  const table = await q.getTable(name);
  if (!table) throw new Error(`${name} is not there`);
  const missing = wanted.filter((each) => !table.indices.some((found) => isSame(found, each)));
  const left = table.indices.filter((found) => unwanted.some((each) => isSame(found, each)));
  if (isEmbedded(q)) {
    for (const each of missing) await q.createIndex(table, new TableIndex(each));
    for (const each of left) await q.dropIndex(table, each);
    return;
  }
  // All changes are made in one statement, so that the rows are read once and not once for each index.
  const changes = [
    ...missing.map(
      (each) => `add ${each.isUnique ? 'unique ' : ''}index ${each.name} (${(each.columnNames ?? []).map((column) => `\`${column}\``).join(', ')})`,
    ),
    ...left.map((each) => `drop index ${each.name}`),
  ];
  if (changes.length === 0) return;
  await q.query(`alter table ${name} ${changes.join(', ')}${whileCallsGoOn(q)}`);
  q.clearSqlMemory();
}

const searchIndices = (name: string, columns: Readonly<Record<string, number>>): TableIndexOptions[] =>
  Object.keys(columns).map((column) => index(name, [column, 'id', 'agencyCode', 'documentStatus']));

/**
 * Adds columns by which documents are searched, each with its length, and their indices. The kind of document gets a greater `searchLayout` in the same
 * release, so that `SearchColumns` fills the columns of the existing rows.
 */
export async function addSearchColumns(q: QueryRunner, name: string, columns: Readonly<Record<string, number>>): Promise<void> {
  for (const [column, length] of Object.entries(columns)) await addText(q, name, column, length);
  q.clearSqlMemory();
  await changeIndices(q, name, searchIndices(name, columns));
}

/** Number of rows that one statement changes: few enough that no call waits long for a locked row. */
const rowsAtATime = 2_000;

/** Makes `SearchColumns` fill all search columns again. Migrations of releases from before `searchLayout` need this after `addSearchColumns`. */
export async function resetSearchColumns(q: QueryRunner, name: string): Promise<void> {
  if (!(await q.hasColumn(name, 'searchVersion'))) return;
  const reset = `update ${name} set searchVersion = null where searchVersion is not null`;
  if (isEmbedded(q)) return void (await q.query(reset));
  for (let changed = rowsAtATime; changed === rowsAtATime; ) {
    const began = Date.now();
    const result: { affectedRows: number } = await q.query(`${reset} limit ${rowsAtATime}`);
    changed = result.affectedRows;
    await rest(began);
  }
}

/** Drops columns that `addSearchColumns` has added, and their indices. */
export async function dropSearchColumns(q: QueryRunner, name: string, columns: Readonly<Record<string, number>>): Promise<void> {
  await changeIndices(q, name, [], searchIndices(name, columns));
  for (const column of Object.keys(columns)) await dropColumn(q, name, column);
}
