import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { index, int, required, table, text, utc } from '../database/tables.ts';
import { DocumentRow, widenedListIndex } from './document-row.ts';

/**
 * First columns of the indices that serve staff lists. The agency and the status are added to these indices, so that a list can be selected from the index
 * alone.
 */
const listColumns = new Set(['createdAt', 'documentStatus', 'lane', 'movement', 'documentCode']);

/**
 * Creates what the check of agencies needs: list indices that contain the agency, counters by agency, one-time codes and requests for erasure. It runs after
 * the migrations that create the tables of every area. The former table of counters stays for instances of the previous version, which still write to it.
 */
export class DocumentAgency1700000900000 implements MigrationInterface {
  name = 'DocumentAgency1700000900000';

  async up(q: QueryRunner): Promise<void> {
    const key = { isPrimary: true };
    await q.createTable(
      table('document_tally', [
        { ...required(text('kind', 40)), ...key },
        { ...required(text('documentStatus', 40)), ...key },
        { ...required(text('detail', 70)), ...key },
        { ...required(text('agency', 70)), ...key },
        { ...required(int('shard')), ...key },
        required(int('number')),
      ]),
      true,
    );
    const code = table(
      'one_time_code',
      [
        { ...required(text('documentId', 36)), ...key },
        required(text('digest', 64)),
        required(int('tries')),
        required(int('sentToday')),
        required(text('sentOn', 10)),
        utc('expiresAt'),
      ],
      [index('one_time_code', ['expiresAt'])],
    );
    const erasure = table(
      'erasure_request',
      [
        { ...required(text('id', 36)), ...key },
        required(text('kind', 40)),
        required(text('documentId', 36)),
        text('reference', 60),
        text('agencyCode', 70),
        required(text('state', 10)),
        utc('requestedAt'),
        utc('dueAt'),
        text('reason', 500),
        utc('decidedAt'),
        text('decidedBy', 200),
        text('comment', 2000),
      ],
      [index('erasure_request', ['kind', 'state', 'dueAt']), index('erasure_request', ['documentId'])],
    );
    for (const t of [code, erasure]) await q.createTable(t, true);
    const documents = q.dataSource.entityMetadatas.filter(({ target }) => typeof target === 'function' && target.prototype instanceof DocumentRow);
    for (const { tableName } of documents) await widenIndices(q, tableName);
    const counted = await q.query('select 1 as found from document_count limit 1');
    if (counted.length) await q.manager.update('document_count_check', { id: 1 }, { settled: false, driftedAt: new Date() });
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['erasure_request', 'one_time_code', 'document_tally']) await q.dropTable(name);
  }
}

export async function widenIndices(q: QueryRunner, tableName: string): Promise<void> {
  const found = await q.getTable(tableName);
  // Iterates over a copy, because creating and dropping an index changes the list.
  for (const old of [...(found?.indices ?? [])]) {
    const [first = ''] = old.columnNames;
    if (old.isUnique || !listColumns.has(first) || !old.columnNames.includes('createdAt') || old.columnNames.includes('agencyCode')) continue;
    const wanted = widenedListIndex(tableName, ...old.columnNames.filter((column) => column !== 'id'));
    if (!found?.indices.some(({ name }) => name === wanted.name)) await q.createIndex(tableName, new TableIndex(wanted));
    await q.dropIndex(tableName, old);
  }
}
