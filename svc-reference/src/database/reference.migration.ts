import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { day, flag, id, index, int, json, required, table, text, utc } = tables;
const key = (name: string, length: number) => required(text(name, length, { isPrimary: true }));

export class ReferenceTables1700000010000 implements MigrationInterface {
  name = 'ReferenceTables1700000010000';

  async up(q: QueryRunner): Promise<void> {
    const created = [
      table('catalogue_record', [
        key('catalogue', 60),
        key('code', 70),
        text('name', 500),
        json('names'),
        json('fields'),
        int('position'),
        flag('retired'),
        flag('administered'),
        int('version'),
        utc('updatedAt'),
        text('updatedBy', 200),
      ]),
      table('catalogue_revision', [key('catalogue', 60), int('revision')]),
      table('seed_state', [required(int('id', { isPrimary: true })), text('hash', 64), utc('at')]),
      table(
        'invoice',
        [
          id('documentId'),
          text('service', 40),
          text('documentCode', 40),
          int('year'),
          text('serial', 20),
          int('number'),
          text('reference', 60),
          text('payer', 200),
          text('currencyCode', 3),
          json('lines'),
          int('version'),
        ],
        [index('invoice', ['documentCode', 'year', 'serial', 'number'])],
      ),
      table('paid_line', [id('documentId'), key('code', 70), text('receiptId', 36)]),
      table(
        'receipt',
        [
          id(),
          text('reference', 60),
          json('serialReference'),
          text('documentId', 36),
          text('documentReference', 60),
          text('documentCode', 40),
          int('year'),
          text('serial', 20),
          int('number'),
          int('receiptNumber'),
          int('receiptYear'),
          day('date'),
          text('payer', 200),
          int('total'),
          text('currencyCode', 3),
          json('lines'),
          text('cashier', 200),
          utc('createdAt'),
        ],
        [
          index('receipt', ['reference'], true),
          index('receipt', ['documentCode', 'year', 'serial', 'number']),
          index('receipt', ['documentId']),
          index('receipt', ['createdAt', 'id']),
        ],
      ),
    ];
    for (const t of created) await q.createTable(t, true);
    if (!(await q.manager.existsBy('seed_state', { id: 1 }))) await q.manager.insert('seed_state', { id: 1, hash: '', at: new Date(0) });
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['receipt', 'paid_line', 'invoice', 'seed_state', 'catalogue_revision', 'catalogue_record']) await q.dropTable(name);
  }
}
