import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type ReceiptRecorded, receiptTopic } from '@portal/contract-kit';
import { type JobQueue, QUEUE } from '@portal/service-kit';
import { service } from './trip.announcements.ts';
import { TripService } from './trip.service.ts';

/** Hears from svc-reference that money was received. */
@Injectable()
export class ReceiptConsumer implements OnApplicationBootstrap {
  constructor(
    @Inject(QUEUE) private readonly queue: JobQueue,
    private readonly trips: TripService,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.consume<ReceiptRecorded>(receiptTopic(service), ({ payload, requestId }) => this.trips.recordReceipt(payload, requestId));
  }
}
