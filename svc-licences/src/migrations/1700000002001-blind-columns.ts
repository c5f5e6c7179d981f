import { tables, tokensColumn, tokensLength } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the columns with the search tokens of identity numbers. */
export class LicenceBlindColumns1700000002001 implements MigrationInterface {
  name = 'LicenceBlindColumns1700000002001';

  async up(query: QueryRunner): Promise<void> {
    await tables.addText(query, 'professional_licence', tokensColumn('holderCode'), tokensLength(70));
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.dropColumn(query, 'professional_licence', tokensColumn('holderCode'));
  }
}
