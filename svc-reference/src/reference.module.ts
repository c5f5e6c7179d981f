import { Module } from '@nestjs/common';
import { AUDIT_RELATED, Audit, type AuditRelated, Database, PrintClient } from '@portal/service-kit';
import { AreaDecisionsController } from './areas/area-decisions.controller.ts';
import { CatalogueController } from './catalogue/catalogue.controller.ts';
import { CatalogueAdminController } from './catalogue/catalogue-admin.controller.ts';
import { CatalogueImport } from './catalogue/catalogue-import.ts';
import { CatalogueOverviewController, FormPreviewController, ProposalsController } from './catalogue/catalogue-overview.controller.ts';
import { CatalogueStore } from './catalogue/catalogue-store.ts';
import { CatalogueWriter } from './catalogue/catalogue-writer.ts';
import { FormPreviews } from './catalogue/form-preview.ts';
import { InternalCatalogueController } from './catalogue/internal.controller.ts';
import { Proposals } from './catalogue/proposals.ts';
import { RecordChanges } from './catalogue/record-changes.ts';
import { RecordUses } from './catalogue/record-uses.ts';
import { KeysController } from './keys/keys.controller.ts';
import { LookupController } from './lookups/lookup.controller.ts';
import { LOOKUPS, type LookupSource } from './lookups/lookup-source.ts';
import { OwnTablesSource } from './lookups/own-tables.source.ts';
import { UpstreamSource } from './lookups/upstream.source.ts';
import { OperationsController } from './operations/operations.controller.ts';
import { FeeNames } from './payments/fee-names.ts';
import { Invoices } from './payments/invoices.service.ts';
import { PaymentMethods } from './payments/payment-methods.ts';
import { ReceiptController } from './payments/receipt.controller.ts';
import { ReceiptAccess } from './payments/receipt-access.ts';
import { ReceiptLookup } from './payments/receipt-lookup.ts';
import { ReceiptVoids } from './payments/receipt-voids.service.ts';
import { TillSearchColumns } from './payments/receipt-words.ts';
import { Receipts, receiptsOf } from './payments/receipts.service.ts';
import { ShiftController } from './payments/shift.controller.ts';
import { ShiftLookup } from './payments/shift-lookup.ts';
import { Shifts } from './payments/shifts.service.ts';
import { TillLookupController } from './payments/till-lookup.controller.ts';
import { TillLookup } from './payments/till-lookup.ts';
import { UnpaidDocuments } from './payments/unpaid.service.ts';
import { ReferenceSettings } from './reference.settings.ts';
import { Seeder } from './seed/seeder.ts';

const chooseLookups = (settings: ReferenceSettings, own: OwnTablesSource, prints: PrintClient, audit: Audit): LookupSource =>
  settings.lookupsUrl ? new UpstreamSource(settings.lookupsUrl, settings, prints, audit) : own;

@Module({
  controllers: [
    CatalogueController,
    CatalogueAdminController,
    CatalogueOverviewController,
    FormPreviewController,
    ProposalsController,
    InternalCatalogueController,
    KeysController,
    ReceiptController,
    ShiftController,
    TillLookupController,
    LookupController,
    AreaDecisionsController,
    OperationsController,
  ],
  providers: [
    Seeder,
    CatalogueStore,
    CatalogueWriter,
    CatalogueImport,
    RecordChanges,
    RecordUses,
    FormPreviews,
    Proposals,
    FeeNames,
    ReceiptAccess,
    Invoices,
    PaymentMethods,
    Shifts,
    Receipts,
    ReceiptVoids,
    ReceiptLookup,
    ShiftLookup,
    UnpaidDocuments,
    TillLookup,
    TillSearchColumns,
    OwnTablesSource,
    {
      provide: AUDIT_RELATED,
      inject: [Database],
      useFactory:
        (db: Database): AuditRelated =>
        (documentIds) =>
          receiptsOf(db, documentIds),
    },
    { provide: LOOKUPS, useFactory: chooseLookups, inject: [ReferenceSettings, OwnTablesSource, PrintClient, Audit] },
  ],
})
export class ReferenceModule {}
