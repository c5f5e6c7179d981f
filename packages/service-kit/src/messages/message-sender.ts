/** Hands waiting messages over to the servers. Every instance does so; each message is handed over by one of them. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
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
import { hiddenAddress, NotTaken, type Transport, withoutAddresses } from './transport.ts';

const pollMs = 1_000;
/** Messages wait this long, so that more are claimed together. */
const gatherMs = 100;
/** Messages that one instance hands over at once, and claims together. */
const together = 4;
const claimed = 16;
/** A claim ends this long after its last renewal, by the clock of the database; then another instance takes its messages over. */
const claimSeconds = 30;
const renewMs = 10_000;
/** A server that accepts nothing is tried again after this time, which doubles up to a minute. */
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;
/** A message that is not accepted yet is sent again after this time, which doubles up to half an hour. */
const firstRetryMs = 30_000;
const longestRetryMs = 30 * 60_000;
const shutdownMs = 5_000;
/** A claim need not be on the disk: one that is lost is made again. */
const repeatable = { durable: false };
/** Days for which the text of a message is kept, so that mail that comes back can be sent again. */
const letterDays = 7;
const dayMs = 86_400_000;
const sweptTogether = 200;
/** Days for which messages to officials are kept. Messages about a document are kept as long as the document. */
const keptDays = 90;

/** How the transports are made: the sender asks for one when it first needs it. */
export type OpenTransport = (channel: Channel) => Promise<Transport>;
export const OPEN_TRANSPORT = Symbol('OpenTransport');

/** The outcome of a hand-over, for the metrics. */
export interface HandOver {
  channel: Channel;
  outcome: 'sent' | 'refused' | 'later' | 'down' | 'expired';
  /** Seconds since the message was written. */
  seconds: number;
}

interface Pause {
  until: number;
  length: number;
}

/**
 * A message waits as a row. An instance claims rows by a conditional update, hands each over, and records it. When the process dies between the hand-over and
 * its record, another instance hands the message over again, with the same Message-ID: that is the one case in which a server gets a message twice. SMTP has
 * no way to ask whether a message was taken. Everything else happens once: a claim is held by one instance, and is renewed as long as it works.
 */
@Injectable()
export class MessageSender implements OnApplicationBootstrap {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private again = false;
  private stopped = false;
  private readonly transports = new Map<Channel, Promise<Transport>>();
  private readonly pauses = new Map<Channel, Pause>();
  /** Called after each hand-over; for the metrics. */
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

  /** Looks at once whether a message waits. */
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

  /** Hands over all that is due. @returns how many messages were taken by their servers */
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

  /** The clock of the database, in seconds: the clocks of the instances may differ. */
  private get seconds(): string {
    return this.db.engine === 'mysql' ? 'unix_timestamp()' : 'unixepoch()';
  }

  /** Claims messages that are due and that nobody holds. */
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
        // The rest stays due, and is free again.
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

  /** @returns whether the server took it */
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
      const { how, message } = error instanceof NotTaken ? error : new NotTaken('later', (error as Error).message);
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
    // Not kept: a one-time code, which has expired when it comes back; and the address of a message about a day of travel, as was promised.
    const isForgotten = expiresAt !== null || (documentId === null && groupId === null);
    const rest = isForgotten
      ? { state: messageStates.delivered, content: this.withoutLetter(id, to) }
      : { state: messageStates.sent, dueAt: new Date(sentAt.getTime() + letterDays * dayMs) };
    await this.record(row, { ...rest, sentAt, reason: null });
    return true;
  }

  /** The content of a failed message stays, so that it can be tried again; that of a code is of no use any more. */
  private async ends(row: MessageRow, to: string, outcome: HandOver['outcome'], reason: string): Promise<false> {
    this.told(row, outcome);
    await this.record(row, { state: messageStates.failed, reason, ...(row.expiresAt ? { content: this.withoutLetter(row.id, to) } : {}) });
    return false;
  }

  /** Only that much is kept of an address by which its owner recognises it. */
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
      throw new NotTaken('down', (error as Error).message);
    });
  }

  /** Writes what became of a message, and gives its claim back. Where the claim is somebody else's by now, it is theirs to write. */
  private async record({ id, claim }: MessageRow, change: Partial<MessageRow>): Promise<void> {
    const { affected } = await this.db.writeOne((manager) =>
      manager.update(MessageRow, { id, claim: claim as string, state: messageStates.waiting }, { ...change, claim: null, claimedUntil: 0 } as never),
    );
    if (affected !== 1 && change.sentAt) log().warn({ id }, 'a message took so long that another instance sends it too');
  }

  /** Deletes the letters of mail that did not come back, and messages that are about no document, when nobody asks for them any more. */
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
      // Mail that has come back meanwhile keeps its letter.
      for (const row of rows) await tx.update(MessageRow, { id: row.id, state }, { state: delivered, content: this.lastContent(row) } as never);
    });
    return rows.length;
  }

  /** What stays of a message that is not sent any more. */
  lastContent({ id, content }: Pick<MessageRow, 'id' | 'content'>): MessageRow['content'] {
    const { to } = this.encryption.decryptJson<Partial<WaitingContent>>(content as WaitingContent, letterContext(id));
    return to === undefined ? content : this.withoutLetter(id, to);
  }

  /** Whether there is a letter that can be sent. */
  hasLetter({ id, content }: Pick<MessageRow, 'id' | 'content'>): boolean {
    return 'letter' in this.encryption.decryptJson<object>(content as WaitingContent, letterContext(id));
  }
}
