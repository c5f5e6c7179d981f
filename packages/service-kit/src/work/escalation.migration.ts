import type { MigrationInterface, QueryRunner } from 'typeorm';
import { id, index, required, table, text, utc } from '../database/tables.ts';

/** Adds the table of documents whose delay was escalated to supervisors. */
export class DocumentEscalation1700000900500 implements MigrationInterface {
  name = 'DocumentEscalation1700000900500';

  async up(q: QueryRunner): Promise<void> {
    const columns = [id(), required(text('kind', 40)), required(utc('dueAt')), required(utc('at'))];
    await q.createTable(table('document_escalation', columns, [index('document_escalation', ['at'])]), true);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('document_escalation');
  }
}
