import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type EntityManager, In, MoreThan } from 'typeorm';
import { systemCall } from '../auth/actor.ts';
import { Clock, Ids } from '../clock.ts';
import { Database, isDuplicate } from '../database/database.ts';
import { AuditRow } from '../database/kit.entities.ts';
import { log } from '../logging.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { Audit } from './audit.ts';
import { type AuditFault, faultSentence } from './audit-fault.ts';
import { AUDIT_KEYS, type AuditKeys } from './audit-keys.ts';
import { beginning, earlierVersionUntil, readIds } from './audit-queries.ts';
import { isAuthentic } from './audit-record.ts';
import { AuditTree, DamagedTree } from './audit-tree.ts';
import { hasLegacyChain, verifyLegacyChain } from './legacy-hash-chain.ts';
import type { SignedTreeHead } from './tree-head.ts';

const batchSize = 500;
const readTogether = 2_000;
/** A record is committed a little after its id was made, and the clocks of instances differ. The monitor finds records that come later still. */
const lookBackMs = 60_000;
/** A starting service does not know which records its predecessor left unsequenced, so it looks further back. */
const lookBackAtStartMs = 15 * 60_000;

async function writeBeginning(tx: EntityManager, audit: Audit, details: object): Promise<AuditRow> {
  await audit.add(tx, systemCall('audit-log'), { ...beginning, details });
  return tx.findOneOrFail(AuditRow, { where: { documentId: beginning.documentId, action: beginning.action }, order: { id: 'DESC' } });
}

/**
 * Accepts the unauthenticated records of an earlier version that was run again after this version had been in use.
 * An operator calls it and gives the reason. Running services accept the records after their next start.
 */
export async function acceptEarlierVersion(db: Database, keys: AuditKeys, reason: string): Promise<void> {
  const audit = new Audit(db, new Clock(), new Ids(), keys);
  await db.write((tx) => writeBeginning(tx, audit, { reason }));
}

/** Returns the smallest id (UUIDv7) of a given millisecond. */
const firstIdAt = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
};
const momentOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) || 0;

/**
 * Adds records to the log in the background: extending the log inside each writer's transaction would let only one writer commit at a time.
 * Any number of instances may run it. The records themselves are not changed: their places are rows of another table.
 */
@Injectable()
export class AuditSequencer implements OnApplicationBootstrap {
  private timer?: NodeJS.Timeout;
  private running?: Promise<unknown>;
  private lookFrom?: string;
  private adopted = false;
  private takenUntil?: Date;
  /** Ids of records without a valid authentication code. They are left out of the log. */
  private readonly refused = new Set<string>();
  /** The last head that this instance signed. */
  head?: SignedTreeHead;
  /** Why nothing can be added to the log; undefined while records can be added. */
  damage?: string;
  /** Called when there is a new head. */
  onHead: () => void = () => undefined;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(AUDIT_KEYS) private readonly keys: AuditKeys,
    private readonly tree: AuditTree,
    private readonly audit: Audit,
    private readonly settings: ServiceSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.appendPending()
        .catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'audit records not added to the log'))
        .finally(() => {
          this.running = undefined;
        });
    }, this.settings.auditAppendSeconds * 1_000);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Returns the number of unsequenced records and the age of the oldest, for the metrics. */
  async lag(): Promise<{ records: number; oldestSeconds: number }> {
    const from = await this.start();
    let records = 0;
    let first: string | undefined;
    for (let after = from; ; ) {
      const ids = await readIds(this.db.reader, after, readTogether);
      const waiting = ids.filter(({ isLogged }) => !isLogged);
      records += waiting.length;
      first ??= waiting[0]?.id;
      if (ids.length < readTogether) break;
      after = (ids.at(-1) as { id: string }).id;
    }
    const oldest = first && (await this.db.reader.findOne(AuditRow, { select: { id: true, at: true }, where: { id: first } }));
    return { records, oldestSeconds: oldest ? Math.max(0, this.clock.now().getTime() - oldest.at.getTime()) / 1000 : 0 };
  }

  /** Returns the ids of records without a valid authentication code. */
  strangers(): readonly string[] {
    return [...this.refused];
  }

  /** Makes the next run look for unsequenced records from this id on. */
  lookAgainFrom(id: string): void {
    if (this.lookFrom === undefined || id < this.lookFrom) this.lookFrom = id;
  }

  /** Adds all records older than `settleMs` to the log. @returns how many records were added */
  async appendPending(settleMs = 1_000): Promise<number> {
    let appended = await this.adopt();
    for (;;) {
      const before = this.clock.now().getTime() - settleMs;
      const done = await this.append(await this.waiting(before));
      appended += done;
      if (done < batchSize) break;
      // The embedded database answers synchronously, so let other work run between two batches.
      await new Promise(setImmediate);
    }
    if (appended) this.onHead();
    return appended;
  }

  /** Adds records to the log. @returns how many were added; 0 where another instance added them first */
  private async append(rows: AuditRow[], also: (tx: EntityManager) => Promise<AuditRow[]> = async () => []): Promise<number> {
    try {
      let done: Awaited<ReturnType<AuditTree['append']>> | undefined;
      let added = 0;
      await this.db.write(async (tx) => {
        const all = [...rows, ...(await also(tx))];
        added = all.length;
        done = added ? await this.tree.append(tx, all, this.clock.now()) : undefined;
      });
      done?.committed();
      this.head = done?.head ?? this.head;
      this.damage = undefined;
      return added;
    } catch (error) {
      if (error instanceof DamagedTree) this.damage = error.message;
      if (isDuplicate(error)) return 0;
      throw error;
    }
  }

  /** Returns the id from which to look for unsequenced records. */
  private async start(): Promise<string> {
    if (this.lookFrom === undefined) {
      const [last] = (await this.db.reader.query('select recordId from audit_leaf where leafIndex = (select max(leafIndex) from audit_leaf)')) as {
        recordId: string;
      }[];
      this.lookFrom = last ? firstIdAt(momentOf(last.recordId) - lookBackAtStartMs) : '';
    }
    return this.lookFrom;
  }

  /** Returns the records that were written before this time and have no place in the log, oldest first. */
  private async waiting(before: number): Promise<AuditRow[]> {
    const found: AuditRow[] = [];
    let after = await this.start();
    let next: string | undefined;
    let last: string | undefined;
    for (;;) {
      const ids = await readIds(this.db.reader, after, readTogether);
      const open = ids.filter(({ id, isLogged }) => !isLogged && !this.refused.has(id)).map(({ id }) => id);
      if (open.length) {
        next ??= open[0];
        const rows = await this.db.reader.find(AuditRow, { where: { id: In(open.slice(0, batchSize)) }, order: { id: 'ASC' } });
        for (const row of rows) if (row.at.getTime() <= before && (await this.mayBeAppended(row))) found.push(row);
      }
      last = ids.at(-1)?.id ?? last;
      after = last ?? after;
      if (ids.length < readTogether || found.length >= batchSize) break;
      await new Promise(setImmediate);
    }
    const seen = next ?? last;
    if (seen) this.lookFrom = firstIdAt(momentOf(seen) - lookBackMs);
    return found.slice(0, batchSize);
  }

  private async mayBeAppended(row: AuditRow): Promise<boolean> {
    if (isAuthentic(row, this.keys)) return true;
    if (row.mac === null) {
      if (!this.takenUntil || row.at > this.takenUntil) this.takenUntil = await earlierVersionUntil(this.db.reader, this.keys);
      if (this.takenUntil && row.at <= this.takenUntil) return true;
    }
    this.refused.add(row.id);
    log().error({ record: row.id, at: row.at }, 'an audit record was not written by this service, and is left out of the log');
    return false;
  }

  /** Takes over the hash chain of an earlier version, once and in its order. The result of verifying the chain is recorded in the log. */
  private async adopt(): Promise<number> {
    if (this.adopted) return 0;
    const begun = await earlierVersionUntil(this.db.reader, this.keys);
    if (begun || !(await hasLegacyChain(this.db))) {
      this.adopted = true;
      return 0;
    }
    const rest = (): Promise<void> => new Promise((done) => setTimeout(done, 10));
    const chain = await verifyLegacyChain(this.db, rest);
    if (chain.broken) log().error({ fault: faultSentence(chain.broken) }, 'the audit chain of the earlier version was already broken');
    let appended = 0;
    for (let seq = 0; ; ) {
      const rows = await this.db.reader.find(AuditRow, { where: { seq: MoreThan(seq) }, order: { seq: 'ASC' }, take: batchSize });
      const last = rows.at(-1);
      if (!last) break;
      const known = new Set(await this.loggedIdsOf(rows.map(({ id }) => id)));
      appended += await this.append(rows.filter(({ id }) => !known.has(id)));
      seq = last.seq as number;
      await new Promise(setImmediate);
    }
    // Another instance may have added some of these records first. The next run finds the rest.
    if (await this.isLeftBehind()) return appended;
    // One snapshot shows both the beginning record and the end of the log. If another instance started at the same time, either its beginning record is visible
    // here, or it already holds the place in the log and this insert fails.
    appended += await this.append([], async (tx) => ((await earlierVersionUntil(tx, this.keys)) ? [] : [await this.begin(tx, chain)]));
    this.adopted = (await earlierVersionUntil(this.db.reader, this.keys)) !== undefined;
    this.takenUntil = undefined;
    this.lookFrom = '';
    return appended;
  }

  private begin(tx: EntityManager, { records, broken }: { records: number; broken?: AuditFault }): Promise<AuditRow> {
    return writeBeginning(tx, this.audit, { records, earlierChain: broken ? faultSentence(broken) : 'whole' });
  }

  private async loggedIdsOf(ids: string[]): Promise<string[]> {
    const rows: { recordId: string }[] = await this.db.reader.query(
      `select recordId from audit_leaf where recordId in (${ids.map(() => '?').join(', ')})`,
      ids,
    );
    return rows.map(({ recordId }) => recordId);
  }

  private async isLeftBehind(): Promise<boolean> {
    const [{ open }] = (await this.db.reader.query(
      'select count(*) as open from audit_record r left join audit_leaf l on l.recordId = r.id where r.seq > 0 and l.recordId is null',
    )) as [{ open: number }];
    return Number(open) > 0;
  }
}
