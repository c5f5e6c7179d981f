import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type ReceiptRecorded, receiptTopic } from '@portal/contract-kit';
import { type JobQueue, QUEUE } from '@portal/service-kit';
import { service } from './announcements.ts';
import { Licences } from './licences.ts';

/** Hears from svc-reference that money was received. */
@Injectable()
export class ReceiptConsumer implements OnApplicationBootstrap {
  constructor(
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Inject(Licences) private readonly licences: Licences,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.consume<ReceiptRecorded>(receiptTopic(service), ({ payload, requestId }) => this.licences.recordReceipt(payload, requestId));
  }
}
