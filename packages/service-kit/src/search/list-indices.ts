import type { Database } from '../database/database.ts';
import { filteredListIndex } from '../documents/document-row.ts';

/** The indices that hold the lists of documents in their order. */
export class ListIndices {
  private readonly names = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(private readonly db: Database) {}

  /**
   * Reads with the index that begins with these columns and contains the columns by which lists are filtered. If the table has no such index, and on the
   * embedded database, the database chooses the index. A later release may drop an index while this one runs: then the read is repeated without it.
   * @param read called with the name of the index; undefined lets the database choose
   */
  async read<T>(table: string, columns: readonly string[], read: (index: string | undefined) => Promise<T>): Promise<T> {
    const index = await this.beginningWith(table, columns);
    try {
      return await read(index);
    } catch (error) {
      if (index === undefined || !isMissingIndex(error)) throw error;
      this.names.delete(table);
      return read(undefined);
    }
  }

  private async beginningWith(table: string, columns: readonly string[]): Promise<string | undefined> {
    if (this.db.engine !== 'mysql') return undefined;
    const { name = '' } = filteredListIndex(table, columns, []);
    return (await this.namesOf(table)).has(name) ? name : undefined;
  }

  private namesOf(table: string): Promise<ReadonlySet<string>> {
    const known = this.names.get(table);
    if (known) return known;
    const asked = this.db.reader
      .query<{ name: string }[]>('select distinct index_name as name from information_schema.statistics where table_schema = database() and table_name = ?', [
        table,
      ])
      .then((found) => new Set(found.map(({ name }) => name)));
    this.names.set(table, asked);
    asked.catch(() => this.names.delete(table));
    return asked;
  }
}

const isMissingIndex = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ER_KEY_DOES_NOT_EXITS';
