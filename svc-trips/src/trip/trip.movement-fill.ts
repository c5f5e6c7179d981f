import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTask } from '@portal/service-kit';
import { IsNull, MoreThan, Not } from 'typeorm';
import { movementOf } from '../../contract/index.ts';
import { TripRow } from './trip.row.ts';
import { TripService } from './trip.service.ts';

/** Number of trips that are read and written at a time. */
const batch = 100;
/** Time in ms after the start during which an instance of an earlier release may still write. */
const upgradeMs = 3_600_000;

/**
 * Fills the movement of trips whose document names none; an earlier release leaves it empty. Every instance does so when it starts, and once more an hour later,
 * because until then an earlier release may have written.
 */
@Injectable()
export class TripMovementFill implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private next: number | undefined = upgradeMs;
  private readonly task = new BackgroundTask(
    'movement of trips not filled',
    async () => {
      await this.run();
      const { next } = this;
      this.next = undefined;
      return next;
    },
    upgradeMs,
  );

  constructor(private readonly trips: TripService) {}

  onApplicationBootstrap(): void {
    this.task.plan(0);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Fills the movement in small transactions while the service answers calls. */
  async run(): Promise<void> {
    const { kit } = this.trips;
    for (let after = ''; !this.task.isStopped; ) {
      const trips = await kit.db.reader.find(TripRow, {
        // A draft without a document has no movement.
        where: { movement: IsNull(), documentCode: Not(''), id: MoreThan(after) },
        order: { id: 'ASC' },
        take: batch,
      });
      if (trips.length === 0) return;
      await this.fill(trips);
      after = (trips.at(-1) as TripRow).id;
    }
  }

  private async fill(trips: readonly TripRow[]): Promise<void> {
    const { definition, kit } = this.trips;
    await kit.db.write(
      async (tx) => {
        const before: TripRow[] = [];
        const after: TripRow[] = [];
        for (const trip of trips) {
          const { id, version } = trip;
          const filled = { ...trip, movement: movementOf(trip.body) };
          // Another instance may have filled it meanwhile, or a call may have changed the trip.
          const { affected } = await tx.update(TripRow, { id, version, movement: IsNull() }, { movement: filled.movement });
          if (affected !== 1) continue;
          // The words of names have the movement beside them (`listTotals`).
          await tx.query('update document_name_word set detail1 = ? where documentId = ?', [filled.movement, id]);
          await kit.statistics.changed(definition, tx, trip, filled);
          before.push(trip);
          after.push(filled);
        }
        await kit.counts.changed(definition, tx, before, after);
      },
      { durable: false },
    );
  }
}
