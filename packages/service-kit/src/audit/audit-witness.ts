import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { log } from '../logging.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { AuditSequencer } from './audit-sequencer.ts';
import { AuditTree, nodesOf } from './audit-tree.ts';
import { proveConsistency } from './merkle.ts';
import type { SignedTreeHead } from './tree-head.ts';
import { WitnessClient } from './witness-client.ts';

const lastTryMs = 2_000;

/** Sends the heads of the log to the witness: after records were added, and at least every `AUDIT_HEAD_SECONDS`. */
@Injectable()
export class AuditWitness implements OnApplicationBootstrap {
  private readonly client?: WitnessClient;
  private timer?: NodeJS.Timeout;
  private sending?: Promise<void>;
  private again = false;
  private stopped = false;
  private confirmedAt?: number;
  private said = '';
  /** The last head that the witness is known to keep. */
  kept?: SignedTreeHead;
  /** Why the witness rejects the log, as a sentence; undefined while it accepts it. */
  refusal?: string;

  constructor(
    private readonly db: Database,
    private readonly tree: AuditTree,
    private readonly sequencer: AuditSequencer,
    private readonly settings: ServiceSettings,
  ) {
    const { witnessUrl, witnessToken } = settings;
    if (witnessUrl) this.client = new WitnessClient(witnessUrl, witnessToken ?? '');
  }

  onApplicationBootstrap(): void {
    if (!this.client) return;
    this.sequencer.onHead = () => void this.soon();
    this.timer = setInterval(() => void this.soon(), this.settings.auditHeadSeconds * 1_000);
    this.timer.unref();
    void this.soon();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.sequencer.onHead = () => undefined;
    if (!this.client) return;
    // Send the head of the last records now instead of at the next start.
    await Promise.race([this.soon(), wait(lastTryMs, undefined, { ref: false })]);
    // A call that is still running fails when the database closes. That is expected and not logged.
    this.stopped = true;
  }

  /** Returns the seconds since the witness last confirmed that it keeps the head of this log; undefined without a witness. */
  age(): number | undefined {
    return this.client && this.confirmedAt !== undefined ? (Date.now() - this.confirmedAt) / 1_000 : undefined;
  }

  /** Sends the head again once the current call has ended. */
  private async soon(): Promise<void> {
    this.again = true;
    this.sending ??= (async () => {
      while (this.again && !this.stopped) {
        this.again = false;
        await this.sendHead().catch((error: unknown) => {
          if (!this.stopped) this.say('warn', `the witness was not reached: ${error instanceof Error ? error.message : String(error)}`);
        });
      }
      this.sending = undefined;
    })();
    await this.sending;
  }

  /** Sends the current head. @throws Error where the witness does not answer */
  async sendHead(): Promise<void> {
    const { client } = this;
    if (!client) return;
    this.confirmedAt ??= Date.now();
    // Read the witness's head before reading this log's head: everything that the witness keeps was in the tables before.
    let kept: SignedTreeHead | null = this.kept ?? (await client.latest(this.tree.log));
    for (let attempt = 0; attempt < 3; attempt++) {
      const head = await this.tree.head(this.db.reader);
      if (!head) return this.settle(kept, kept ? `the log is empty, and the witness keeps a head of ${kept.size} records` : undefined);
      if (kept && kept.size > head.size)
        return this.settle(kept, `the log ends after record ${head.size}, and the witness keeps a head of ${kept.size} records: those after it are missing`);
      const from = kept?.size ?? 0;
      const proof = kept ? await proveConsistency(from, head.size, nodesOf(this.db.reader)) : [];
      const answer = await client.submit({ head, from, proof: proof.map((hash) => hash.toString('hex')) });
      if (!answer.code) return this.settle(answer.head);
      kept = answer.head;
      // Another instance sent a head in the meantime, so the proof must begin at that head.
      if (answer.code === 'ANOTHER_START' || (answer.code === 'SHORTER' && attempt === 0)) continue;
      return this.settle(kept, `the witness does not take the head of ${head.size} records: ${answer.message ?? answer.code}`);
    }
  }

  private settle(kept: SignedTreeHead | null, refusal?: string): void {
    this.kept = kept ?? undefined;
    this.refusal = refusal;
    if (refusal) this.say('error', refusal);
    else {
      this.confirmedAt = Date.now();
      this.say('info', '');
    }
  }

  /** Logs each problem once. */
  private say(level: 'info' | 'warn' | 'error', text: string): void {
    if (text === this.said) return;
    this.said = text;
    if (text) log()[level]({ log: this.tree.log }, text);
    else log().info({ log: this.tree.log }, 'the witness keeps the head of the audit log');
  }
}
