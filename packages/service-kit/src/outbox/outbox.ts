import { Injectable } from '@nestjs/common';
import { RENDER_TOPIC, type RenderJob } from '@portal/contract-kit';
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
   * @returns the message's id, which is also the job's
   */
  async add(tx: EntityManager, topic: string, payload: object, requestId?: string): Promise<string> {
    const now = this.clock.now();
    const id = this.ids.next();
    const { traceparent } = traceHeaders();
    const job = { id, topic, payload: this.encryption.encryptJson(payload, messageContext(topic, id)), requestId, traceparent };
    await insertRow(tx, OutboxRow, {
      ...job,
      ...this.relay.lease(),
      createdAt: now,
      availableAt: now,
      state: 0,
    });
    afterCommit(tx, () => this.relay.submit(job));
    return id;
  }

  /**
   * Deletes the requests to draw a form of this document in advance whose jobs failed for good. They contain the document's data, and an operator could have
   * the form drawn again.
   */
  async deleteFailedPrints(tx: EntityManager, service: string, documentId: string): Promise<void> {
    const failed = await tx.find(OutboxRow, { select: { id: true, payload: true }, where: { topic: RENDER_TOPIC, state: 2 } });
    const ids = failed
      .filter(({ id, payload }) =>
        this.encryption.decryptJson<RenderJob>(payload as RenderJob, messageContext(RENDER_TOPIC, id)).key.startsWith(`${service}/${documentId}/`),
      )
      .map(({ id }) => id);
    if (ids.length) await tx.delete(OutboxRow, { id: In(ids) });
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
