import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addText, changeIndices, dropColumn, index, indexName } from '../database/tables.ts';
import { databaseTime } from '../statistics/statistic-cells.ts';
import { longestNames } from './name-words.entities.ts';

const name = 'document_name_word';
const added: [column: string, length: number][] = [
  ['names', longestNames],
  ['documentStatus', 40],
  ['detail1', 70],
  ['detail2', 70],
  ['detail3', 70],
  ['day', 10],
];
const begins = ['kind', 'agencyCode', 'word', 'documentId'];
const wanted = [{ name: nameWordIndex(), columnNames: [...begins, ...added.map(([column]) => column)] }];
const replaced = [index(name, begins)];

/** Returns the name of the index on the words. It contains everything by which lists are filtered in combination with a name. */
export function nameWordIndex(): string {
  return indexName('lx', 'document_name_word', 'word');
}

/**
 * Adds to each word of a name the other words of the document and the values by which lists are filtered. `NameWordsFill` fills these columns for the existing
 * documents an hour after the upgrade, because an earlier release may write until then.
 */
export class NamesBeside1700000902100 implements MigrationInterface {
  name = 'NamesBeside1700000902100';

  async up(q: QueryRunner): Promise<void> {
    for (const [column, length] of added) await addText(q, name, column, length);
    q.clearSqlMemory();
    await changeIndices(q, name, wanted, replaced);
    await q.query(`update name_words_filled set startedAt = '${databaseTime(new Date())}', lastId = '', settledAt = null`);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, name, replaced, wanted);
    for (const [column] of added) await dropColumn(q, name, column);
  }
}
