/** Registers the rows of a list, some at a time. It goes on where it was after a restart, and registers nobody twice. */
import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  type Call,
  type CheckedRegistration,
  Clock,
  checkRegistration,
  DailyJobs,
  DocumentKit,
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
import { In, LessThan, MoreThan } from 'typeorm';
import { ARRIVAL_CODE, type ArrivalDeclaration, type ArrivalStatus } from '../../contract/index.ts';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { answerColumns, bodyOf } from './import.columns.ts';
import { ImportLineRow, ImportPersonRow, ImportRow, type LineState } from './import.entities.ts';
import { IMPORT_TOPIC, type LineContent, lineContext, type Sender, senderContext } from './import.lines.ts';

/** Rows that are registered in one transaction. */
const atOnce = 100;
/** Days that the rows of a list are kept, to correct it and to fetch its codes. */
const keptDays = 30;
const dayMs = 86_400_000;

type Checked = CheckedRegistration<ArrivalStatus, ArrivalDeclaration>;
/** What becomes of one row. */
type Decision = { line: ImportLineRow; content: LineContent } & (
  | { state: 'REFUSED' }
  | { state: 'ACCEPTED'; documentId: string }
  | { state: 'CHECKED'; checked: Checked }
);

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
    this.daily.each('declarations.imports', () => this.forget().then(() => undefined));
  }

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /** Registers all rows that wait. @throws Error when the service stops meanwhile: the job is then delivered again */
  async run(id: string, requestId: string): Promise<void> {
    let last = 0;
    // Rows are checked while those before them are being written.
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
              // Another list of the agent has registered one of these persons in between: the rows are looked at again.
              if (isDuplicate(error) || error instanceof Overtaken) return false;
              throw error;
            },
          );
          // It is waited for above, or where this ends.
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

  /** The next rows: those not looked at; then, where all or none are registered and all are right, those to register. @param after rows up to here are being written */
  private async next(list: ImportRow, after: number): Promise<ImportLineRow[]> {
    const find = (state: LineState): Promise<ImportLineRow[]> =>
      this.kit.db.reader.find(ImportLineRow, { where: { importId: list.id, state, row: MoreThan(after) }, order: { row: 'ASC' }, take: atOnce });
    const waiting = await find('WAITING');
    if (waiting.length || list.mode === 'valid' || list.refused > 0) return waiting;
    return find('CHECKED');
  }

  /** Decides what becomes of some rows. @returns writes it, in one transaction */
  private async prepare(list: ImportRow, lines: readonly ImportLineRow[], requestId: string): Promise<() => Promise<void>> {
    const { kit, arrivals } = this;
    const { actor, language } = kit.encryption.decryptJson(list.sender as Sender, senderContext(list.id));
    const call: Call = { actor, language, requestId, method: 'JOB', path: '' };
    const decisions = await this.decide(list.id, lines, call);
    const registers = list.mode === 'valid' || lines[0]?.state === 'CHECKED';
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
      // The declaration holds what an accepted row said.
      const kept: LineContent = state === 'ACCEPTED' ? { cells: {}, faults: [] } : content;
      return { importId: list.id, row: line.row, state, documentId, content: kit.encryption.encryptJson(kept, lineContext(list.id, line.row)) };
    });
    const countOf = (state: LineState): number => settled.filter((row) => row.state === state).length;
    return () =>
      kit.db.write(async (tx) => {
        await kit.db.findForUpdate(tx, ImportRow, list.id);
        // All rows are settled with two statements: one for each row would be most of the work.
        const { affected } = await tx.delete(ImportLineRow, { importId: list.id, row: In(lines.map(({ row }) => row)), state: lines[0]?.state });
        if (affected !== lines.length) throw new Overtaken();
        await insertTogether(tx, async () => {
          for (const { content, made } of prepared)
            if (made) {
              await made.write(tx);
              await insertRow(tx, ImportPersonRow, { id: keyOf(list.ownerSub, content.key), documentId: made.model.id, createdAt: kit.clock.now() });
            }
          for (const row of settled) await insertRow(tx, ImportLineRow, row);
        });
        const [accepted, refused] = [countOf('ACCEPTED'), countOf('REFUSED')];
        await tx.update(ImportRow, { id: list.id }, { accepted: () => `accepted + ${accepted}`, refused: () => `refused + ${refused}` });
      });
  }

  private async decide(importId: string, lines: readonly ImportLineRow[], call: Call): Promise<Decision[]> {
    const { kit, arrivals } = this;
    const lists = await this.questions(call);
    const contents = lines.map((line) => kit.encryption.decryptJson(line.content as LineContent, lineContext(importId, line.row)));
    const sub = call.actor.sub as string;
    const keysOf = ({ key, formerKey }: LineContent): string[] => [key, formerKey].flatMap((each) => (each ? [keyOf(sub, each)] : []));
    const keys = contents.flatMap(keysOf);
    const people = new Map((keys.length ? await kit.db.reader.findBy(ImportPersonRow, { id: In(keys) }) : []).map(({ id, documentId }) => [id, documentId]));
    const decisions: Decision[] = [];
    for (const [i, line] of lines.entries()) {
      const content = contents[i] as LineContent;
      const [known] = content.faults.length === 0 ? keysOf(content).flatMap((key) => people.get(key) ?? []) : [];
      if (known) decisions.push({ line, content, state: 'ACCEPTED', documentId: known });
      else {
        const body = { ...bodyOf(content.cells, lists), documentCode: ARRIVAL_CODE };
        const agencyCode = (await kit.catalogues.find('documents', ARRIVAL_CODE))?.agencyCode;
        const point = content.cells['flightDetails.code'];
        try {
          const checked = await checkRegistration(arrivals, 'register', { ...body, agencyCode, entryPointCode: point }, call);
          if (content.faults.length) throw new ProblemError(422, []);
          decisions.push({ line, content, state: 'CHECKED', checked });
        } catch (error) {
          if (!(error instanceof ProblemError) || error.status !== 422) throw error;
          // What is wrong with a cell itself is said once.
          const others = error.errors.filter(({ field }) => !content.faults.some((fault) => fault.field === field));
          decisions.push({ line, content: { ...content, faults: [...content.faults, ...others] }, state: 'REFUSED' });
        }
      }
    }
    return decisions;
  }

  /** The questions of each column that answers all of them. */
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

  /** Closes a list without rows that wait. @returns false where there are rows left to register */
  private async finish(list: ImportRow): Promise<boolean> {
    const present = (await this.kit.db.findById(ImportRow, list.id)) as ImportRow;
    const left = await this.kit.db.reader.existsBy(ImportLineRow, { importId: list.id, state: In(['WAITING', ...(present.refused ? [] : ['CHECKED'])]) });
    if (left) return false;
    const status = list.mode === 'all' && present.refused > 0 ? 'REFUSED' : 'DONE';
    await this.kit.db.write((tx) => tx.update(ImportRow, { id: list.id, status: 'PROCESSING' }, { status, finishedAt: this.clock.now() }));
    return true;
  }

  /** Forgets the rows of old lists, and which persons they named. @returns how many lists */
  async forget(): Promise<number> {
    const { db, outbox } = this.kit;
    const before = LessThan(new Date(this.clock.now().getTime() - keptDays * dayMs));
    const old = await db.reader.find(ImportRow, { where: { createdAt: before }, take: 1_000 });
    for (const { id } of old)
      await db.write(async (tx) => {
        await tx.delete(ImportLineRow, { importId: id });
        await tx.delete(ImportRow, { id });
        await outbox.add(tx, 'media.released', { service: 'declarations', documentId: id });
      });
    await db.write((tx) => tx.delete(ImportPersonRow, { createdAt: before }));
    return old.length;
  }
}

/** Another delivery of the job was faster. */
class Overtaken extends Error {}

const keyOf = (sub: string, key: string | undefined): string => createHash('sha256').update(`${sub} ${key}`).digest('hex');
