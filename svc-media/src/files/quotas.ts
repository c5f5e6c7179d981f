import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { dayMs, dayOf, L } from '@portal/contract-kit';
import { BlindIndex, Clock, Database, isDuplicate, ReadRepository, tooMany } from '@portal/service-kit';
import { Repository } from 'typeorm';
import { MediaSettings } from '../media.settings.ts';
import { UploadDayRow } from './upload-day.entity.ts';

const TOTAL_FRESH_MS = 5_000;
const callerFull = L('You have uploaded as much as is allowed in a day. Try again tomorrow.', 'Carregou tudo o que é permitido num dia. Tente de novo amanhã.');
const dayFull = L('No more files can be taken today. Try again tomorrow.', 'Hoje não podem ser recebidos mais ficheiros. Tente de novo amanhã.');

/**
 * Limits the uploads of each caller, and of all callers together, per day (UTC). All instances count in the same table. A row identifies its caller only to
 * somebody who has the keys of DATA_KEYS, and is deleted when the day is over.
 */
@Injectable()
export class Quotas {
  private total?: { day: string; kilobytes: number; until: number };

  constructor(
    private readonly db: Database,
    @ReadRepository(UploadDayRow) private readonly days: Repository<UploadDayRow>,
    private readonly clock: Clock,
    private readonly settings: MediaSettings,
    private readonly index: BlindIndex,
  ) {}

  /**
   * Checks that uploads are still allowed.
   * @throws 429 if the caller, or all callers together, have used up the daily quota
   */
  async require(caller: string): Promise<void> {
    const { uploadsPerCaller, uploadMegabytesPerCaller, uploadMegabytesPerDay } = this.settings;
    const mine = await this.days.findOneBy({ id: this.idOf(caller) });
    if (mine && (mine.files >= uploadsPerCaller || mine.kilobytes >= uploadMegabytesPerCaller * 1_024)) throw tooMany(callerFull, this.untilTomorrow());
    if ((await this.totalOfDay()) >= uploadMegabytesPerDay * 1_024) throw tooMany(dayFull, this.untilTomorrow());
  }

  /** Adds a stored file to the counts. */
  async count(caller: string, bytes: number): Promise<void> {
    const kilobytes = Math.max(1, Math.ceil(bytes / 1_024));
    const id = this.idOf(caller);
    const add = () =>
      this.db.write(async (tx) => {
        const { affected } = await tx
          .createQueryBuilder()
          .update(UploadDayRow)
          .set({ files: () => 'files + 1', kilobytes: () => `kilobytes + ${kilobytes}` })
          .where({ id })
          .execute();
        return affected === 1;
      });
    if (this.total?.day === this.day()) this.total.kilobytes += kilobytes;
    if (await add()) return;
    await this.db
      .write((tx) => tx.insert(UploadDayRow, { id, day: this.day(), files: 1, kilobytes }))
      .catch(async (error: unknown) => {
        // Another upload of the same caller created the row first.
        if (!isDuplicate(error)) throw error;
        await add();
      });
  }

  /** Deletes the counts of past days. */
  async forget(): Promise<void> {
    await this.db.write((tx) => tx.createQueryBuilder().delete().from(UploadDayRow).where('day < :day', { day: this.day() }).execute());
  }

  private async totalOfDay(): Promise<number> {
    const now = this.clock.now().getTime();
    if (this.total?.day === this.day() && now < this.total.until) return this.total.kilobytes;
    const kilobytes = Number((await this.days.sum('kilobytes', { day: this.day() })) ?? 0);
    this.total = { day: this.day(), kilobytes, until: now + TOTAL_FRESH_MS };
    return kilobytes;
  }

  private idOf(caller: string): string {
    // The SHA-256 comes first because the blind index ignores case, but caller names that differ only in case are different callers.
    return String(this.index.digest('upload-day', createHash('sha256').update(`${this.day()} ${caller}`).digest('hex')));
  }

  private day = (): string => dayOf(this.clock.now());
  private untilTomorrow = (): number => Math.ceil((dayMs - (this.clock.now().getTime() % dayMs)) / 1_000);
}
