import type { Database } from '../database/database.ts';
import { filteredListIndex } from '../documents/document-row.ts';

/** The indices in which the lists of documents stand in their order. */
export class ListIndices {
  private readonly names = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(private readonly db: Database) {}

  /**
   * The index that begins with these columns and holds what lists are filtered by; undefined where a table has none, and on the embedded database, which
   * chooses by itself.
   */
  async beginningWith(table: string, columns: readonly string[]): Promise<string | undefined> {
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
