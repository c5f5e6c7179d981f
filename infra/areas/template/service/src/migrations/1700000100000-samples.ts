import { documentColumns, documentIndices, documentListIndex, foldedColumn, foldedLength, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { day, int, table, text } = tables;
const name = 'sample';

export class Samples1700000100000 implements MigrationInterface {
  name = 'Samples1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        name,
        [
          ...documentColumns(),
          text('agencyCode', 70),
          text('applicantName', 70),
          text(foldedColumn('applicantName'), foldedLength),
          day('fromDate'),
          day('serialDate'),
          int('serialYear'),
          int('serialNumber'),
          text(foldedColumn('reference'), foldedLength),
        ],
        [
          ...documentIndices(name),
          // One index for each column by which the list can be sorted.
          ...[foldedColumn('reference'), foldedColumn('applicantName'), 'fromDate'].map((column) => documentListIndex(name, column)),
        ],
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(name);
  }
}
