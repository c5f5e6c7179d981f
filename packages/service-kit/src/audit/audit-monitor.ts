import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTask } from '../background-task.ts';
import { Database } from '../database/database.ts';
import { AuditRow } from '../database/kit.entities.ts';
import { log } from '../logging.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { type AuditFault, faultSentence } from './audit-fault.ts';
import { AUDIT_KEYS, type AuditKeys } from './audit-keys.ts';
import { AuditSequencer } from './audit-sequencer.ts';
import { DamagedTree, nodesOf } from './audit-tree.ts';
import { headFault, idsOutsideLog, type KeptHead, readEnd, shorterFault, walkLeaves } from './audit-verify.ts';
import { AuditWitness } from './audit-witness.ts';
import { GrowingTree, subtreesOf } from './merkle.ts';

/** The first verification waits until the service has started. */
const firstAfterMs = 10_000;
/** The pause between two pieces is four times as long as the piece took, so that verification uses at most a fifth of one processor. */
const restFactor = 4;

/**
 * Verifies the audit log continuously in the background. Each walk reads at most `AUDIT_WALK_RECORDS`. A shorter log is verified whole; of a
 * longer one, each walk verifies the newest half of that number, and a part of the rest in turn.
 */
@Injectable()
export class AuditMonitor implements OnApplicationBootstrap {
  private readonly task: BackgroundTask;
  private pieceBegan = 0;
  /** The largest head that this process has seen. The log must never be shorter than this head. */
  private seen?: KeptHead;
  private found = new Map<'newest' | 'rest' | 'unsequenced', AuditFault>();
  /** Where the next walk through the rest of a long log starts. */
  private turn = GrowingTree.empty();
  private idsAfter = '';
  private walked = false;
  private said = '';

  constructor(
    private readonly db: Database,
    @Inject(AUDIT_KEYS) private readonly keys: AuditKeys,
    private readonly sequencer: AuditSequencer,
    private readonly witness: AuditWitness,
    private readonly settings: ServiceSettings,
  ) {
    const againAfterMs = settings.auditWalkSeconds * 1_000;
    const walk = async () => {
      await this.walk();
      return againAfterMs;
    };
    this.task = new BackgroundTask('audit log not verified', walk, againAfterMs);
  }

  /** The first fault that the walks, the sequencer or the witness found. */
  get fault(): AuditFault | undefined {
    const refusal = this.sequencer.damage ?? this.witness.refusal;
    return this.found.get('newest') ?? this.found.get('rest') ?? this.found.get('unsequenced') ?? (refusal ? { seq: 0, id: '', reason: refusal } : undefined);
  }

  /** Returns whether the log is broken; undefined before the first walk. */
  get broken(): boolean | undefined {
    return this.fault ? true : this.walked ? false : undefined;
  }

  onApplicationBootstrap(): void {
    this.task.plan(Math.min(firstAfterMs, this.settings.auditWalkSeconds * 1_000));
  }

  async stop(): Promise<void> {
    await this.task.stop();
  }

  /** Verifies the log once, now. */
  async walk(): Promise<void> {
    try {
      await this.walkOnce();
    } catch (error) {
      if (!(error instanceof DamagedTree)) throw error;
      this.keep('newest', { seq: 0, id: '', reason: error.message });
    }
    this.walked = true;
    this.say();
  }

  private async walkOnce(): Promise<void> {
    this.pieceBegan = performance.now();
    // Collect the known heads before reading the end of the log. A head that is signed in between would be longer than the leaves that were read, and would
    // look like missing records.
    const kept = [this.seen, this.sequencer.head, this.witness.kept].filter((one) => one !== undefined);
    const { head, fault } = await readEnd(this.db.reader);
    const size = head?.size ?? 0;
    const most = this.settings.auditWalkRecords;
    const whole = size <= most;
    const newest = whole ? GrowingTree.empty() : await this.treeOf(size - Math.ceil(most / 2));
    const longest = kept.reduce<KeptHead | undefined>((most, one) => (one.size > (most?.size ?? 0) ? one : most), undefined);
    const walk = { keys: this.keys, heads: kept, rest: this.rest };
    const inNewest =
      (await walkLeaves(this.db.reader, { ...walk, tree: newest, until: size })) ??
      fault ??
      (head && headFault(newest, head, this.keys)) ??
      (longest && longest.size > size ? shorterFault(size, longest) : undefined);
    this.keep('newest', inNewest);
    if (whole) this.keep('rest', undefined);
    else await this.walkRest(size, Math.floor(most / 2), kept);
    await this.lookForWaiting(whole);
    if (!inNewest && size > (this.seen?.size ?? 0)) this.seen = head;
  }

  /** Builds the tree at a given size from its stored nodes. If the nodes are wrong, the walk from there does not arrive at the signed head. */
  private treeOf = async (size: number): Promise<GrowingTree> => GrowingTree.of(size, await nodesOf(this.db.reader)(subtreesOf(0, size)));

  /** Continues through a long log where the last walk ended, and starts again at the beginning after the end. Keeps reporting a fault until it is repaired. */
  private async walkRest(size: number, records: number, heads: readonly KeptHead[]): Promise<void> {
    if (this.turn.size >= size) this.turn = GrowingTree.empty();
    const tree = this.turn.copy();
    const until = Math.min(size, tree.size + records);
    const fault = await walkLeaves(this.db.reader, { tree, until, keys: this.keys, heads, rest: this.rest });
    const { head } = until === size ? await readEnd(this.db.reader) : { head: undefined };
    const atEnd = head?.size === size ? headFault(tree, head, this.keys) : undefined;
    this.keep('rest', fault ?? atEnd);
    this.turn = atEnd ? GrowingTree.empty() : fault ? this.turn : tree;
  }

  /** Looks for records without a place in the log. The next run of the sequencer adds late ones; forged ones are reported. */
  private async lookForWaiting(whole: boolean): Promise<void> {
    let pages = whole ? Number.POSITIVE_INFINITY : Math.ceil(this.settings.auditWalkRecords / 2_000);
    let last = whole ? '' : this.idsAfter;
    const ids = idsOutsideLog(this.db.reader, last, this.rest);
    let first: string | undefined;
    for (;;) {
      const page = await ids.next();
      if (page.done) {
        last = '';
        break;
      }
      first ??= page.value.ids.find((id) => !this.sequencer.strangers().includes(id));
      last = page.value.last;
      if (--pages <= 0) break;
    }
    this.idsAfter = last;
    if (first) this.sequencer.lookAgainFrom(first.slice(0, -1));
    const strangers = await Promise.all(this.sequencer.strangers().map(async (id) => ((await this.db.findById(AuditRow, id)) ? id : undefined)));
    const id = strangers.find((one) => one !== undefined);
    this.keep('unsequenced', id === undefined ? undefined : { seq: 0, id, reason: 'was not written by this service' });
  }

  private keep(part: 'newest' | 'rest' | 'unsequenced', fault: AuditFault | undefined): void {
    if (fault) this.found.set(part, fault);
    else this.found.delete(part);
  }

  /** Logs each fault once, and logs when it is repaired. */
  private say(): void {
    const { fault } = this;
    const sentence = fault ? faultSentence(fault) : '';
    if (sentence === this.said) return;
    if (fault) log().error({ record: fault.id, seq: fault.seq, fault: sentence }, 'the audit log is broken');
    else log().info('the audit log is whole again');
    this.said = sentence;
  }

  private rest = async (): Promise<void> => {
    if (this.task.isStopped) throw new Error('the service ends');
    const took = performance.now() - this.pieceBegan;
    await new Promise((done) => setTimeout(done, Math.min(1_000, Math.max(1, took * restFactor))));
    this.pieceBegan = performance.now();
  };
}
