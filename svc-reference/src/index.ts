import 'reflect-metadata';
import { type Clock, type Environment, loadSettings, type RunningService, startService } from '@portal/service-kit';
import { CatalogueRevisionRow, CatalogueRow, SeedStateRow } from './database/catalogue.entities.ts';
import { InvoiceRow, PaidLineRow, ReceiptRow } from './database/payment.entities.ts';
import { ReferenceTables1700000010000 } from './database/reference.migration.ts';
import { ReceiptBody } from './payments/receipt.contract.ts';
import { ReferenceModule } from './reference.module.ts';
import { ReferenceSettings } from './reference.settings.ts';

export { ReferenceSettings } from './reference.settings.ts';

const importLimit = 8 * 1024 * 1024;

/** Starts svc-reference: catalogues, public keys, receipts and lookups. @throws SettingsError, PackError */
export function createService(environment: Environment, { clock }: { clock?: Clock } = {}): Promise<RunningService> {
  return startService({
    service: 'reference',
    title: 'Catalogues, keys, receipts and lookups',
    settings: loadSettings(ReferenceSettings, environment),
    clock,
    module: ReferenceModule,
    entities: [CatalogueRow, CatalogueRevisionRow, SeedStateRow, InvoiceRow, PaidLineRow, ReceiptRow],
    migrations: [ReferenceTables1700000010000],
    contracts: [ReceiptBody],
    plugins: async (fastify) => {
      fastify.addContentTypeParser('text/csv', { parseAs: 'string', bodyLimit: importLimit }, (_request, text, done) => done(null, text));
    },
  });
}
