import type { MigrationInterface, QueryRunner } from 'typeorm';
import { index, required, table, text, utc } from '../database/tables.ts';
import { longestWord } from './name-words.entities.ts';

const key = { isPrimary: true };

/** Creates the table for the words in names. `NameWordsFill` writes the words of the existing documents. */
export class NameWords1700000900600 implements MigrationInterface {
  name = 'NameWords1700000900600';

  async up(q: QueryRunner): Promise<void> {
    const words = table(
      'document_name_word',
      [
        { ...required(text('documentId', 36)), ...key },
        { ...required(text('word', longestWord)), ...key },
        required(text('kind', 40)),
        required(text('agencyCode', 70)),
      ],
      [index('document_name_word', ['kind', 'agencyCode', 'word', 'documentId'])],
    );
    const filled = table('name_words_filled', [
      { ...required(text('kind', 40)), ...key },
      required(utc('startedAt')),
      required(text('lastId', 36)),
      utc('completeAt'),
      utc('settledAt'),
    ]);
    for (const each of [words, filled]) await q.createTable(each, true);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['name_words_filled', 'document_name_word']) await q.dropTable(name);
  }
}
