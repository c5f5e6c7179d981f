/** Sends the reminders that depend on a date: once for each document and date. */
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { dayOf, dayText, inBoth } from '@portal/contract-kit';
import { In } from 'typeorm';
import { addDays, startOfDay } from '../clock.ts';
import { isDuplicate } from '../database/database.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { log } from '../logging.ts';
import { DailyJobs } from '../queue/daily-jobs.ts';
import { RETENTION_PLAN, type RetentionPlan } from '../retention/retention.ts';
import { MessageSender } from './message-sender.ts';
import type { Reminder } from './reminder.ts';
import { addEventMessage } from './tell-applicant.ts';
import { sendTravelDayWishes } from './travel-day-wishes.ts';

const batch = 200;

@Injectable()
export class Reminders implements OnApplicationBootstrap {
  constructor(
    private readonly modules: ModuleRef,
    @Inject(RETENTION_PLAN) private readonly plan: RetentionPlan,
    private readonly daily: DailyJobs,
    private readonly sender: MessageSender,
  ) {}

  onApplicationBootstrap(): void {
    if (this.plan.kinds.length) this.daily.each(`${this.plan.service}.reminders`, () => this.run().then(() => undefined));
  }

  /**
   * Writes the reminders that are due today. An interrupted run is continued by the next one, and no reminder is written twice. @returns the number of
   * reminders
   */
  async run(): Promise<number> {
    let told = 0;
    const all = this.modules.get<AnyDocuments[]>(DOCUMENTS, { strict: false });
    for (const documents of all) {
      for (const reminder of documents.definition.reminders ?? []) told += await this.remind(documents, reminder);
      told += await sendTravelDayWishes(documents);
    }
    await this.sender.sweep();
    if (told) log().info({ service: this.plan.service, told }, 'reminders');
    return told;
  }

  private async remind(documents: AnyDocuments, reminder: Reminder<unknown>): Promise<number> {
    let told = 0;
    for (let last = ''; ; ) {
      const rows = await dueFor(documents, reminder, last);
      const events = new Map(rows.map((row) => [row.id, eventIdOf(reminder, row)]));
      const known = await documents.kit.messages.known([...events.values()]);
      for (const row of rows) if (!known.has(events.get(row.id) as string) && (await this.tell(documents, reminder, row))) told++;
      last = rows.at(-1)?.id ?? '';
      if (rows.length < batch) return told;
    }
  }

  private async tell(documents: AnyDocuments, reminder: Reminder<unknown>, row: DocumentRow): Promise<boolean> {
    const { definition: d, kit } = documents;
    const { event, says, when } = reminder;
    try {
      return await kit.db.write(async (tx) => {
        // Read the current state of the document: an officer may have acted in the meantime.
        const present = (await kit.db.findForUpdate(tx, d.row, row.id)) as DocumentRow | null;
        if (present?.version !== row.version) return false;
        const model = documents.modelOf(present);
        if (when && !when(model)) return false;
        const day = dayAbout(reminder, row);
        return addEventMessage(documents, tx, model, event, { eventId: eventIdOf(reminder, row), says: says?.(dayText(day) ?? inBoth(day)) });
      });
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}

/** Returns the day that a reminder is about. */
function dayAbout({ column }: Reminder<unknown>, row: DocumentRow): string {
  const value = (row as unknown as Record<string, unknown>)[column];
  return value instanceof Date ? dayOf(value) : String(value);
}

/** Returns the id of the reminder's event. It contains the day, so a document whose day is moved gets another reminder. */
const eventIdOf = (reminder: Reminder<unknown>, row: DocumentRow): string => `${row.id}/${reminder.event}/${dayAbout(reminder, row)}`;

/** Returns the documents for which a reminder is due, in order of their ids. */
async function dueFor(
  { definition: d, kit }: AnyDocuments,
  { statuses, column, after, until, where = {} }: Reminder<unknown>,
  last: string,
): Promise<DocumentRow[]> {
  const today = kit.clock.today();
  const isTime = /At$/.test(column);
  const limit = (day: string): string | Date => (isTime ? startOfDay(addDays(day, 1)) : day);
  const builder = kit.db.reader
    .createQueryBuilder(d.row as new () => DocumentRow, 'd')
    .where({ ...where, documentStatus: In([...statuses]) })
    .andWhere(`d.${column} ${isTime ? '<' : '<='} :latest and d.id > :last`, { latest: limit(addDays(today, -after)), last });
  if (until !== undefined) builder.andWhere(`d.${column} ${isTime ? '>=' : '>'} :earliest`, { earliest: limit(addDays(today, -until - 1)) });
  return builder.orderBy('d.id').limit(batch).getMany();
}
