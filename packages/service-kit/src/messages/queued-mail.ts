import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { inBoth } from '@portal/contract-kit';
import { Database, isDuplicate } from '../database/database.ts';
import { QUEUE } from '../outbox/relay.ts';
import type { Job, JobQueue } from '../queue/queue.ts';
import { RETENTION_PLAN, type RetentionPlan } from '../retention/retention.ts';
import { Messages } from './messages.ts';

/** A message as the previous release wrote it to the outbox. */
interface EarlierMessage {
  to: string;
  subject: string;
  text: string;
}

/** Takes over the messages that instances of the previous release put into the queue. */
@Injectable()
export class QueuedMail implements OnApplicationBootstrap {
  constructor(
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Inject(RETENTION_PLAN) private readonly plan: RetentionPlan,
    private readonly db: Database,
    private readonly messages: Messages,
  ) {}

  onApplicationBootstrap(): void {
    if (this.plan.kinds.length) this.queue.consume<EarlierMessage>(`${this.plan.service}.mail`, (job) => this.take(job));
  }

  /** Stores a message. A message that the queue delivers twice is stored once. */
  private async take({ id, payload: { to, subject, text }, requestId }: Job<EarlierMessage>): Promise<void> {
    const letter = { event: 'changed', language: 'en', subject: inBoth(subject), paragraphs: text.split('\n\n').map(inBoth) } as const;
    const recipient = { channel: to.includes('@') ? 'email' : 'sms', to } as const;
    try {
      await this.db.write((tx) => this.messages.add(tx, { eventId: id, recipient, letter, requestId }));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}
