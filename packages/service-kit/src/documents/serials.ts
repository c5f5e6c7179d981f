import { Injectable } from '@nestjs/common';
import type { SerialReference } from '@portal/contract-kit';
import { Clock, dateTime } from '../clock.ts';
import { Database, isDuplicate } from '../database/database.ts';
import { SerialCounterRow } from '../database/kit.entities.ts';

interface Waiting {
  resolve(number: number): void;
  reject(error: unknown): void;
}

/** The counter does not have to reach the disk at once: the later commit of the registration makes it durable too. */
const early = { durable: false };

/**
 * Issues serial numbers: unique per document code, series and year, never reused, correct with any number of instances. Calls made at the same moment share one
 * short transaction, which increases the counter for all of them. If each registration increased the counter in its own transaction, the counter would stay
 * locked until the commit, and only one registration could run at a time. If a registration fails, its number stays unused.
 */
@Injectable()
export class Serials {
  private readonly lines = new Map<string, Waiting[]>();
  /** The value to which this instance last increased each counter. */
  private readonly last = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the next reference of a series: `<documentCode>-<year>-<7 digits>`. */
  async next(documentCode: string, series = 'A'): Promise<SerialReference> {
    const now = this.clock.now();
    const year = now.getUTCFullYear();
    const number = await this.number(`${documentCode}/${series}/${year}`);
    return {
      year,
      number,
      serial: series,
      date: dateTime(now).slice(0, 10),
      dateTime: dateTime(now),
      reference: `${documentCode}-${year}-${String(number).padStart(7, '0')}`,
    };
  }

  private number(id: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const line = this.lines.get(id);
      if (line) line.push({ resolve, reject });
      else {
        this.lines.set(id, [{ resolve, reject }]);
        setImmediate(() => void this.serve(id));
      }
    });
  }

  private async serve(id: string): Promise<void> {
    for (;;) {
      const line = this.lines.get(id) as Waiting[];
      if (line.length === 0) {
        this.lines.delete(id);
        return;
      }
      const batch = line.splice(0, 200);
      try {
        const last = await this.raise(id, batch.length);
        for (const [i, w] of batch.entries()) w.resolve(last - batch.length + 1 + i);
      } catch (error) {
        for (const w of batch) w.reject(error);
      }
    }
  }

  /** Increases the counter and returns its new value. */
  private async raise(id: string, by: number): Promise<number> {
    const number = (await this.raiseFromLast(id, by)) ?? (await this.raiseLocked(id, by));
    this.last.set(id, number);
    return number;
  }

  /**
   * Increases the counter with a single statement, if no other instance has increased it since this one did. Returns undefined otherwise, and if the statement
   * fails.
   */
  private async raiseFromLast(id: string, by: number): Promise<number | undefined> {
    const last = this.last.get(id);
    if (last === undefined) return undefined;
    const raised = await this.db
      .writeOne((manager) => manager.update(SerialCounterRow, { id, number: last }, { number: last + by }), early)
      .catch(() => undefined);
    return raised?.affected ? last + by : undefined;
  }

  private async raiseLocked(id: string, by: number): Promise<number> {
    const raised = await this.db.write(async (tx) => {
      const { affected } = await tx
        .createQueryBuilder()
        .update(SerialCounterRow)
        .set({ number: () => `number + ${by}` })
        .where({ id })
        .execute();
      return affected ? (await tx.findOneByOrFail(SerialCounterRow, { id })).number : null;
    }, early);
    if (raised !== null) return raised;
    try {
      await this.db.write((tx) => tx.insert(SerialCounterRow, { id, number: by }), early);
      return by;
    } catch (error) {
      if (isDuplicate(error)) return this.raiseLocked(id, by);
      throw error;
    }
  }
}
