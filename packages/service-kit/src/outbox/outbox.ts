import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Clock, Ids } from '../clock.ts';
import { afterCommit } from '../database/after-commit.ts';
import { isDuplicate } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import { InboxRow, OutboxRow } from '../database/kit.entities.ts';
import { messageContext } from '../encryption/encrypted-queue.ts';
import { Encryption } from '../encryption/encryption.ts';
import { traceHeaders } from '../observe/tracing.ts';
import { OutboxRelay } from './relay.ts';

/** Transactional outbox. Side effects are rows: each is written, encrypted, in the transaction of its cause, and delivered at least once after the commit. */
@Injectable()
export class Outbox {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly encryption: Encryption,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Adds a message for `topic` (`<consuming service>.<event>`, such as `media.render`).
   * @param requestId id of the call that causes the message, so that its job can be traced back
   * @param documentId the document whose form is ordered
   * @returns the message's id, which is also the job's
   */
  async add(tx: EntityManager, topic: string, payload: object, requestId?: string, documentId: string | null = null): Promise<string> {
    const now = this.clock.now();
    const id = this.ids.next();
    const { traceparent } = traceHeaders();
    const job = { id, topic, payload: this.encryption.encryptJson(payload, messageContext(topic, id)), requestId, traceparent };
    await insertRow(tx, OutboxRow, {
      ...job,
      documentId,
      ...this.relay.lease(),
      createdAt: now,
      availableAt: now,
      state: 0,
    });
    afterCommit(tx, () => this.relay.submit(job));
    return id;
  }

  /**
   * Deletes the orders for forms of a document that is erased, because they contain its data. The queue may still have an order that waits: svc-media keeps no
   * form of it, and nobody publishes it again. Orders that an earlier version has written stay until the relay deletes them.
   */
  async deletePrintOrders(tx: EntityManager, documentId: string): Promise<void> {
    const orders = await tx.find(OutboxRow, { select: { id: true }, where: { documentId } });
    if (orders.length) await tx.delete(OutboxRow, { id: In(orders.map(({ id }) => id)) });
  }
}

/** Deduplicates incoming messages: a message that is delivered twice takes effect once. */
@Injectable()
export class Inbox {
  constructor(private readonly clock: Clock) {}

  /** Records a message in the transaction of its effect. @returns false where the message was recorded before */
  async first(tx: EntityManager, id: string, topic: string): Promise<boolean> {
    if (await tx.existsBy(InboxRow, { id })) return false;
    try {
      await tx.insert(InboxRow, { id, topic, at: this.clock.now() });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
