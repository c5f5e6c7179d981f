/**
 * The hash chain of earlier versions, in the columns `seq`, `previousHash` and `hash`. The chain is verified once, and its records become the first of the log.
 */
import { MoreThan } from 'typeorm';
import type { Database } from '../database/database.ts';
import { AuditHeadRow, AuditRow } from '../database/kit.entities.ts';
import type { AuditFault } from './audit-fault.ts';
import { chainHashOf } from './audit-record.ts';

const batchSize = 1_000;

/** Returns whether an earlier version wrote a hash chain into this database. */
export const hasLegacyChain = (db: Database): Promise<boolean> => db.reader.existsBy(AuditRow, { seq: MoreThan(0) });

/**
 * Walks the chain from its beginning and verifies it, even while an earlier version extends it.
 * @param rest called and awaited between two batches
 */
export async function verifyLegacyChain(db: Database, rest: () => Promise<void>): Promise<{ records: number; broken?: AuditFault }> {
  const headOf = () => db.reader.findOneByOrFail(AuditHeadRow, { id: 1 });
  // Records that are added to the chain from now on come after this end and are not walked.
  const end = await headOf();
  let seq = 0;
  let hash = '';
  for (;;) {
    const rows = await db.reader.find(AuditRow, { where: { seq: MoreThan(seq) }, order: { seq: 'ASC' }, take: batchSize });
    for (const row of rows) {
      const at = row.seq as number;
      const fault =
        at !== seq + 1
          ? `record ${seq + 1} is missing`
          : row.previousHash !== hash
            ? 'does not follow the record before it'
            : row.hash !== chainHashOf(row, at, hash) || (at === end.seq && row.hash !== end.hash)
              ? 'was changed after it was written'
              : undefined;
      if (fault) return { records: seq, broken: { seq: at, id: row.id, reason: fault } };
      seq = at;
      hash = row.hash as string;
    }
    if (rows.length < batchSize) break;
    await rest();
  }
  const isWhole = seq >= end.seq && seq <= (await headOf()).seq;
  return { records: seq, ...(isWhole ? {} : { broken: { seq, id: '', reason: 'is the last of the chain, which does not end where it was signed last' } }) };
}
