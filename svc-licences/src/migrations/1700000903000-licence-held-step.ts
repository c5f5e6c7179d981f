import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const name = 'professional_licence';

/** Adds the column for the change that waits for a second officer. The queue columns are filled in again, because such licences had none. */
export class LicenceHeldStep1700000903000 implements MigrationInterface {
  name = 'LicenceHeldStep1700000903000';

  async up(query: QueryRunner): Promise<void> {
    await tables.addText(query, name, 'heldStep', 40);
    await query.query("delete from work_columns_filled where kind = 'professional-licence'");
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.dropColumn(query, name, 'heldStep');
  }
}
