/** Helpers for hand-written migrations that run on both databases. */
import { type QueryRunner, Table, type TableColumnOptions, type TableIndexOptions } from 'typeorm';

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

/** An index, named after its table and columns. */
export const index = (table: string, columns: string[], unique = false): TableIndexOptions => ({
  name: `${unique ? 'ux' : 'ix'}_${table}_${columns.join('_')}`.slice(0, 60),
  columnNames: columns,
  isUnique: unique,
});

export const table = (name: string, columns: TableColumnOptions[], indices: TableIndexOptions[] = []): Table => new Table({ name, columns, indices });

/** Adds a text column to a table with rows, without copying them: both databases change only the metadata. A column left by an interrupted migration stays. */
export async function addText(q: QueryRunner, table: string, name: string, length: number): Promise<void> {
  if (!(await q.hasColumn(table, name))) await q.query(`alter table ${table} add column ${name} varchar(${length}) null`);
}
export const dropColumn = async (q: QueryRunner, table: string, name: string): Promise<void> =>
  void (await q.query(`alter table ${table} drop column ${name}`));
