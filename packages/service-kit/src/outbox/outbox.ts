import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock, Ids } from '../clock.ts';
import { isDuplicate } from '../database/database.ts';
import { InboxRow, OutboxRow } from '../database/kit.entities.ts';

/** Side effects as rows: written in the transaction of their cause, delivered after its commit, at least once. */
@Injectable()
export class Outbox {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Ids) private readonly ids: Ids,
  ) {}

  /**
   * Adds a message for `topic` (`<consuming service>.<event>`, such as `media.render`).
   * @param delayMs how long it is held back
   * @returns the message's id, which is also the job's
   */
  async add(tx: EntityManager, topic: string, payload: object, delayMs = 0): Promise<string> {
    const now = this.clock.now();
    const id = this.ids.next();
    await tx.insert(OutboxRow, {
      id,
      topic,
      payload,
      createdAt: now,
      availableAt: new Date(now.getTime() + delayMs),
      owner: null,
      leaseUntil: new Date(0),
      attempts: 0,
      state: 0,
      lastError: null,
    });
    return id;
  }
}

/** What this service has already acted on; a message delivered twice acts once. */
@Injectable()
export class Inbox {
  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /** Records the message in the transaction of its effect. @returns false when it was seen before */
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
