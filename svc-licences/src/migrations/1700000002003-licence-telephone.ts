import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'professional_licence';
const columns = { holderMobile: 70, holderPhone: 70 };

/** Adds the digests of the telephone numbers, by which officials find a licence. */
export class LicenceTelephone1700000002003 implements MigrationInterface {
  name = 'LicenceTelephone1700000002003';

  async up(query: QueryRunner): Promise<void> {
    await tables.addSearchColumns(query, name, columns);
    await tables.resetSearchColumns(query, name);
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.dropSearchColumns(query, name, columns);
  }
}
