import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndices } from '../database/tables.ts';
import { applicantQueueIndex, DocumentRow } from '../documents/document-row.ts';

/**
 * Adds an index for the queue of documents that wait for their applicant. Without it, every document without a due date was read to count the queue for its
 * tab.
 */
export class ApplicantQueueIndex1700000900800 implements MigrationInterface {
  name = 'ApplicantQueueIndex1700000900800';

  async up(q: QueryRunner): Promise<void> {
    for (const table of tablesOf(q)) await changeIndices(q, table, [applicantQueueIndex(table)]);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of tablesOf(q)) await changeIndices(q, table, [], [applicantQueueIndex(table)]);
  }
}

const tablesOf = (q: QueryRunner): string[] =>
  q.dataSource.entityMetadatas
    .filter(({ target }) => typeof target === 'function' && target.prototype instanceof DocumentRow)
    .map(({ tableName }) => tableName);
