import type { MigrationInterface, QueryRunner } from 'typeorm';
import { databaseTime } from './statistic-cells.ts';

/** Makes the statistics compare every day again: the totals of lists by several columns are counters that an earlier release did not keep. */
export class ListTotals1700000901600 implements MigrationInterface {
  name = 'ListTotals1700000901600';

  async up(q: QueryRunner): Promise<void> {
    await q.query('delete from statistic_check');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query("delete from statistic where series like 'L%'");
  }
}

/**
 * Makes the statistics compare every day again because there are more such totals. Until that is done, an hour after the upgrade, lists count these totals from
 * the rows.
 */
export class MoreListTotals1700000902000 implements MigrationInterface {
  name = 'MoreListTotals1700000902000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`update statistic_check set startedAt = '${databaseTime(new Date())}', settledAt = null`);
  }

  async down(): Promise<void> {
    // Counters that a later release has added do not disturb an earlier one.
  }
}

/** Makes the statistics compare every day again because of the totals of tables beside the documents (counted-beside.ts). */
export class TotalsBeside1700000902300 extends MoreListTotals1700000902000 {
  override name = 'TotalsBeside1700000902300';
}
