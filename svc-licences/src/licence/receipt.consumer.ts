import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type ReceiptRecorded, receiptTopic } from '@portal/contract-kit';
import { type JobQueue, QUEUE } from '@portal/service-kit';
import { service } from './licence.announcements.ts';
import { LicenceService } from './licence.service.ts';

/** Hears from svc-reference that money was received. */
@Injectable()
export class ReceiptConsumer implements OnApplicationBootstrap {
  constructor(
    @Inject(QUEUE) private readonly queue: JobQueue,
    private readonly licences: LicenceService,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.consume<ReceiptRecorded>(receiptTopic(service), ({ payload, requestId }) => this.licences.recordReceipt(payload, requestId));
  }
}
