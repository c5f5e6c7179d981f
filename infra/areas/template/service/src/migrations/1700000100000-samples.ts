import { documentColumns, documentIndices, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { day, int, table, text } = tables;
const name = 'sample';

export class Samples1700000100000 implements MigrationInterface {
  name = 'Samples1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        name,
        [...documentColumns(), text('agencyCode', 70), text('applicantName', 70), day('fromDate'), day('serialDate'), int('serialYear'), int('serialNumber')],
        documentIndices(name),
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(name);
  }
}
