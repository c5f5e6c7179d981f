import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const names = ['departure_declaration', 'arrival_declaration'];
const columns = { phoneNumber: 70 };

/** Adds the digest of the telephone number, by which officials find a declaration. */
export class DeclarationTelephone1700000001004 implements MigrationInterface {
  name = 'DeclarationTelephone1700000001004';

  async up(query: QueryRunner): Promise<void> {
    for (const name of names) {
      await tables.addSearchColumns(query, name, columns);
      await tables.resetSearchColumns(query, name);
    }
  }

  async down(query: QueryRunner): Promise<void> {
    for (const name of names) await tables.dropSearchColumns(query, name, columns);
  }
}
