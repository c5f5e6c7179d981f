import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'triptic_trip';
const columns = { contactNumber: 70 };

/** Adds the digest of the telephone number, by which officials find a trip. */
export class TripTelephone1700000003003 implements MigrationInterface {
  name = 'TripTelephone1700000003003';

  async up(query: QueryRunner): Promise<void> {
    await tables.addSearchColumns(query, name, columns);
    await tables.resetSearchColumns(query, name);
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.dropSearchColumns(query, name, columns);
  }
}
