import { IsNull, type MigrationInterface, Not, type QueryRunner } from 'typeorm';
import { LaneTableRow } from '../lane-rules/lane-rules.entities.ts';

/**
 * Sets the first day of each lane table to the day on which it was put in force (in UTC), if that is later. An earlier release left the day that the author had
 * chosen, and the table also decided about declarations of the days between.
 */
export class LaneFirstDays1700000903000 implements MigrationInterface {
  name = 'LaneFirstDays1700000903000';

  async up(query: QueryRunner): Promise<void> {
    const select = { id: true, effectiveFrom: true, approvedAt: true } as const;
    for (const { id, effectiveFrom, approvedAt } of await query.manager.find(LaneTableRow, { select, where: { approvedAt: Not(IsNull()) } })) {
      const inForce = (approvedAt as Date).toISOString().slice(0, 10);
      if (effectiveFrom < inForce) await query.manager.update(LaneTableRow, { id }, { effectiveFrom: inForce });
    }
  }

  async down(): Promise<void> {
    // The days that the authors had chosen are not kept.
  }
}
