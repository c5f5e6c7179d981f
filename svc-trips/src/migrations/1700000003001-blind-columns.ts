import { tables, tokensColumn, tokensLength } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the columns with the search tokens of passport and driving licence numbers. */
export class TripBlindColumns1700000003001 implements MigrationInterface {
  name = 'TripBlindColumns1700000003001';

  async up(query: QueryRunner): Promise<void> {
    await tables.addText(query, 'triptic_trip', tokensColumn('identityNumber'), tokensLength(70));
    await tables.addText(query, 'triptic_trip', tokensColumn('licenseNumber'), tokensLength(35));
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.dropColumn(query, 'triptic_trip', tokensColumn('licenseNumber'));
    await tables.dropColumn(query, 'triptic_trip', tokensColumn('identityNumber'));
  }
}
