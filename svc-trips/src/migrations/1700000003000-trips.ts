import { documentColumns, documentIndices, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { day, index, int, text, table } = tables;
const name = 'triptic_trip';

export class Trips1700000003000 implements MigrationInterface {
  name = 'Trips1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        name,
        [
          ...documentColumns(),
          text('movement', 5),
          text('agencyCode', 35),
          text('subDocumentCode', 70),
          text('centerCode', 70),
          text('vehicleNumber', 35),
          text('chasisNumber', 35),
          text('ownerName', 70),
          text('driverName', 70),
          text('identityNumber', 70),
          text('licenseNumber', 35),
          text('crossCode', 70),
          text('returnCode', 70),
          text('destinationCode', 70),
          day('entryDate'),
          day('expectedDate'),
          day('serialDate'),
          int('serialYear'),
          int('serialNumber'),
        ],
        [
          ...documentIndices(name),
          index(name, ['movement', 'createdAt', 'id']),
          index(name, ['movement', 'documentStatus', 'createdAt']),
          index(name, ['vehicleNumber', 'createdAt']),
          index(name, ['identityNumber']),
        ],
      ),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(name);
  }
}
