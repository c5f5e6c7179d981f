import { Inject, Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.ts';
import { CatalogueClient } from '../catalogue/catalogue-client.ts';
import { Clock, Ids } from '../clock.ts';
import { Database } from '../database/database.ts';
import { Mailbox } from '../messages/mailbox.ts';
import { Outbox } from '../outbox/outbox.ts';
import { Signer } from '../qr/signing.ts';
import { PrintClient } from '../rendering/print-client.ts';
import { Retention } from '../retention/retention.ts';
import { BlindIndex } from '../sealing/blind-index.ts';
import { Sealer } from '../sealing/sealer.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { DocumentCounts } from './document-counts.ts';
import { Idempotency } from './idempotency.ts';
import { Serials } from './serials.ts';

/** The parts a document service works with, as one dependency. */
@Injectable()
export class DocumentKit {
  constructor(
    @Inject(Database) readonly db: Database,
    @Inject(Clock) readonly clock: Clock,
    @Inject(Ids) readonly ids: Ids,
    @Inject(Serials) readonly serials: Serials,
    @Inject(Idempotency) readonly idempotency: Idempotency,
    @Inject(DocumentCounts) readonly counts: DocumentCounts,
    @Inject(Outbox) readonly outbox: Outbox,
    @Inject(Audit) readonly audit: Audit,
    @Inject(CatalogueClient) readonly catalogues: CatalogueClient,
    @Inject(PrintClient) readonly prints: PrintClient,
    @Inject(Signer) readonly signer: Signer,
    @Inject(Sealer) readonly sealer: Sealer,
    @Inject(BlindIndex) readonly blindIndex: BlindIndex,
    @Inject(Mailbox) readonly mailbox: Mailbox,
    @Inject(Retention) readonly retention: Retention,
    @Inject(ServiceSettings) readonly settings: ServiceSettings,
  ) {}
}
