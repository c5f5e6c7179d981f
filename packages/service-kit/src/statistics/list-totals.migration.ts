import type { MigrationInterface, QueryRunner } from 'typeorm';
import { stored } from './statistic-cells.ts';

/** Has every day compared again: the totals of lists by several columns together are counters that an earlier release did not keep. */
export class ListTotals1700000901600 implements MigrationInterface {
  name = 'ListTotals1700000901600';

  async up(q: QueryRunner): Promise<void> {
    await q.query('delete from statistic_check');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query("delete from statistic where series like 'L%'");
  }
}

/** There are more such totals. Until every day was compared again, an hour after the upgrade, these are counted. */
export class MoreListTotals1700000902000 implements MigrationInterface {
  name = 'MoreListTotals1700000902000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`update statistic_check set startedAt = '${stored(new Date())}', settledAt = null`);
  }

  async down(): Promise<void> {
    // What is counted for later releases does no harm to an earlier one.
  }
}

/** So are the totals of tables beside the documents (counted-beside.ts). */
export class TotalsBeside1700000902300 extends MoreListTotals1700000902000 {
  override name = 'TotalsBeside1700000902300';
}
