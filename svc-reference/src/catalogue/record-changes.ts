/** Writes changes of catalogue records, together with their versions. */
import { Injectable } from '@nestjs/common';
import { sentence } from '@portal/contract-kit';
import { Clock, conflict, Database, isDuplicate, ProblemError, unprocessable } from '@portal/service-kit';
import { type EntityManager, In } from 'typeorm';
import { CatalogueRow, CatalogueVersionRow, type RecordChange } from '../database/catalogue.entities.ts';
import { faultWords } from './catalogue-labels.ts';
import { haveOneCurrency } from './catalogue-record.ts';
import { CatalogueStore } from './catalogue-store.ts';
import { changeFaults } from './change-faults.ts';
import { stateOf } from './periods.ts';
import { raiseRevision } from './revisions.ts';

/** Number of rows in one statement. */
const chunk = 400;

/** The person who makes a change, and the reason. */
export interface Signature {
  by: string;
  approvedBy?: string;
  reason?: string | null;
}

/** Returns the error that somebody else has changed the record meanwhile. */
export const staleRecord = ({ code, version, updatedBy, updatedAt, retired }: CatalogueRow) =>
  conflict(
    'STALE_VERSION',
    sentence('{{person}} has changed the record {{code}} since', '{{person}} alterou entretanto o registo {{code}}', { person: updatedBy, code }),
    {
      version,
      changedBy: updatedBy,
      changedAt: updatedAt.toISOString().slice(0, 19),
      action: 'change',
      documentStatus: retired ? 'RETIRED' : 'ACTIVE',
    },
  );

export const codeTaken = (code: string) => new ProblemError(409, [{ code: 'ACTION_NOT_ALLOWED', field: 'code', message: faultWords.codeTaken(code) }]);

@Injectable()
export class RecordChanges {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly store: CatalogueStore,
  ) {}

  /** Runs a transaction that changes a catalogue. This instance serves the changed records when the call returns, all other instances soon afterwards. */
  async transact<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    const result = await this.db.write(work);
    await this.store.refresh();
    return result;
  }

  /**
   * Makes all changes, or none.
   * @throws 409 if a record has changed since the change was prepared, 422 if another record no longer allows the change
   */
  async apply(tx: EntityManager, catalogue: string, changes: readonly RecordChange[], { by, approvedBy, reason }: Signature): Promise<void> {
    const at = this.clock.now();
    // This locks the catalogue: until the commit no other change of it runs.
    const revision = await raiseRevision(tx, catalogue);
    await this.checkTogether(tx, catalogue, revision, changes);
    let position: number | undefined;
    for (let from = 0; from < changes.length; from += chunk) {
      const some = changes.slice(from, from + chunk);
      const codes = { catalogue, code: In(some.map(({ code }) => code)) };
      const stored = new Map((await tx.findBy(CatalogueRow, codes)).map((row) => [row.code, row]));
      const versions = await tx.find(CatalogueVersionRow, { select: { code: true }, where: codes });
      const known = new Set(versions.map(({ code }) => code));
      const fresh: Partial<CatalogueRow>[] = [];
      const history: Partial<CatalogueVersionRow>[] = [];
      for (const { code, action, version, after } of some) {
        const row = stored.get(code);
        const written = { ...after, administered: true, version: version + 1, revision, updatedAt: at, updatedBy: by };
        if (version === 0) {
          if (row) throw codeTaken(code);
          position ??= ((await tx.maximum(CatalogueRow, 'position', { catalogue })) ?? -1) + 1;
          fresh.push({ catalogue, code, position: position++, ...written });
        } else {
          if (row?.version !== version)
            throw row ? staleRecord(row) : conflict('STALE_VERSION', sentence('There is no record {{code}}', 'O registo {{code}} não existe', { code }));
          const { affected } = await tx.update(CatalogueRow, { catalogue, code, version }, written as never);
          if (affected !== 1) throw staleRecord(row);
          if (!known.has(code))
            history.push({ catalogue, code, version, action: 'before', state: stateOf(row), changedAt: row.updatedAt, changedBy: row.updatedBy });
        }
        history.push({
          catalogue,
          code,
          version: version + 1,
          action,
          state: after,
          changedAt: at,
          changedBy: by,
          approvedBy: approvedBy ?? null,
          reason: reason ?? null,
        });
      }
      try {
        if (fresh.length)
          await tx
            .createQueryBuilder()
            .insert()
            .into(CatalogueRow)
            .values(fresh as never)
            .updateEntity(false)
            .execute();
        await tx
          .createQueryBuilder()
          .insert()
          .into(CatalogueVersionRow)
          .values(history as never)
          .updateEntity(false)
          .execute();
      } catch (error) {
        throw isDuplicate(error) ? codeTaken(some[0]?.code ?? '') : error;
      }
    }
  }

  /**
   * Checks again, against the stored records, the rules that involve several records, because another person may have changed them since the first check.
   * @throws 422
   */
  private async checkTogether(tx: EntityManager, catalogue: string, revision: number, changes: readonly RecordChange[]): Promise<void> {
    if (!haveOneCurrency(catalogue)) return;
    const held = this.store.made(catalogue, revision, await tx.findBy(CatalogueRow, { catalogue }));
    const faults = changeFaults(held, changes, this.store);
    if (faults.length) throw unprocessable(faults);
  }
}
