import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReceiptOffice1700000010100 implements MigrationInterface {
  name = 'ReceiptOffice1700000010100';

  async up(q: QueryRunner): Promise<void> {
    await tables.addText(q, 'receipt', 'office', 70);
  }

  async down(q: QueryRunner): Promise<void> {
    await tables.dropColumn(q, 'receipt', 'office');
  }
}
