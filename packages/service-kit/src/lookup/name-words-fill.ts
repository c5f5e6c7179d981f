/** Writes the words of the names on documents of an earlier release. */
import { type EntityManager, In } from 'typeorm';
import { BackgroundTask, rest } from '../background-task.ts';
import { isDuplicate } from '../database/database.ts';
import { insertRow, insertTogether } from '../database/insert.ts';
import type { AnyReader } from '../documents/document-reader.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { DocumentNameWordRow, NameWordsFilledRow } from './name-words.entities.ts';
import { columnsBeside, nameColumns, nameWordsOf } from './name-words.ts';

const batch = 200;
/** Time after the beginning of an upgrade during which an instance of the earlier release may still write. */
const upgradeMs = 3_600_000;

/**
 * Goes through all documents in small transactions, beside the calls, and once more an hour after the upgrade began: until then an earlier release may have
 * written. Several instances may do so at once; an interrupted run goes on where it was.
 */
export class NameWordsFill {
  private complete = false;
  private settled = false;

  private readonly task: BackgroundTask;

  constructor(private readonly documents: AnyReader) {
    this.task = new BackgroundTask(`words of names of ${this.kind} not written`, () => this.run());
  }

  private get kind(): string {
    return this.documents.definition.kind;
  }

  begin(): void {
    if (nameColumns(this.documents.definition).length) this.task.plan(0);
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  /** Whether every document is found by its names. */
  async isComplete(): Promise<boolean> {
    if (this.complete || nameColumns(this.documents.definition).length === 0) return true;
    this.complete = Boolean((await this.documents.kit.db.reader.findOneBy(NameWordsFilledRow, { kind: this.kind }))?.completeAt);
    return this.complete;
  }

  /** Whether no earlier release has written since: what stands beside the words is that of their documents. */
  async isSettled(): Promise<boolean> {
    this.settled ||= Boolean((await this.documents.kit.db.reader.findOneBy(NameWordsFilledRow, { kind: this.kind }))?.settledAt);
    return this.settled;
  }

  /** Goes through the documents where that is due. @returns after how many milliseconds to look again */
  async run(): Promise<number | undefined> {
    const { clock, db } = this.documents.kit;
    const { startedAt, lastId, completeAt, settledAt } = await this.state();
    if (settledAt) return undefined;
    const upgraded = startedAt.getTime() + upgradeMs;
    if (completeAt && clock.now().getTime() < upgraded) return upgraded - clock.now().getTime();
    const began = clock.now();
    const last = await this.go(lastId);
    if (this.task.isStopped) return undefined;
    // Nothing was there before: nobody else writes.
    const isSettled = last === '' || (completeAt !== null && began.getTime() >= upgraded);
    await db.write((tx) =>
      tx.update(NameWordsFilledRow, { kind: this.kind }, { lastId: '', completeAt: completeAt ?? began, ...(isSettled ? { settledAt: began } : {}) }),
    );
    this.complete = true;
    return isSettled ? undefined : 0;
  }

  /** @returns the last id, empty where there is no document */
  private async go(from: string): Promise<string> {
    const { db } = this.documents.kit;
    const { row } = this.documents.definition;
    let lastId = from;
    for (let full = true; full && !this.task.isStopped; ) {
      const began = Date.now();
      const found = await db.reader.createQueryBuilder(row, 'd').select('d.id').where('d.id > :lastId', { lastId }).orderBy('d.id').limit(batch).getMany();
      const ids = (found as DocumentRow[]).map(({ id }) => id);
      full = ids.length === batch;
      lastId = ids.at(-1) ?? lastId;
      if (ids.length) await db.write((tx) => this.write(tx, ids, lastId), { durable: false });
      if (full) await rest(began);
    }
    return lastId;
  }

  private async write(tx: EntityManager, ids: string[], lastId: string): Promise<void> {
    const { definition: d, kit } = this.documents;
    const columns = [...new Set(['id', 'reference', 'agencyCode', ...columnsBeside(d).keys(), ...nameColumns(d)])].map((column) => `d.${column}`);
    // A write that is under way is waited for, and then its names are read.
    const rows = tx
      .createQueryBuilder(d.row, 'd')
      .select(columns)
      .where({ id: In(ids) });
    if (kit.db.engine === 'mysql') rows.setLock('pessimistic_write');
    const wanted = ((await rows.getMany()) as DocumentRow[]).flatMap((row) => nameWordsOf(d, row));
    const keyOf = (row: DocumentNameWordRow): string =>
      JSON.stringify([row.documentId, row.word, row.agencyCode, row.names, row.documentStatus, row.detail1, row.detail2, row.detail3, row.day]);
    const present = new Map((await tx.findBy(DocumentNameWordRow, { documentId: In(ids) })).map((word) => [keyOf(word), word]));
    const missing = wanted.filter((word) => !present.delete(keyOf(word)));
    for (const { documentId, word } of present.values()) await tx.delete(DocumentNameWordRow, { documentId, word });
    await insertTogether(tx, async () => {
      for (const word of missing) await insertRow(tx, DocumentNameWordRow, word);
    });
    await tx.update(NameWordsFilledRow, { kind: d.kind }, { lastId });
  }

  private async state(): Promise<NameWordsFilledRow> {
    const { clock, db } = this.documents.kit;
    const known = await db.reader.findOneBy(NameWordsFilledRow, { kind: this.kind });
    if (known) return known;
    const state = { kind: this.kind, startedAt: clock.now(), lastId: '', completeAt: null, settledAt: null };
    await db
      .write((tx) => tx.insert(NameWordsFilledRow, state))
      .catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
    return state;
  }
}
