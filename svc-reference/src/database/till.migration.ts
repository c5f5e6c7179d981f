import { tables } from '@portal/service-kit';
import { In, type MigrationInterface, MoreThan, type QueryRunner } from 'typeorm';
import { InvoiceRow, PaidLineRow } from './payment.entities.ts';

const { addInt, addText, changeIndices, dropColumn, flag, id, index, int, json, required, table, text, utc } = tables;

const receiptTexts: [name: string, length: number][] = [
  ['method', 70],
  ['slip', 70],
  ['shiftId', 36],
  ['cashierSub', 128],
  ['voids', 36],
  ['voidsReference', 60],
  ['voidedBy', 60],
  ['comment', 1000],
];
const receiptIndices = [index('receipt', ['shiftId']), index('receipt', ['voids'], true)];
const invoiceIndices = [index('invoice', ['unpaidSince', 'documentId'])];

const batch = 500;
/** Adds cashier shifts, payment methods, counter-receipts and the list of unpaid documents. */
export class Till1700000010200 implements MigrationInterface {
  name = 'Till1700000010200';

  async up(q: QueryRunner): Promise<void> {
    for (const [name, length] of receiptTexts) await addText(q, 'receipt', name, length);
    await addInt(q, 'invoice', 'unpaid');
    for (const [name, type] of [
      ['unpaidSince', 'datetime(3)'],
      ['voidable', 'json'],
      ['standing', 'json'],
    ] as const)
      if (!(await q.hasColumn('invoice', name))) await q.query(`alter table invoice add column ${name} ${type} null`);
    await q.createTable(
      table(
        'cashier_shift',
        [
          id(),
          int('version'),
          required(text('cashierSub', 128)),
          text('cashier', 200),
          text('office', 70),
          text('openFor', 128),
          text('status', 10),
          flag('automatic'),
          json('floats'),
          utc('createdAt'),
          utc('closedAt'),
          json('counts'),
          text('balanced', 3),
          text('comment', 1000),
        ],
        [index('cashier_shift', ['openFor'], true), index('cashier_shift', ['createdAt', 'id']), index('cashier_shift', ['cashierSub', 'createdAt', 'id'])],
      ),
      true,
    );
    await changeIndices(q, 'receipt', receiptIndices);
    await this.fill(q);
    await changeIndices(q, 'invoice', invoiceIndices);
  }

  /** Computes the unpaid amount of existing invoices. Later, each announcement and each receipt updates it. */
  private async fill(q: QueryRunner): Promise<void> {
    for (let after = ''; ; ) {
      const invoices = await q.manager.find(InvoiceRow, {
        select: { documentId: true, lines: true },
        where: { documentId: MoreThan(after) },
        order: { documentId: 'ASC' },
        take: batch,
      });
      if (invoices.length === 0) return;
      after = (invoices.at(-1) as InvoiceRow).documentId;
      const paid = await q.manager.findBy(PaidLineRow, { documentId: In(invoices.map(({ documentId }) => documentId)) });
      const keys = new Set(paid.map(({ documentId, code }) => `${documentId} ${code}`));
      for (const { documentId, lines } of invoices) {
        const unpaid = lines.reduce((sum, { code, amount }) => sum + (keys.has(`${documentId} ${code}`) ? 0 : amount), 0);
        await q.manager.update(InvoiceRow, { documentId }, { unpaid, unpaidSince: unpaid > 0 ? new Date() : null });
      }
    }
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'receipt', [], receiptIndices);
    await changeIndices(q, 'invoice', [], invoiceIndices);
    await q.dropTable('cashier_shift');
    for (const [name] of receiptTexts) await dropColumn(q, 'receipt', name);
    for (const name of ['unpaid', 'unpaidSince', 'voidable', 'standing']) await dropColumn(q, 'invoice', name);
  }
}
