import { Injectable } from '@nestjs/common';
import type { CatalogueRecord, ListResult } from '@portal/contract-kit';
import { Audit, type Call, isStaff, notFound, PrintClient } from '@portal/service-kit';
import { searchRecords } from '../catalogue/catalogue-search.ts';
import { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { ReferenceSettings } from '../reference.settings.ts';
import { membershipLayout, productLayout } from './lookup.layouts.ts';
import { printNow } from './lookup.print.ts';
import type { LookupSource } from './lookup-source.ts';
import { publicModel, publicRecord, wholeModel } from './product-declaration.ts';

const found = 50;

/**
 * Returns the public part of a registration that was found by the member's number, which can be guessed: how long it is valid, and nothing about the person.
 */
const publicMember = ({ organisation, memberNumber, validUntil }: CatalogueRecord): object => ({ organisation, memberNumber, validUntil });

/** Returns the name of the printed form: with the whole record, or only with what the public may see. */
const formOf = (whole: boolean): string => (whole ? 'content' : 'content-public');

/** Answers lookups from the catalogues of this service. */
@Injectable()
export class OwnTablesSource implements LookupSource {
  constructor(
    private readonly store: CatalogueStore,
    private readonly prints: PrintClient,
    private readonly audit: Audit,
    private readonly settings: ReferenceSettings,
  ) {}

  async medicineByCode(code: string): Promise<ListResult<CatalogueRecord>> {
    const { byCode } = this.store.get('medicine-items');
    const record = byCode.get(code) ?? byCode.get(code.toUpperCase());
    return { records: record ? [record] : [], totalRecords: record ? 1 : 0 };
  }

  async medicinesByText(text: string): Promise<ListResult<CatalogueRecord>> {
    return searchRecords(this.store.get('medicine-items').records, {
      criteria: [{ expressionType: 'SearchCriterion', operation: 'CONTAINS', dataType: 'TEXT', fieldName: 'search', values: [text] }],
      paging: { page: 1, size: found },
    });
  }

  async productDeclaration(asked: string, call: Call): Promise<{ model: object; actions: [] }> {
    const { record, byReference } = this.find('product-declarations', 'name', asked);
    await this.recordRead(call, 'simpleDocument', record);
    return { model: isStaff(call.actor) || !byReference ? wholeModel(record) : publicModel(record), actions: [] };
  }

  async productDeclarationContent(asked: string, call: Call): Promise<Buffer> {
    const { record, byReference } = this.find('product-declarations', 'name', asked);
    await this.recordRead(call, 'contentData', record);
    const whole = isStaff(call.actor) || !byReference;
    const layout = productLayout(whole ? record : publicRecord(record), call.language, this.settings);
    return printNow(this.prints, record.code, formOf(whole), layout, call);
  }

  async membershipContent(asked: string, call: Call): Promise<Buffer> {
    const { record, byReference } = this.find('membership-registrations', 'memberNumber', asked);
    await this.recordRead(call, 'contentData', record);
    const whole = isStaff(call.actor) || !byReference;
    const layout = membershipLayout(whole ? record : publicMember(record), call.language, this.settings);
    return printNow(this.prints, record.code, formOf(whole), layout, call);
  }

  /**
   * Finds a record by its id, or by the reference on the printed document.
   * @throws 404
   */
  private find(catalogue: string, referenceField: string, asked: string): { record: CatalogueRecord; byReference: boolean } {
    const { byCode, records } = this.store.get(catalogue);
    const byId = byCode.get(asked);
    if (byId) return { record: byId, byReference: false };
    const reference = asked.trim().toUpperCase();
    const record = records.find((each) => String(each[referenceField] ?? '').toUpperCase() === reference);
    if (!record) throw notFound();
    return { record, byReference: true };
  }

  private async recordRead(call: Call, action: string, record: CatalogueRecord): Promise<void> {
    if (isStaff(call.actor)) await this.audit.read(call, { action, kind: 'lookup', documentId: record.code.slice(0, 36) });
  }
}
