/** Writes the words of names for documents of an earlier release. */
import { type EntityManager, In } from 'typeorm';
import { BackgroundTask, rest } from '../background-task.ts';
import { isDuplicate } from '../database/database.ts';
import { insertRow, insertTogether } from '../database/insert.ts';
import type { AnyReader } from '../documents/document-reader.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { DocumentNameWordRow, NameWordsFilledRow } from './name-words.entities.ts';
import { nameColumns, nameWordsOf, wordTableColumns } from './name-words.ts';

const batch = 200;
/** Time in ms after the start of an upgrade during which an instance of the earlier release may still write. */
const upgradeMs = 3_600_000;

/**
 * Processes all documents in small transactions while the service is in use, and once more an hour after the upgrade began, because until then an earlier
 * release may have written. Several instances may do this at once; an interrupted run continues where it stopped.
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

  /** Whether every document can be found by its names. */
  async isComplete(): Promise<boolean> {
    if (this.complete || nameColumns(this.documents.definition).length === 0) return true;
    this.complete = Boolean((await this.documents.kit.db.reader.findOneBy(NameWordsFilledRow, { kind: this.kind }))?.completeAt);
    return this.complete;
  }

  /** Whether the values stored beside the words are certain to agree with their documents, because no earlier release has written since the last run. */
  async isSettled(): Promise<boolean> {
    this.settled ||= Boolean((await this.documents.kit.db.reader.findOneBy(NameWordsFilledRow, { kind: this.kind }))?.settledAt);
    return this.settled;
  }

  /** Processes the documents if that is due. @returns the milliseconds until the next run; undefined when nothing is left to do */
  async run(): Promise<number | undefined> {
    const { clock, db } = this.documents.kit;
    const { startedAt, lastId, completeAt, settledAt } = await this.state();
    if (settledAt) return undefined;
    const upgraded = startedAt.getTime() + upgradeMs;
    if (completeAt && clock.now().getTime() < upgraded) return upgraded - clock.now().getTime();
    const began = clock.now();
    const last = await this.go(lastId);
    if (this.task.isStopped) return undefined;
    // There were no documents, so no earlier release was in use that could still write.
    const isSettled = last === '' || (completeAt !== null && began.getTime() >= upgraded);
    await db.write((tx) =>
      tx.update(NameWordsFilledRow, { kind: this.kind }, { lastId: '', completeAt: completeAt ?? began, ...(isSettled ? { settledAt: began } : {}) }),
    );
    this.complete = true;
    return isSettled ? undefined : 0;
  }

  /** Processes the documents after an id. @returns the last id; empty if there are no documents */
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
    const columns = [...new Set(['id', 'reference', 'agencyCode', ...wordTableColumns(d).keys(), ...nameColumns(d)])].map((column) => `d.${column}`);
    // The lock waits for a write in progress; the names are read after it.
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
