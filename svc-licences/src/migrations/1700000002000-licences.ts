import { documentColumns, documentIndices, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { day, index, int, text, table } = tables;
const name = 'professional_licence';

export class Licences1700000002000 implements MigrationInterface {
  name = 'Licences1700000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        name,
        [
          ...documentColumns(),
          text('agencyCode', 35),
          text('subDocumentCode', 35),
          text('documentType', 35),
          text('holderName', 70),
          text('holderCode', 70),
          text('indentityCode', 35),
          day('birthDate'),
          text('gender', 35),
          text('nationalityCode', 35),
          day('serialDate'),
          int('serialYear'),
          int('serialNumber'),
          day('beginDate'),
          day('endDate'),
          text('licenceNumber', 70),
          text('previousReference', 70),
          int('totalFee'),
          int('aboutToExpire'),
        ],
        [
          ...documentIndices(name),
          // For the public finder. Identity number and birth date are the most selective of its four criteria.
          index(name, ['holderCode', 'birthDate', 'indentityCode']),
          index(name, ['documentCode', 'createdAt', 'id']),
          // For the nightly run, which finds approved licences by end date.
          index(name, ['documentStatus', 'endDate']),
        ],
      ),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(name);
  }
}
