import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { addDays, Clock, DailyJobs, Database } from '@portal/service-kit';
import { In, IsNull, LessThan } from 'typeorm';
import { DeclarationSettings } from '../settings.ts';
import { GateDecisionRow } from './gate.entities.ts';

const batch = 500;

/** Removes, once a day, old gate decisions that belong to no declaration. All other decisions are erased with their declaration. */
@Injectable()
export class GateCleaning implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly daily: DailyJobs,
    private readonly settings: DeclarationSettings,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.daily.each('declarations.gate', () => this.run().then(() => undefined));
  }

  /** Removes the decisions received before the retention period of declarations, except open cases. @returns the number of removed decisions */
  async run(): Promise<number> {
    const before = LessThan(new Date(`${addDays(this.clock.today(), -this.settings.retentionDays)}T00:00:00Z`));
    const belongsToNone = { documentId: IsNull(), receivedAt: before };
    // A decision that opened no case has no case state.
    const where = [
      { ...belongsToNone, caseState: IsNull() },
      { ...belongsToNone, caseState: 'CLOSED' as const },
    ];
    for (let removed = 0; ; ) {
      const rows = await this.db.reader.find(GateDecisionRow, { select: { id: true }, where, take: batch });
      if (rows.length) await this.db.write((tx) => tx.delete(GateDecisionRow, { id: In(rows.map(({ id }) => id)) }));
      removed += rows.length;
      if (rows.length < batch) return removed;
    }
  }
}
