import 'reflect-metadata';
import { type Clock, type Environment, loadSettings, type RunningService, type ServiceOptions, startService } from '@portal/service-kit';
import { takeFiles } from '@portal/service-kit/files';
import { importPlace } from './catalogue/catalogue-admin.controller.ts';
import { catalogueAdminSchemas } from './catalogue/catalogue-admin.schemas.ts';
import { mostBytes } from './catalogue/catalogue-import.ts';
import { encryptedColumn } from './catalogue/encrypted-values.ts';
import { CatalogueProposalRow, CatalogueRevisionRow, CatalogueRow, CatalogueVersionRow, SeedStateRow } from './database/catalogue.entities.ts';
import { OperationRunRow } from './database/operation.entities.ts';
import { Operations1700000010500 } from './database/operation.migration.ts';
import { PayerWords1700000902300 } from './database/payer-words.migration.ts';
import { InvoiceRow, PaidLineRow, ReceiptRow, ShiftRow } from './database/payment.entities.ts';
import { ReceiptOffice1700000010100 } from './database/receipt-office.migration.ts';
import { ReferenceTables1700000010000 } from './database/reference.migration.ts';
import { ShiftSearch1700000010700 } from './database/shift-search.migration.ts';
import { Studio1700000010400 } from './database/studio.migration.ts';
import { Till1700000010200 } from './database/till.migration.ts';
import { TillSearch1700000010300 } from './database/till-search.migration.ts';
import { UnpaidList1700000010600 } from './database/unpaid-list.migration.ts';
import { ReceiptBody, VoidBody } from './payments/receipt.contract.ts';
import { CloseShiftBody, OpenShiftBody } from './payments/shift.contract.ts';
import { ReferenceModule } from './reference.module.ts';
import { ReferenceSettings } from './reference.settings.ts';

export { readRecord } from './catalogue/catalogue-record.ts';
export { type CatalogueDefinition, catalogues } from './catalogue/definitions.ts';
export { ReferenceSettings } from './reference.settings.ts';

/**
 * The modules of svc-reference: catalogues, public keys, receipts and lookups.
 * @throws SettingsError, PackError
 */
export const describeService = (environment: Environment, { clock }: { clock?: Clock } = {}): ServiceOptions => ({
  service: 'reference',
  title: 'Catalogues, keys, receipts and lookups',
  settings: loadSettings(ReferenceSettings, environment),
  clock,
  module: ReferenceModule,
  entities: [
    CatalogueRow,
    CatalogueRevisionRow,
    CatalogueVersionRow,
    CatalogueProposalRow,
    SeedStateRow,
    InvoiceRow,
    PaidLineRow,
    ReceiptRow,
    ShiftRow,
    OperationRunRow,
  ],
  migrations: [
    ReferenceTables1700000010000,
    ReceiptOffice1700000010100,
    Till1700000010200,
    TillSearch1700000010300,
    Studio1700000010400,
    Operations1700000010500,
    UnpaidList1700000010600,
    ShiftSearch1700000010700,
    PayerWords1700000902300,
  ],
  encryptedColumns: [encryptedColumn],
  contracts: [ReceiptBody, VoidBody, OpenShiftBody, CloseShiftBody],
  schemas: catalogueAdminSchemas,
  plugins: (fastify) => takeFiles(fastify, importPlace, mostBytes + 2 * 1024 * 1024),
});

export const createService = (environment: Environment, more?: { clock?: Clock }): Promise<RunningService> => startService(describeService(environment, more));
