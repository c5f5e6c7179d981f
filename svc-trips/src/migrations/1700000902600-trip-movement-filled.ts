import { IsNull, type MigrationInterface, MoreThan, Not, type QueryRunner } from 'typeorm';
import { movementOf } from '../../contract/index.ts';
import { TripRow } from '../trip/trip.row.ts';

/** Number of rows that are read at a time. */
const batch = 500;

/**
 * Fills the movement of stored trips whose document names none; an earlier release left it empty. Each statement changes one trip, so calls go on. The
 * counters of lists are compared with the rows after the start, and then the statistics too.
 */
export class TripMovementFilled1700000902600 implements MigrationInterface {
  name = 'TripMovementFilled1700000902600';

  async up(query: QueryRunner): Promise<void> {
    for (let after = ''; ; ) {
      const trips = await query.manager.find(TripRow, {
        select: { id: true, body: true },
        // A draft without a document has no movement.
        where: { movement: IsNull(), documentCode: Not(''), id: MoreThan(after) },
        order: { id: 'ASC' },
        take: batch,
      });
      if (trips.length === 0) return;
      after = (trips.at(-1) as TripRow).id;
      for (const { id, body } of trips) {
        const movement = movementOf(body);
        // The words of names have the movement beside them (`listTotals`). They come first, so that a migration that is interrupted does not leave them out.
        await query.query('update document_name_word set detail1 = ? where documentId = ?', [movement, id]);
        await query.manager.update(TripRow, { id, movement: IsNull() }, { movement });
      }
    }
  }

  async down(): Promise<void> {
    // An earlier release reads trips with a movement.
  }
}
