import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'professional_licence';
const wanted = [tables.index(name, ['indentityCode', 'createdAt', 'id', 'agencyCode', 'documentStatus'])];

/** Adds an index for the officers' filter by type of identity document. */
export class LicenceIdentity1700000002004 implements MigrationInterface {
  name = 'LicenceIdentity1700000002004';

  async up(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, wanted);
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, [], wanted);
  }
}
