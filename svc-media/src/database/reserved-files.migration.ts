import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time until which a file is reserved for a document that is being registered. Instances of the earlier version reserve no files. */
export class ReservedFiles1700000002200 implements MigrationInterface {
  name = 'ReservedFiles1700000002200';

  async up(q: QueryRunner): Promise<void> {
    await tables.addUtc(q, 'media_file', 'reservedUntil');
  }

  async down(q: QueryRunner): Promise<void> {
    await tables.dropColumn(q, 'media_file', 'reservedUntil');
  }
}
