/** Registers the rows of a list in batches. After a restart it continues where it stopped, and it registers nobody twice. */
import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { dayMs, MEDIA_PRINTS_OUTDATED_TOPIC, MEDIA_RELEASED_TOPIC, type MediaPrintsOutdated, type MediaReleased } from '@portal/contract-kit';
import {
  type Call,
  type CheckedRegistration,
  Clock,
  checkRegistration,
  DailyJobs,
  DocumentKit,
  dateTime,
  insertRow,
  insertTogether,
  isDuplicate,
  type JobQueue,
  ProblemError,
  prepareRegistration,
  QUEUE,
  type QuestionSet,
  questionsOf,
} from '@portal/service-kit';
import { type EntityManager, In, IsNull, LessThan, MoreThan } from 'typeorm';
import { ARRIVAL_CODE, type ArrivalDeclaration, type ArrivalStatus } from '../../contract/index.ts';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { changesNotTaken } from './import.changes.ts';
import { answerColumns, bodyOf, entryPointColumn, faultsByColumn } from './import.columns.ts';
import { ImportLineRow, ImportPersonRow, ImportRow, type LineState } from './import.entities.ts';
import { IMPORT_TOPIC, type LineContent, lineContext, type PersonKeys, personKeys, type Sender, senderContext } from './import.lines.ts';

/** Number of rows that are registered in one transaction. */
const atOnce = 100;
/** Number of days for which the rows of a list are kept, so that the agent can correct them and fetch the codes. */
const keptDays = 30;
/** How long the rows of a list may take to be stored, in ms. After that the call that stored them was interrupted. */
const storingMs = 3_600_000;

type Checked = CheckedRegistration<ArrivalStatus, ArrivalDeclaration>;
/** The outcome of one row. */
type Decision = { line: ImportLineRow; content: LineContent } & (
  | { state: 'REFUSED' }
  | { state: 'ACCEPTED'; documentId: string }
  | { state: 'CHECKED'; checked: Checked }
);

/** The declaration of a person who is registered; without the row where it has been erased since. */
interface Registered {
  documentId: string;
  declared?: ArrivalRow;
}

@Injectable()
export class ImportJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private stopped = false;

  constructor(
    private readonly kit: DocumentKit,
    private readonly arrivals: ArrivalService,
    @Inject(QUEUE) private readonly queue: JobQueue,
    private readonly daily: DailyJobs,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.consume<{ id: string }>(IMPORT_TOPIC, ({ payload, requestId }) => this.run(payload.id, requestId ?? 'import'), { concurrency: 1 });
    this.daily.each('declarations.imports', () => this.clean());
  }

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /** Registers all rows that wait. @throws Error if the service stops meanwhile; the queue then delivers the job again */
  async run(id: string, requestId: string): Promise<void> {
    let last = 0;
    // The next rows are checked while the previous ones are being written.
    let writing = Promise.resolve(true);
    try {
      for (;;) {
        if (this.stopped) throw new Error('the service stops; the list is continued by the next delivery');
        const list = await this.kit.db.findById(ImportRow, id);
        if (list?.status !== 'PROCESSING') return;
        const lines = await this.next(list, last);
        const write = lines.length ? await this.prepare(list, lines, requestId) : undefined;
        const isWritten = await writing;
        if (write && isWritten) {
          last = lines.at(-1)?.row ?? 0;
          writing = write().then(
            () => true,
            (error: unknown) => {
              // Another list of the same agent, or another delivery of this job, was faster. The rows are read and checked again.
              if (isDuplicate(error) || error instanceof RowsAlreadyWritten) return false;
              throw error;
            },
          );
          // The result is awaited above or in `finally`. This handler only prevents an unhandled rejection until then.
          writing.catch(() => undefined);
          continue;
        }
        writing = Promise.resolve(true);
        if (last === 0 && isWritten && (await this.finish(list))) return;
        last = 0;
      }
    } finally {
      await writing;
    }
  }

  /**
   * Returns the next rows: first those that are not checked yet; then, in mode `all` if every row was valid, those to register. @param after number of the last
   * row that is being written
   */
  private async next(list: ImportRow, after: number): Promise<ImportLineRow[]> {
    const find = (state: LineState): Promise<ImportLineRow[]> =>
      this.kit.db.reader.find(ImportLineRow, { where: { importId: list.id, state, row: MoreThan(after) }, order: { row: 'ASC' }, take: atOnce });
    const waiting = await find('WAITING');
    if (waiting.length || list.mode === 'valid') return waiting;
    // While rows are being written, it is not known yet whether all are valid.
    return list.checkedAt || (after === 0 && (await this.noteChecked(list))) ? find('CHECKED') : [];
  }

  /** Notes that every row of a list was found valid. @returns false if one was refused, or if another delivery of the job has noted it */
  private async noteChecked({ id }: ImportRow): Promise<boolean> {
    const checkedAt = this.clock.now();
    const { affected } = await this.kit.db.write((tx) => tx.update(ImportRow, { id, refused: 0, checkedAt: IsNull() }, { checkedAt }));
    return affected === 1;
  }

  /** Decides the outcome of some rows. @returns a function that writes the outcome in one transaction */
  private async prepare(list: ImportRow, lines: readonly ImportLineRow[], requestId: string): Promise<() => Promise<void>> {
    const { kit, arrivals } = this;
    const { actor, language } = kit.encryption.decryptJson(list.sender as Sender, senderContext(list.id));
    const isChecked = lines[0]?.state === 'CHECKED';
    // Rows that were all valid stay valid after midnight, so that a list in mode `all` is not registered in part.
    const sentOn = isChecked ? { sentOn: dateTime(list.createdAt).slice(0, 10) } : {};
    const call: Call = { actor, language, requestId, method: 'JOB', path: '', ...sentOn };
    const decisions = await this.decide(list.id, lines, call);
    const registers = list.mode === 'valid' || isChecked;
    const prepared = await Promise.all(
      decisions.map(async (decision) =>
        decision.state === 'CHECKED' && registers
          ? { ...decision, made: await prepareRegistration(arrivals, decision.checked, call, { printsLater: true }) }
          : { ...decision, made: undefined },
      ),
    );
    const settled = prepared.map(({ line, content, state: decided, made, ...each }) => {
      const documentId = made?.model.id ?? ('documentId' in each ? each.documentId : null);
      const state: LineState = documentId ? 'ACCEPTED' : decided;
      // The cells of an accepted row are not kept, because the declaration contains them.
      const kept: LineContent = state === 'ACCEPTED' ? { cells: {}, faults: [] } : content;
      return { importId: list.id, row: line.row, state, documentId, content: kit.encryption.encryptJson(kept, lineContext(list.id, line.row)) };
    });
    const countOf = (state: LineState): number => settled.filter((row) => row.state === state).length;
    return () =>
      kit.db.write(async (tx) => {
        await kit.db.findForUpdate(tx, ImportRow, list.id);
        // One delete and one insert for all rows: separate statements for each row would take most of the time.
        const { affected } = await tx.delete(ImportLineRow, { importId: list.id, row: In(lines.map(({ row }) => row)), state: lines[0]?.state });
        if (affected !== lines.length) throw new RowsAlreadyWritten();
        const persons = await this.personsOf(tx, list.ownerSub, prepared);
        await insertTogether(tx, async () => {
          for (const { made } of prepared) await made?.write(tx);
          for (const person of persons) await insertRow(tx, ImportPersonRow, { ...person, createdAt: kit.clock.now() });
          for (const row of settled) await insertRow(tx, ImportLineRow, row);
        });
        const [accepted, refused] = [countOf('ACCEPTED'), countOf('REFUSED')];
        await tx.update(ImportRow, { id: list.id }, { accepted: () => `accepted + ${accepted}`, refused: () => `refused + ${refused}` });
      });
  }

  /**
   * Returns the digests of the persons who are registered, with their declarations. The digest for which the earlier release looks is stored too: its instances
   * register beside this one during an upgrade, and alone after a way back. It is the same for all who share a passport, so it may be there already.
   */
  private async personsOf(tx: EntityManager, sub: string, prepared: readonly { content: LineContent; made?: { model: { id: string } } }[]) {
    const persons = prepared.flatMap(({ content, made }) => {
      const keys = made && personKeys(this.kit.blindIndex, content.cells);
      return keys ? [{ documentId: made.model.id, id: keyOf(sub, keys.key), formerId: keyOf(sub, keys.formerKeys[0]) }] : [];
    });
    const former = new Map(persons.map(({ formerId, documentId }) => [formerId, documentId]));
    for (const { id } of await tx.findBy(ImportPersonRow, { id: In([...former.keys()]) })) former.delete(id);
    return [...persons.map(({ id, documentId }) => ({ id, documentId })), ...[...former].map(([id, documentId]) => ({ id, documentId }))];
  }

  private async decide(importId: string, lines: readonly ImportLineRow[], call: Call): Promise<Decision[]> {
    const { kit, arrivals } = this;
    const lists = await this.questions(call);
    const chosen = arrivals.dates(call).records;
    const days = { first: call.sentOn ?? chosen[0]?.code ?? '', last: chosen.at(-1)?.code ?? '' };
    const contents = lines.map((line) => kit.encryption.decryptJson(line.content as LineContent, lineContext(importId, line.row)));
    const known = await this.registered(call.actor.sub as string, contents);
    const decisions: Decision[] = [];
    for (const [i, line] of lines.entries()) {
      const content = contents[i] as LineContent;
      const body = { ...bodyOf(content.cells, lists), documentCode: ARRIVAL_CODE };
      const person = known.get(content);
      if (person) {
        const { documentId, declared } = person;
        const faults = declared ? await changesNotTaken(arrivals, declared, content.cells, body, call) : [];
        decisions.push(faults.length ? { line, content: { ...content, faults }, state: 'REFUSED' } : { line, content, state: 'ACCEPTED', documentId });
      } else {
        const agencyCode = (await kit.catalogues.find('documents', ARRIVAL_CODE))?.agencyCode;
        const point = content.cells[entryPointColumn];
        try {
          const checked = await checkRegistration(arrivals, 'register', { ...body, agencyCode, entryPointCode: point }, call);
          if (content.faults.length) throw new ProblemError(422, []);
          decisions.push({ line, content, state: 'CHECKED', checked });
        } catch (error) {
          if (!(error instanceof ProblemError) || error.status !== 422) throw error;
          // An error of the cell itself replaces the errors of the same field in the declaration, so that each field has one error.
          const others = faultsByColumn(error.errors, content.cells, days).filter(
            ({ field }) => field === '' || !content.faults.some((fault) => fault.field === field),
          );
          decisions.push({ line, content: { ...content, faults: [...content.faults, ...others] }, state: 'REFUSED' });
        }
      }
    }
    return decisions;
  }

  /** Returns the declarations of the rows without errors whose persons the agent has registered before. */
  private async registered(sub: string, contents: readonly LineContent[]): Promise<Map<LineContent, Registered>> {
    const { blindIndex, db } = this.kit;
    const wanted = contents.flatMap((content): [LineContent, PersonKeys][] => {
      const keys = content.faults.length === 0 ? personKeys(blindIndex, content.cells) : undefined;
      return keys ? [[content, keys]] : [];
    });
    const ids = wanted.flatMap(([, { key, formerKeys }]) => [key, ...formerKeys].map((each) => keyOf(sub, each)));
    const people = new Map((ids.length ? await db.reader.findBy(ImportPersonRow, { id: In(ids) }) : []).map(({ id, documentId }) => [id, documentId]));
    const declared = people.size ? await db.reader.findBy(ArrivalRow, { id: In([...people.values()]) }) : [];
    const rows = new Map(declared.map((row) => [row.id, row]));
    return new Map(
      wanted.flatMap(([content, { key, formerKeys, birthDate }]): [LineContent, Registered][] => {
        const former = formerKeys.flatMap((each) => people.get(keyOf(sub, each)) ?? []);
        const documentId = people.get(keyOf(sub, key)) ?? former.find((id) => (rows.get(id)?.birthDate ?? birthDate) === birthDate);
        return documentId ? [[content, { documentId, declared: rows.get(documentId) }]] : [];
      }),
    );
  }

  /** Returns the questions that each of the answer columns covers. */
  private async questions(call: Call): Promise<Record<string, { id: string; rank: number }[]>> {
    const { calendar, catalogues } = this.kit;
    const today = await calendar.dayOf();
    const entries = await Promise.all(
      answerColumns.map(async (set) => [
        set,
        (await questionsOf(catalogues, set as QuestionSet, today, ARRIVAL_CODE, call.language, () => ({}))).map(({ id, rank }) => ({ id, rank })),
      ]),
    );
    return Object.fromEntries(entries);
  }

  /** Finishes a list if no rows wait. @returns false if rows are left to register */
  private async finish(list: ImportRow): Promise<boolean> {
    const present = (await this.kit.db.findById(ImportRow, list.id)) as ImportRow;
    const isRefused = list.mode === 'all' && !present.checkedAt && present.refused > 0;
    const left = await this.kit.db.reader.existsBy(ImportLineRow, { importId: list.id, state: In(['WAITING', ...(isRefused ? [] : ['CHECKED'])]) });
    if (left) return false;
    const status = isRefused ? 'REFUSED' : 'DONE';
    await this.kit.db.write((tx) => tx.update(ImportRow, { id: list.id, status: 'PROCESSING' }, { status, finishedAt: this.clock.now() }));
    return true;
  }

  private async clean(): Promise<void> {
    await this.forget();
    await this.deleteStoredCodes();
  }

  /**
   * Deletes the PDFs of codes that earlier releases stored, of the lists of which a declaration has been erased since. This release stores none, and a list is
   * kept for a month.
   */
  async deleteStoredCodes(): Promise<void> {
    const { db, outbox } = this.kit;
    const lists: { id: string }[] = await db.reader
      .createQueryBuilder(ImportLineRow, 'l')
      .leftJoin(ArrivalRow, 'd', 'd.id = l.documentId')
      .select('l.importId', 'id')
      .distinct()
      .where({ state: 'ACCEPTED' })
      .andWhere('d.id is null')
      .getRawMany();
    for (const { id: documentId } of lists)
      await db.write((tx) => outbox.add(tx, MEDIA_PRINTS_OUTDATED_TOPIC, { service: 'declarations', documentId } satisfies MediaPrintsOutdated));
  }

  /**
   * Deletes the lists older than the retention period and those that were never stored completely, with their rows, and the records of registered journeys.
   * @returns the number of deleted lists
   */
  async forget(): Promise<number> {
    const { db, outbox } = this.kit;
    const ago = (ms: number) => LessThan(new Date(this.clock.now().getTime() - ms));
    const before = ago(keptDays * dayMs);
    const interrupted = { status: 'RECEIVING' as const, createdAt: ago(storingMs) };
    const old = await db.reader.find(ImportRow, { where: [{ createdAt: before }, interrupted], take: 1_000 });
    for (const { id } of old)
      await db.write(async (tx) => {
        await tx.delete(ImportLineRow, { importId: id });
        await tx.delete(ImportRow, { id });
        await outbox.add(tx, MEDIA_RELEASED_TOPIC, { service: 'declarations', documentId: id } satisfies MediaReleased);
      });
    await db.write((tx) => tx.delete(ImportPersonRow, { createdAt: before }));
    return old.length;
  }
}

/** Another delivery of the job has already written the rows. */
class RowsAlreadyWritten extends Error {}

const keyOf = (sub: string, key: string | undefined): string => createHash('sha256').update(`${sub} ${key}`).digest('hex');
