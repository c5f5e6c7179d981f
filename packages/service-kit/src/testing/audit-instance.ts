/** For tests only: the audit log of a service without the service, and manipulations that an attacker could make in its tables. */
import { randomBytes } from 'node:crypto';
import { AuditLeafRow, AuditNodeRow, AuditTreeHeadRow } from '../audit/audit.entities.ts';
import { Audit } from '../audit/audit.ts';
import { type AuditKeys, readAuditKeys } from '../audit/audit-keys.ts';
import { AuditMonitor } from '../audit/audit-monitor.ts';
import { AuditSequencer } from '../audit/audit-sequencer.ts';
import { AuditTree } from '../audit/audit-tree.ts';
import { type AuditReport, verifyAudit } from '../audit/audit-verify.ts';
import { AuditWitness } from '../audit/audit-witness.ts';
import { GrowingTree, hashChildren } from '../audit/merkle.ts';
import { signTreeHead } from '../audit/tree-head.ts';
import { systemCall } from '../auth/actor.ts';
import { Ids } from '../clock.ts';
import { Database } from '../database/database.ts';
import { databaseOptions } from '../kit.module.ts';
import { configureLog } from '../logging.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import type { TestBackend } from './test-backends.ts';
import { TestClock } from './test-clock.ts';

/** Returns a new secret key. */
export const auditKey = (): string => randomBytes(32).toString('base64url');
export const auditKeysOf = (...keys: { id: string; key: string }[]): AuditKeys => readAuditKeys({ keys }, 'books');

/** The audit log of one instance of a service. */
export class AuditInstance {
  private constructor(
    readonly db: Database,
    readonly keys: AuditKeys,
    readonly clock: TestClock,
    readonly audit: Audit,
    readonly sequencer: AuditSequencer,
    readonly monitor: AuditMonitor,
    readonly settings: ServiceSettings,
  ) {}

  static async open(backend: TestBackend, keys: AuditKeys, { clock = new TestClock(), more = {} }: { clock?: TestClock; more?: Record<string, string> } = {}) {
    const settings = loadSettings(ServiceSettings, { ...backend.env, ...more });
    configureLog('silent');
    const db = await Database.open(settings, databaseOptions({ service: 'books', settings, entities: [], migrations: [] }));
    const audit = new Audit(db, clock, new Ids(), keys);
    const tree = new AuditTree('portal.books', keys);
    const sequencer = new AuditSequencer(db, clock, keys, tree, audit, settings);
    const monitor = new AuditMonitor(db, keys, sequencer, new AuditWitness(db, tree, sequencer, settings), settings);
    return new AuditInstance(db, keys, clock, audit, sequencer, monitor, settings);
  }

  async record(count: number, userName = 'Ana'): Promise<void> {
    for (let i = 0; i < count; i++)
      await this.audit.read(
        { ...systemCall(`request-${i}`), actor: { ...systemCall('').actor, name: userName } },
        { action: 'view', kind: 'book', details: { z: i, a: { c: 1, b: [null, 'ü'] } } },
      );
  }
  /** Writes records and adds them to the log. */
  async append(count: number): Promise<void> {
    await this.record(count);
    await this.sequencer.appendPending(-1_000);
  }
  verify(more: object = {}): Promise<AuditReport> {
    return verifyAudit(this.db, { keys: this.keys, ...more });
  }
  sql(text: string, values: unknown[] = []) {
    return this.db.write((tx) => tx.query(text, values));
  }
  async idAt(leafIndex: number): Promise<string> {
    return (await this.db.reader.findOneByOrFail(AuditLeafRow, { leafIndex })).recordId;
  }
  close(): Promise<void> {
    return this.db.close();
  }
}

/** Computes all inner nodes and the root hash of the head again from the stored leaf hashes. An attacker who can write the tables needs no key for that. */
export async function recompute({ db }: AuditInstance): Promise<void> {
  const leaves = await db.reader.find(AuditLeafRow, { order: { leafIndex: 'ASC' } });
  await db.write(async (tx) => {
    await tx.query('delete from audit_node');
    let hashes: Buffer[] = leaves.map(({ leafHash }) => Buffer.from(leafHash, 'hex'));
    for (let level = 1; hashes.length > 1; level++) {
      const pairs = Array.from({ length: Math.floor(hashes.length / 2) }, (_, i) => hashChildren(hashes[2 * i] as Buffer, hashes[2 * i + 1] as Buffer));
      for (const [position, hash] of pairs.entries()) await tx.insert(AuditNodeRow, { level, position, hash: hash.toString('hex') });
      hashes = pairs;
    }
    const last = await tx.find(AuditTreeHeadRow, { order: { size: 'DESC' }, take: 1 });
    await tx.query('delete from audit_tree_head where size > ?', [leaves.length]);
    if (last[0] && last[0].size > leaves.length) await tx.insert(AuditTreeHeadRow, { ...last[0], size: leaves.length });
  });
}

/** Rolls the log back to an older state, with a head that was signed for it at the time. */
export async function cutOff({ db, keys }: AuditInstance, size: number): Promise<void> {
  const leaves = await db.reader.find(AuditLeafRow, { order: { leafIndex: 'ASC' } });
  const tree = GrowingTree.empty();
  for (const { leafHash } of leaves.slice(0, size)) tree.add(Buffer.from(leafHash, 'hex'));
  const at = new Date();
  const head = signTreeHead({ log: 'portal.books', size, root: tree.root().toString('hex'), timestamp: at.getTime() }, [keys[0].head]);
  await db.write(async (tx) => {
    for (const { recordId } of leaves.slice(size)) await tx.query('delete from audit_record where id = ?', [recordId]);
    await tx.query('delete from audit_leaf where leafIndex >= ?', [size]);
    for (const { level, position } of await tx.find(AuditNodeRow)) if ((position + 1) * 2 ** level > size) await tx.delete(AuditNodeRow, { level, position });
    await tx.query('delete from audit_tree_head where size > ?', [size]);
    await tx.insert(AuditTreeHeadRow, { size, log: head.log, rootHash: head.root, at, signatures: head.signatures });
  });
}
