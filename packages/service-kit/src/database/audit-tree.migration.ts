import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addText, dropColumn, index, int, required, table, text, utc } from './tables.ts';

/** Creates the tables of the audit log and the column that authenticates a record. The sequencer moves the records of the earlier hash chain into the log. */
export class AuditTree1700000000300 implements MigrationInterface {
  name = 'AuditTree1700000000300';

  async up(q: QueryRunner): Promise<void> {
    const key = { isPrimary: true };
    await addText(q, 'audit_record', 'mac', 70);
    await q.createTable(
      table(
        'audit_leaf',
        [{ ...required(int('leafIndex')), ...key }, required(text('recordId', 36)), required(text('keyId', 20)), required(text('leafHash', 64))],
        [index('audit_leaf', ['recordId'], true)],
      ),
      true,
    );
    await q.createTable(
      table('audit_node', [{ ...required(int('level')), ...key }, { ...required(int('position')), ...key }, required(text('hash', 64))]),
      true,
    );
    await q.createTable(
      table('audit_tree_head', [
        { ...required(int('size')), ...key },
        required(text('log', 110)),
        required(text('rootHash', 64)),
        utc('at'),
        { name: 'signatures', type: 'text', isNullable: true },
      ]),
      true,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['audit_tree_head', 'audit_node', 'audit_leaf']) await q.dropTable(name);
    await dropColumn(q, 'audit_record', 'mac');
  }
}
