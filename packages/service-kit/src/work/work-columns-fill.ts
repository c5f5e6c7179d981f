/** Fills in the queue columns of documents that an earlier release wrote. */
import { BackgroundTask } from '../background-task.ts';
import { isDuplicate } from '../database/database.ts';
import type { AnyReader } from '../documents/document-reader.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { WorkColumnsFilledRow } from './work.entities.ts';
import { hasLeftStep, workColumns } from './work-step.ts';

const batch = 200;
/** Time after the start of an upgrade, in milliseconds, during which an instance of the earlier release may still write. */
const upgradeMs = 3_600_000;

/**
 * Goes once through all documents, in small transactions, while the service answers calls. Several instances may do so at the same time. An interrupted run is
 * continued where it stopped. A document that is written meanwhile gets its columns from that write.
 */
export class WorkColumnsFill {
  private readonly task: BackgroundTask;

  constructor(private readonly documents: AnyReader) {
    this.task = new BackgroundTask(`columns of queues of ${documents.definition.kind} not filled in`, () => this.run());
  }

  begin(): void {
    this.task.plan(0);
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  private async run(): Promise<number | undefined> {
    const { definition: d, kit } = this.documents;
    const state = await this.state();
    if (state.doneAt) return undefined;
    await Promise.all([kit.catalogues.warm(d.contract), kit.calendar.ready()]);
    let { lastId } = state;
    for (let full = true; full && !this.task.isStopped; ) {
      const rows = (await kit.db.reader
        .createQueryBuilder(d.row, 'd')
        .where('d.id > :lastId', { lastId })
        .orderBy('d.id')
        .limit(batch)
        .getMany()) as DocumentRow[];
      full = rows.length === batch;
      lastId = rows.at(-1)?.id ?? lastId;
      // An earlier release wrote no `heldStep`, also for documents whose other columns it wrote.
      const missing = rows.filter(({ stepSince, reference }) => reference !== null && (stepSince === null || d.workflow.secondOfficer));
      await kit.db.write(
        async (tx) => {
          for (const row of missing) {
            const columns = workColumns(d, this.documents.modelOf(row), kit.calendar.hours);
            const isMissing = row.stepSince === null ? columns.stepSince !== null : hasLeftStep(row, { ...row, heldStep: columns.heldStep });
            if (!isMissing) continue;
            const { affected } = await tx.update(d.row, { id: row.id, version: row.version } as never, columns as never);
            if (affected) await kit.statistics.changed(d, tx, row, { ...row, ...columns });
          }
          await tx.update(WorkColumnsFilledRow, { kind: d.kind }, { lastId });
        },
        { durable: false },
      );
    }
    if (this.task.isStopped) return undefined;
    const left = state.startedAt.getTime() + upgradeMs - kit.clock.now().getTime();
    // If there were no documents, there is no earlier release that could still write.
    if (left > 0 && lastId !== '') return left;
    await kit.db.write((tx) => tx.update(WorkColumnsFilledRow, { kind: d.kind }, { doneAt: kit.clock.now() }));
    return undefined;
  }

  private async state(): Promise<WorkColumnsFilledRow> {
    const { definition: d, kit } = this.documents;
    const known = await kit.db.reader.findOneBy(WorkColumnsFilledRow, { kind: d.kind });
    if (known) return known;
    const state = { kind: d.kind, startedAt: kit.clock.now(), lastId: '', doneAt: null };
    await kit.db
      .write((tx) => tx.insert(WorkColumnsFilledRow, state))
      .catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
    return state;
  }
}
