import { Inject, Injectable } from '@nestjs/common';
import type { CatalogueRecord, ListResult, PrintLayout } from '@portal/contract-kit';
import { Audit, type Call, isStaff, notFound, PrintClient, unavailable } from '@portal/service-kit';
import { searchRecords } from '../catalogue/catalogue-search.ts';
import { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { ReferenceSettings } from '../reference.settings.ts';
import { membershipLayout, productLayout } from './lookup.layouts.ts';
import type { LookupSource } from './lookup-source.ts';

const waitMs = 10_000;
const found = 50;

/** Answers from the catalogues that this service keeps itself. */
@Injectable()
export class OwnTablesSource implements LookupSource {
  constructor(
    @Inject(CatalogueStore) private readonly store: CatalogueStore,
    @Inject(PrintClient) private readonly prints: PrintClient,
    @Inject(Audit) private readonly audit: Audit,
    @Inject(ReferenceSettings) private readonly settings: ReferenceSettings,
  ) {}

  async medicineByCode(code: string): Promise<ListResult<CatalogueRecord>> {
    const record = this.store.get('medicine-items').byCode.get(code.toUpperCase());
    return { records: record ? [record] : [], totalRecords: record ? 1 : 0 };
  }

  async medicinesByText(text: string): Promise<ListResult<CatalogueRecord>> {
    return searchRecords(this.store.get('medicine-items').records, {
      criteria: [{ expressionType: 'SearchCriterion', operation: 'CONTAINS', dataType: 'TEXT', fieldName: 'search', values: [text] }],
      paging: { page: 1, size: found },
    });
  }

  async productDeclaration(id: string, call: Call): Promise<{ model: object; actions: [] }> {
    const record = this.find('product-declarations', id);
    await this.recordRead(call, 'simpleDocument', record);
    const { code, name, ...rest } = record;
    return { model: { id: code, version: 1, reference: name, ...rest }, actions: [] };
  }

  async productDeclarationContent(id: string, call: Call): Promise<Buffer> {
    const record = this.find('product-declarations', id);
    await this.recordRead(call, 'contentData', record);
    return this.print(record, productLayout(record, this.settings), call);
  }

  async membershipContent(id: string, call: Call): Promise<Buffer> {
    const record = this.find('membership-registrations', id);
    await this.recordRead(call, 'contentData', record);
    return this.print(record, membershipLayout(record, this.settings), call);
  }

  private find(catalogue: string, id: string): CatalogueRecord {
    const record = this.store.get(catalogue).byCode.get(id);
    if (!record) throw notFound();
    return record;
  }

  private async recordRead(call: Call, action: string, record: CatalogueRecord): Promise<void> {
    if (isStaff(call.actor)) await this.audit.read(call, { action, kind: 'lookup', documentId: record.code.slice(0, 36) });
  }

  private async print(record: CatalogueRecord, layout: PrintLayout, { requestId }: Call): Promise<Buffer> {
    const pdf = await this.prints.fetch(`reference/${record.code}/1/content`, () => layout, waitMs, requestId);
    if (!pdf) throw unavailable('The document is being prepared. Try again in a moment.', 2);
    return pdf;
  }
}
