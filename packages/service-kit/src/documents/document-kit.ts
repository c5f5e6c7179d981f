import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.ts';
import { CatalogueClient } from '../catalogue/catalogue-client.ts';
import { CatalogueUses } from '../catalogue/catalogue-uses.ts';
import { Clock, Ids } from '../clock.ts';
import { Database } from '../database/database.ts';
import { BlindIndex } from '../encryption/blind-index.ts';
import { Encryption } from '../encryption/encryption.ts';
import { MediaClient } from '../media/media-client.ts';
import { Messages } from '../messages/messages.ts';
import { Outbox } from '../outbox/outbox.ts';
import { PrintClient } from '../prints/print-client.ts';
import { Signer } from '../qr/signing.ts';
import { Retention } from '../retention/retention.ts';
import { ServiceSettings } from '../settings/settings.ts';
import { Statistics } from '../statistics/statistics.ts';
import { Claims } from '../work/claims.ts';
import { CaseEvents } from '../work/events.ts';
import { StaffAccounts } from '../work/staff-accounts.ts';
import { WorkCalendar } from '../work/work-calendar.ts';
import { DocumentCounts } from './document-counts.ts';
import { Idempotency } from './idempotency.ts';
import { SearchColumns } from './search-columns.ts';
import { Serials } from './serials.ts';

/** The parts that a document service works with, as one dependency. */
@Injectable()
export class DocumentKit {
  constructor(
    readonly db: Database,
    readonly clock: Clock,
    readonly ids: Ids,
    readonly serials: Serials,
    readonly idempotency: Idempotency,
    readonly counts: DocumentCounts,
    readonly statistics: Statistics,
    readonly uses: CatalogueUses,
    readonly searchColumns: SearchColumns,
    readonly outbox: Outbox,
    readonly audit: Audit,
    readonly catalogues: CatalogueClient,
    readonly prints: PrintClient,
    readonly signer: Signer,
    readonly encryption: Encryption,
    readonly blindIndex: BlindIndex,
    readonly media: MediaClient,
    readonly messages: Messages,
    readonly retention: Retention,
    readonly claims: Claims,
    readonly accounts: StaffAccounts,
    readonly calendar: WorkCalendar,
    readonly events: CaseEvents,
    readonly settings: ServiceSettings,
  ) {}
}
