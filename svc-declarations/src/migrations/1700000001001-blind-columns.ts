import { tables, tokensColumn, tokensLength } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the columns with the search tokens of passport numbers. */
export class DeclarationBlindColumns1700000001001 implements MigrationInterface {
  name = 'DeclarationBlindColumns1700000001001';

  async up(query: QueryRunner): Promise<void> {
    await tables.addText(query, 'departure_declaration', tokensColumn('travellerCode'), tokensLength(70));
    await tables.addText(query, 'arrival_declaration', tokensColumn('travellerCode'), tokensLength(70));
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.dropColumn(query, 'arrival_declaration', tokensColumn('travellerCode'));
    await tables.dropColumn(query, 'departure_declaration', tokensColumn('travellerCode'));
  }
}
