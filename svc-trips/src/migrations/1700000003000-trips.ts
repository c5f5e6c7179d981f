import { documentColumns, documentIndices, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tripTexts } from '../trip/trip.row.ts';

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
          ...tripTexts.map(([column, length]) => text(column, length)),
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
