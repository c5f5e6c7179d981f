import type { MigrationInterface, QueryRunner } from 'typeorm';
import { receiptWords } from '../payments/receipt-words.ts';

/** Fills `names` in the words of payers' names: each word is stored with all words of the name, which an earlier release did not do. */
export class PayerWords1700000902300 implements MigrationInterface {
  name = 'PayerWords1700000902300';

  async up(q: QueryRunner): Promise<void> {
    const where = 'kind = ? and names is null';
    await q.query(
      q.dataSource.options.type === 'better-sqlite3'
        ? `update document_name_word set names = (select ' ' || group_concat(o.word, ' ') || ' ' from document_name_word o where o.documentId = document_name_word.documentId) where ${where}`
        : `update document_name_word w join (select documentId, concat(' ', group_concat(word separator ' '), ' ') as names from document_name_word where kind = ? group by documentId) o
           on o.documentId = w.documentId set w.names = o.names where w.kind = ? and w.names is null`,
      q.dataSource.options.type === 'better-sqlite3' ? [receiptWords.kind] : [receiptWords.kind, receiptWords.kind],
    );
  }

  async down(): Promise<void> {
    // Nothing to revert: reverting an earlier migration drops the column.
  }
}
