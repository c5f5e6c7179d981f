import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type EntityManager, IsNull, LessThan, MoreThan } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { Clock, Ids } from '../clock.ts';
import { Database } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import { AuditHeadRow, AuditRow } from '../database/kit.entities.ts';
import { log } from '../logging.ts';

export interface AuditEntry {
  action: string;
  kind: string;
  documentId?: string | null;
  reference?: string | null;
  details?: object;
}

/** The text whose hash is the record's: everything in it, and the hash of the one before. */
function canonical(row: AuditRow, seq: number, previousHash: string): string {
  return JSON.stringify([
    seq,
    previousHash,
    row.id,
    row.at.toISOString(),
    row.userSub,
    row.userName,
    row.action,
    row.kind,
    row.documentId,
    row.reference,
    row.requestId,
    row.details ?? null,
  ]);
}
const hashOf = (row: AuditRow, seq: number, previousHash: string): string =>
  createHash('sha256')
    .update(canonical(row, seq, previousHash))
    .digest('hex');

/** Append-only record of every write and of every read of personal data by staff. */
@Injectable()
export class Audit {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Ids) private readonly ids: Ids,
  ) {}

  /** Records a write in its own transaction. */
  async add(tx: EntityManager, call: Call, entry: AuditEntry): Promise<void> {
    await insertRow(tx, AuditRow, this.row(call, entry));
  }

  /** Records a read. It is on the disk before the answer leaves. */
  async read(call: Call, entry: AuditEntry): Promise<void> {
    await this.db.write((tx) => this.add(tx, call, entry));
  }

  private row(call: Call, entry: AuditEntry): Partial<AuditRow> {
    return {
      id: this.ids.next(),
      at: this.clock.now(),
      userSub: call.actor.sub,
      userName: call.actor.name,
      action: entry.action,
      kind: entry.kind,
      documentId: entry.documentId ?? null,
      reference: entry.reference ?? null,
      requestId: call.requestId,
      details: entry.details ?? null,
    } as Partial<AuditRow>;
  }
}

/**
 * Chains what was recorded, in order, in the background: a chain extended inside each writer's transaction would let only one
 * writer commit at a time. What is younger than a second waits, so that the order is settled.
 */
@Injectable()
export class AuditSealer implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;
  private running?: Promise<unknown>;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.seal()
        .catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'audit sealing'))
        .finally(() => {
          this.running = undefined;
        });
    }, 5_000);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** What is not yet in the chain, and the age of the oldest of it, for the metrics. */
  async lag(): Promise<{ records: number; oldestSeconds: number }> {
    const [rows, records] = await this.db.reader.findAndCount(AuditRow, {
      select: { id: true, at: true },
      where: { seq: IsNull() },
      order: { at: 'ASC' },
      take: 1,
    });
    return { records, oldestSeconds: rows[0] ? Math.max(0, this.clock.now().getTime() - rows[0].at.getTime()) / 1000 : 0 };
  }

  /** Extends the chain over all that is older than `settleMs`. @returns how many were sealed */
  async seal(settleMs = 1_000): Promise<number> {
    let sealed = 0;
    for (;;) {
      const before = new Date(this.clock.now().getTime() - settleMs + 1);
      const done = await this.db.write((tx) => this.sealSome(tx, before));
      if (done === 0) return sealed;
      sealed += done;
      // The embedded database answers without waiting: others get their turn between two batches.
      await new Promise(setImmediate);
    }
  }

  /** @returns how many were sealed; none where another instance was faster */
  private async sealSome(tx: EntityManager, before: Date): Promise<number> {
    const rows = await tx.find(AuditRow, { where: { seq: IsNull(), at: LessThan(before) }, order: { at: 'ASC', id: 'ASC' }, take: 500 });
    if (rows.length === 0) return 0;
    const head = await tx.findOneByOrFail(AuditHeadRow, { id: 1 });
    let { seq, hash } = head;
    const links = rows.map((row) => {
      seq += 1;
      const previousHash = hash;
      hash = hashOf(row, seq, previousHash);
      return { id: row.id, seq, previousHash, hash };
    });
    // Another instance may be sealing too: who moves the head first wins, the other starts again.
    const moved = await tx.update(AuditHeadRow, { id: 1, seq: head.seq }, { seq, hash });
    if (moved.affected !== 1) return 0;
    for (const { id, ...link } of links) {
      const { affected } = await tx.update(AuditRow, { id, seq: IsNull() }, link);
      if (affected !== 1) throw new Error(`The audit record ${id} was sealed by somebody who did not move the head of the chain.`);
    }
    return rows.length;
  }
}

/**
 * Walks the chain from its beginning, also while it grows.
 * @param rest awaited between two pieces of it
 * @returns the number of records and the first break, if any
 */
export async function verifyAudit(
  db: Database,
  rest: () => Promise<void> = async () => undefined,
): Promise<{ records: number; unsealed: number; broken?: { seq: number; id: string; reason: string } }> {
  const headOf = () => db.reader.findOneByOrFail(AuditHeadRow, { id: 1 });
  // What is sealed from now on comes after this end.
  const end = await headOf();
  let seq = 0;
  let hash = '';
  for (;;) {
    const rows = await db.reader.find(AuditRow, { where: { seq: MoreThan(seq) }, order: { seq: 'ASC' }, take: 1_000 });
    for (const row of rows) {
      const fault =
        row.seq !== seq + 1
          ? `record ${seq + 1} is missing`
          : row.previousHash !== hash
            ? 'does not follow the record before it'
            : row.hash !== hashOf(row, row.seq, hash) || (row.seq === end.seq && row.hash !== end.hash)
              ? 'was changed after it was written'
              : null;
      if (fault) return { records: seq, unsealed: 0, broken: { seq: row.seq as number, id: row.id, reason: fault } };
      seq = row.seq as number;
      hash = row.hash as string;
    }
    if (rows.length < 1_000) break;
    await rest();
  }
  const unsealed = await db.reader.countBy(AuditRow, { seq: IsNull() });
  return {
    records: seq,
    unsealed,
    ...(seq < end.seq || seq > (await headOf()).seq ? { broken: { seq, id: '', reason: 'the chain does not end where it was sealed last' } } : {}),
  };
}
