import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { QUEUE } from '../outbox/relay.ts';
import type { JobQueue } from '../queue/queue.ts';
import { RETENTION_PLAN, type RetentionPlan } from '../retention/retention.ts';
import { Mailbox, type Message } from './mailbox.ts';

/** The topic of messages that a service sends to people: added to the outbox in the transaction of their cause, so each is sent once. */
export const mailTopic = (service: string): string => `${service}.mail`;

/** Sends the messages of a document service. */
@Injectable()
export class MailJobs implements OnApplicationBootstrap {
  constructor(
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Inject(RETENTION_PLAN) private readonly plan: RetentionPlan,
    private readonly mailbox: Mailbox,
  ) {}

  onApplicationBootstrap(): void {
    if (this.plan.kinds.length) this.queue.consume<Message>(mailTopic(this.plan.service), ({ payload }) => this.mailbox.send(payload));
  }
}
