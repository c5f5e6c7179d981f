import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Mailbox, type Message } from '../messages/mailbox.ts';
import { QUEUE } from '../outbox/relay.ts';
import type { JobQueue } from '../queue/queue.ts';
import { RETENTION_PLAN, type RetentionPlan } from '../retention/retention.ts';

/** The topic of the messages to officials whom a note names. */
export const mentionTopic = (service: string): string => `${service}.mention`;

/** Sends the messages to officials whom a note names. */
@Injectable()
export class MentionMail implements OnApplicationBootstrap {
  constructor(
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Inject(RETENTION_PLAN) private readonly plan: RetentionPlan,
    private readonly mailbox: Mailbox,
  ) {}

  onApplicationBootstrap(): void {
    if (this.plan.kinds.length) this.queue.consume<Message>(mentionTopic(this.plan.service), ({ payload }) => this.mailbox.send(payload));
  }
}
