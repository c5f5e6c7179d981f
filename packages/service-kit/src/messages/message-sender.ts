/** Sends waiting messages to the mail and SMS servers. Every instance of a service does this; each message is sent by one of them. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { dayMs } from '@portal/contract-kit';
import { In, IsNull, LessThan, Not } from 'typeorm';
import { Clock } from '../clock.ts';
import { Database } from '../database/database.ts';
import { Encryption } from '../encryption/encryption.ts';
import { log } from '../logging.ts';
import { outsideTraces } from '../observe/tracing.ts';
import { RETENTION_PLAN, type RetentionPlan } from '../retention/retention.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { letterContext } from './contexts.ts';
import { type Channel, MessageRow, messageStates, type SentContent, type WaitingContent } from './message.entities.ts';
import { DeliveryError, hiddenAddress, type Transport, withoutAddresses } from './transport.ts';

const pollMs = 1_000;
/** How long messages wait before they are claimed, in milliseconds, so that more are claimed together. */
const gatherMs = 100;
/** Number of messages that one instance sends at the same time. `claimed` is the number that it claims together. */
const together = 4;
const claimed = 16;
/** Seconds after its last renewal when a claim ends, by the clock of the database. Then another instance takes over its messages. */
const claimSeconds = 30;
const renewMs = 10_000;
/** Pause before a server that accepts nothing is tried again. It doubles up to a minute. */
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;
/** Time after which a message that was not accepted is sent again. It doubles up to half an hour. */
const firstRetryMs = 30_000;
const longestRetryMs = 30 * 60_000;
const shutdownMs = 5_000;
/** A claim need not survive a crash of the database: a lost claim is made again. */
const repeatable = { durable: false };
/** Number of days for which the text of a sent message is kept, so that returned mail can be sent again. */
const letterDays = 7;
const sweptTogether = 200;
/** Number of days for which messages that belong to no document are kept. Messages about a document are kept as long as the document. */
const keptDays = 90;

/** Opens the transport of a channel. The sender calls this when it first needs the transport. */
export type OpenTransport = (channel: Channel) => Promise<Transport>;
export const OPEN_TRANSPORT = Symbol('OpenTransport');

/** The outcome of an attempt to send a message, for the metrics. */
export interface HandOver {
  channel: Channel;
  outcome: 'sent' | 'refused' | 'later' | 'down' | 'expired';
  /** Seconds since the message was written, or since an operator sent it again. */
  seconds: number;
}

interface Pause {
  until: number;
  length: number;
}

/**
 * Sends messages that wait as rows of a table. An instance claims rows by a conditional update, sends each message, and records the result. If the process dies
 * between sending and recording, another instance sends the message again, with the same Message-ID: a server then gets the message twice, because SMTP has no
 * way to ask whether a message was accepted. The same happens if an instance cannot renew its claim in time. Otherwise each message is sent once: a claim
 * belongs to one instance, which renews it while it works.
 */
@Injectable()
export class MessageSender implements OnApplicationBootstrap {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private again = false;
  private stopped = false;
  private readonly transports = new Map<Channel, Promise<Transport>>();
  private readonly pauses = new Map<Channel, Pause>();
  /** Called after each attempt to send a message, for the metrics. */
  onHandOver?: (handOver: HandOver) => void;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly encryption: Encryption,
    private readonly settings: ServiceSettings,
    @Inject(RETENTION_PLAN) private readonly plan: RetentionPlan,
    @Inject(OPEN_TRANSPORT) private readonly open: OpenTransport,
  ) {}

  onApplicationBootstrap(): void {
    if (this.plan.kinds.length === 0) return;
    this.timer = setInterval(() => this.wake(), pollMs);
    this.wake();
  }

  /** Looks for waiting messages at once. */
  wake(): void {
    if (this.stopped || !this.timer) return;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = outsideTraces(() => wait(gatherMs).then(() => (this.stopped ? 0 : this.run())))
      .catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'messages'))
      .then(() => undefined)
      .finally(() => {
        this.running = undefined;
        if (!this.again) return;
        this.again = false;
        this.wake();
      });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await Promise.race([this.running, wait(shutdownMs, undefined, { ref: false })]);
    for (const transport of this.transports.values()) await transport.then((each) => each.close()).catch(() => undefined);
  }

  /** Sends all messages that are due. @returns the number of messages that the servers accepted */
  async run(): Promise<number> {
    let sent = 0;
    for (;;) {
      const open = (['email', 'sms'] as const).filter((channel) => !this.isPaused(channel));
      const rows = open.length ? await this.claim(open) : [];
      if (rows.length === 0) return sent;
      sent += await this.handOver(rows);
      if (this.stopped) return sent;
    }
  }

  private isPaused(channel: Channel): boolean {
    return (this.pauses.get(channel)?.until ?? 0) > this.clock.now().getTime();
  }

  /** Returns the SQL for the database's clock, in seconds. The clocks of the instances may differ. */
  private get seconds(): string {
    return this.db.engine === 'mysql' ? 'unix_timestamp()' : 'unixepoch()';
  }

  /** Claims messages that are due and that no other instance has claimed. */
  private async claim(channels: readonly Channel[]): Promise<MessageRow[]> {
    const { waiting: state } = messageStates;
    const due = await this.db.reader
      .createQueryBuilder(MessageRow, 'm')
      .select('m.id')
      .where('m.state = :state and m.dueAt <= :now', { state, now: this.clock.now() })
      .andWhere('m.channel in (:...channels)', { channels })
      .andWhere(`m.claimedUntil <= ${this.seconds}`)
      .orderBy('m.dueAt')
      .limit(claimed)
      .getMany();
    const ids = due.map(({ id }) => id);
    if (ids.length === 0) return [];
    const claim = randomUUID();
    await this.db.writeOne(
      (manager) =>
        manager
          .createQueryBuilder()
          .update(MessageRow)
          .set({ claim, claimedUntil: () => `${this.seconds} + ${claimSeconds}`, attempts: () => 'attempts + 1' })
          .where({ id: In(ids), state })
          .andWhere(`claimedUntil <= ${this.seconds}`)
          .execute(),
      repeatable,
    );
    return this.db.reader.find(MessageRow, { where: { id: In(ids), claim, state }, order: { dueAt: 'ASC', id: 'ASC' } });
  }

  private async handOver(rows: readonly MessageRow[]): Promise<number> {
    const claim = rows[0]?.claim as string;
    const renewal = setInterval(() => void this.renew(claim), renewMs).unref();
    const left = [...rows];
    let sent = 0;
    const work = async (): Promise<void> => {
      for (let row = left.shift(); row; row = left.shift()) {
        // The remaining messages stay due, and their claims are released.
        if (this.stopped || this.isPaused(row.channel as Channel)) await this.record(row, { attempts: row.attempts - 1 });
        else if (await this.send(row)) sent++;
      }
    };
    try {
      await Promise.all(Array.from({ length: together }, work));
    } finally {
      clearInterval(renewal);
    }
    return sent;
  }

  private async renew(claim: string): Promise<void> {
    const set = { claimedUntil: () => `${this.seconds} + ${claimSeconds}` };
    await this.db
      .writeOne((manager) => manager.createQueryBuilder().update(MessageRow).set(set).where({ claim, state: messageStates.waiting }).execute(), repeatable)
      .catch((error: Error) => log().warn({ reason: error.message }, 'claim of messages'));
  }

  /** Sends one message. @returns whether the server accepted it */
  private async send(row: MessageRow): Promise<boolean> {
    const { id, attempts, createdAt, retriedAt, expiresAt, documentId, groupId } = row;
    const channel = row.channel as Channel;
    const { to, letter } = this.encryption.decryptJson<WaitingContent>(row.content as WaitingContent, letterContext(id));
    const now = this.clock.now();
    const ended = expiresAt && expiresAt <= now;
    if (ended) return this.ends(row, to, 'expired', 'It was not sent in time');
    try {
      await (await this.transport(channel)).send({ id, to, letter });
    } catch (error) {
      const { how, message } = error instanceof DeliveryError ? error : new DeliveryError('later', (error as Error).message);
      const reason = withoutAddresses(message);
      log().warn({ id, event: row.event, channel, attempts, how, reason, requestId: row.requestId ?? undefined }, 'a message was not taken');
      if (how === 'refused') return this.ends(row, to, how, reason);
      if (now.getTime() - (retriedAt ?? createdAt).getTime() >= this.settings.messageHours * 3_600_000) return this.ends(row, to, how, reason);
      this.told(row, how);
      const waits = how === 'down' ? this.pause(channel) : Math.min(firstRetryMs * 2 ** Math.min(attempts - 1, 10), longestRetryMs);
      await this.record(row, { dueAt: new Date(this.clock.now().getTime() + waits), reason });
      return false;
    }
    this.pauses.delete(channel);
    this.told(row, 'sent');
    const sentAt = this.clock.now();
    // Two contents are not kept. A one-time code has expired by the time its mail comes back. The address of a message about a day of travel is deleted, as its
    // reader was promised.
    const isForgotten = expiresAt !== null || (documentId === null && groupId === null);
    const rest = isForgotten
      ? { state: messageStates.delivered, content: this.withoutLetter(id, to) }
      : { state: messageStates.sent, dueAt: new Date(sentAt.getTime() + letterDays * dayMs) };
    await this.record(row, { ...rest, sentAt, reason: null });
    return true;
  }

  /**
   * Marks a message as failed. Its content is kept, so that an operator can send it again; the content of a one-time code is deleted, because it is useless by
   * then.
   */
  private async ends(row: MessageRow, to: string, outcome: HandOver['outcome'], reason: string): Promise<false> {
    this.told(row, outcome);
    await this.record(row, { state: messageStates.failed, reason, ...(row.expiresAt ? { content: this.withoutLetter(row.id, to) } : {}) });
    return false;
  }

  /** Returns a content that keeps only the masked address, which its owner recognises. */
  private withoutLetter(id: string, to: string): MessageRow['content'] {
    const content: SentContent = { sentTo: hiddenAddress(to) };
    return this.encryption.encryptJson(content, letterContext(id));
  }

  private told({ channel, createdAt, retriedAt }: MessageRow, outcome: HandOver['outcome']): void {
    const since = (retriedAt ?? createdAt).getTime();
    this.onHandOver?.({ channel: channel as Channel, outcome, seconds: Math.max(0, this.clock.now().getTime() - since) / 1000 });
  }

  private pause(channel: Channel): number {
    const length = Math.min((this.pauses.get(channel)?.length ?? firstPauseMs / 2) * 2, longestPauseMs);
    if (!this.isPaused(channel)) this.pauses.set(channel, { until: this.clock.now().getTime() + length, length });
    return this.pauses.get(channel)?.length ?? length;
  }

  private transport(channel: Channel): Promise<Transport> {
    const known = this.transports.get(channel);
    if (known) return known;
    const opened = this.open(channel);
    this.transports.set(channel, opened);
    return opened.catch((error: unknown) => {
      this.transports.delete(channel);
      throw new DeliveryError('down', (error as Error).message);
    });
  }

  /**
   * Records the result of a message and releases its claim. If another instance has claimed the message meanwhile, nothing is recorded, because that instance
   * records the result.
   */
  private async record({ id, claim }: MessageRow, change: Partial<MessageRow>): Promise<void> {
    const { affected } = await this.db.writeOne((manager) =>
      manager.update(MessageRow, { id, claim: claim as string, state: messageStates.waiting }, { ...change, claim: null, claimedUntil: 0 } as never),
    );
    if (affected !== 1 && change.sentAt) log().warn({ id }, 'a message took so long that another instance sends it too');
  }

  /** Deletes the text of sent mail that did not come back in time, and old messages that belong to no document. */
  async sweep(): Promise<void> {
    while ((await this.deleteLetters()) === sweptTogether);
    const before = new Date(this.clock.now().getTime() - keptDays * dayMs);
    await this.db.write((tx) =>
      tx.delete(MessageRow, { documentId: IsNull(), groupId: IsNull(), state: Not(messageStates.waiting), createdAt: LessThan(before) }),
    );
  }

  private async deleteLetters(): Promise<number> {
    const { sent: state, delivered } = messageStates;
    const rows = await this.db.reader.find(MessageRow, { where: { state, dueAt: LessThan(this.clock.now()) }, take: sweptTogether });
    await this.db.write(async (tx) => {
      // Mail that has come back in the meantime keeps its text.
      for (const row of rows) await tx.update(MessageRow, { id: row.id, state }, { state: delivered, content: this.lastContent(row) } as never);
    });
    return rows.length;
  }

  /** Returns the content that is kept of a message that is not sent again. */
  lastContent({ id, content }: Pick<MessageRow, 'id' | 'content'>): MessageRow['content'] {
    const { to } = this.encryption.decryptJson<Partial<WaitingContent>>(content as WaitingContent, letterContext(id));
    return to === undefined ? content : this.withoutLetter(id, to);
  }

  /** Returns whether the text of the message still exists, so that it can be sent. */
  hasLetter({ id, content }: Pick<MessageRow, 'id' | 'content'>): boolean {
    return 'letter' in this.encryption.decryptJson<object>(content as WaitingContent, letterContext(id));
  }
}
