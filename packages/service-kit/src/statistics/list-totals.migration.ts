import type { MigrationInterface, QueryRunner } from 'typeorm';

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
