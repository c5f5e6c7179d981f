import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type ReceiptRecorded, receiptTopic } from '@portal/contract-kit';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { log } from '../logging.ts';
import { QUEUE } from '../outbox/relay.ts';
import type { JobQueue } from '../queue/queue.ts';
import { hasReceipt } from './receipt.ts';

/**
 * Records the receipts that svc-reference announces. The definition of a kind of document names in `receiptAction` the action that a receipt triggers; that
 * action is an entry of the kind's workflow table.
 */
@Injectable()
export class ReceiptConsumer implements OnApplicationBootstrap {
  constructor(
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[],
  ) {}

  onApplicationBootstrap(): void {
    const services = new Set(this.payable().map(({ definition }) => definition.service));
    for (const service of services) this.queue.consume<ReceiptRecorded>(receiptTopic(service), ({ payload, requestId }) => this.record(payload, requestId));
  }

  /** Performs the action of a receipt on its document. A receipt that is announced again changes nothing. */
  async record(receipt: ReceiptRecorded, requestId = `receipt-${receipt.reference}`): Promise<void> {
    for (const documents of this.payable()) {
      const { receiptAction } = documents.definition;
      const isKnown = await documents.performForSystem(receipt.documentId, requestId, (model) =>
        hasReceipt(model, receipt) || !receiptAction ? null : { action: receiptAction(model, receipt), body: receipt },
      );
      if (isKnown) return;
    }
    log().warn({ receipt: receipt.reference, requestId }, 'a receipt for a document that does not exist');
  }

  private payable(): AnyDocuments[] {
    return this.documents.filter(({ definition }) => definition.receiptAction);
  }
}
