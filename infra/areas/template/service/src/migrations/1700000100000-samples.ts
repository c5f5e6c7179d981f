import { documentColumns, documentIndices, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'sample';

export class Samples1700000100000 implements MigrationInterface {
  name = 'Samples1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      tables.table(
        name,
        [...documentColumns(), tables.text('agencyCode', 70), tables.text('applicantName', 70), tables.day('fromDate')],
        documentIndices(name),
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(name);
  }
}
