import { Inject, Injectable } from '@nestjs/common';
import { type DocumentEnvelope, type ListResult, type ReceiptRecorded, sanitise } from '@portal/contract-kit';
import {
  type Answer,
  addDays,
  type Call,
  commentOf,
  DocumentKit,
  DocumentService,
  dateTime,
  log,
  refusalOf,
  ServiceSettings,
  unprocessable,
} from '@portal/service-kit';
import { Between, type FindOptionsWhere } from 'typeorm';
import { changeableFields, type LicenceDocument, type LicenceRequirement, type LicenceStatus, ProfessionalLicence } from '../../contract/index.ts';
import type { LicenceSettings } from '../settings.ts';
import { type FeeLine, feesOf, requirementsOf } from './application.ts';
import { licenceDefinition } from './licence.definition.ts';
import { LicenceRow } from './licence.row.ts';
import { systemRole } from './licence.workflow.ts';
import { MediaClient } from './media-client.ts';
import { hasReceipt } from './receipt.ts';

type Envelope = DocumentEnvelope<LicenceDocument>;
type Plain = Record<string, unknown>;

const list = <T>(records: T[]): ListResult<T> => ({ records, totalRecords: records.length });

@Injectable()
export class Licences extends DocumentService<ProfessionalLicence, LicenceDocument, LicenceStatus, LicenceRow> {
  constructor(
    @Inject(DocumentKit) kit: DocumentKit,
    @Inject(MediaClient) media: MediaClient,
    @Inject(ServiceSettings) private readonly settings: LicenceSettings,
  ) {
    super(licenceDefinition({ catalogues: kit.catalogues, media, settings }), kit);
  }

  /** What is to be provided for a document and academic level. */
  async requirements(documentCode: string, subDocumentCode: string): Promise<ListResult<LicenceRequirement>> {
    return list(await requirementsOf(this.kit.catalogues, documentCode, subDocumentCode));
  }

  /** What it costs. */
  async fees(documentCode: string, subDocumentCode: string): Promise<ListResult<FeeLine>> {
    return list(await feesOf(this.kit.catalogues, documentCode, subDocumentCode));
  }

  override perform(id: string, action: string, body: unknown, call: Call): Promise<Answer<Envelope>> {
    return action === 'renewal' ? this.renew(id, body, call) : super.perform(id, action, body, call);
  }

  /**
   * Renews an issued licence: a new document of the same holder, submitted, that names the one before it. Both are written in
   * one transaction, so that a licence is never renewed twice.
   */
  private async renew(id: string, body: unknown, call: Call): Promise<Answer<Envelope>> {
    const { definition: d, kit } = this;
    return kit.idempotency.once<Envelope>(call, body, async (remember) => {
      const row = await this.rowOf(id);
      const refusal = refusalOf(d.workflow, d, 'renewal', this.standingOf(row), call.actor);
      if (refusal && refusal.status !== 409) throw refusal;
      const plain = (body ?? {}) as Plain;
      if (typeof plain.version === 'number' && plain.version !== row.version) throw this.stale(row);
      if (refusal) throw refusal;
      if (typeof plain.version !== 'number')
        throw unprocessable([{ code: 'REQUIRED', field: 'version', message: 'Send the version of the document that you have seen' }]);

      const before = this.modelOf(row);
      const rule = this.rule('renewal');
      const now = kit.clock.now();
      const comment = commentOf(plain);
      const draft = await this.renewalOf(before, plain, call);
      await this.settle(draft, undefined, 'renewal', rule, plain, call, []);
      const serialReference = await kit.serials.next(d.documentCode(draft));
      const renewal: LicenceDocument = {
        ...draft,
        id: kit.ids.next(),
        version: 1,
        documentStatus: 'SUBMITTED',
        serialReference,
        documentCreatedAt: dateTime(now),
        actions: [this.entry(rule, 'SUBMITTED', comment, call, now)],
      };
      const renewed: LicenceDocument = {
        ...before,
        version: row.version + 1,
        renewalId: renewal.id,
        renewalReference: serialReference.reference,
        actions: [...before.actions, this.entry(rule, before.documentStatus, comment, call, now)],
      };
      // Whoever renews for the holder, the new document belongs to who owned the old one.
      const created = this.rowFor(renewal, call, now, 'renewal', { ownerSub: row.ownerSub, createdAt: now });
      const closed = { renewal: this.rows.close(created), renewed: this.rows.close(this.rowFor(renewed, call, now, 'renewal', row)) };
      return kit.db.write(async (tx) => {
        const answer = { status: 201, body: this.envelope(created, call) };
        await remember(tx, answer);
        const { id: _id, ...columns } = closed.renewed;
        const { affected } = await tx.update(LicenceRow, { id, version: row.version }, columns as never);
        if (affected !== 1) throw await this.overtaken(tx, id);
        await tx.insert(LicenceRow, closed.renewal as never);
        await this.recordAction(tx, renewed, row, closed.renewed, rule, comment, call);
        await this.recordAction(tx, renewal, null, closed.renewal, rule, comment, call);
        await this.beginPrint(tx, renewal, 'print-form', call);
        return answer;
      });
    });
  }

  /** The application for the renewal: the licence's own fields, with what the holder changes. */
  private async renewalOf(before: LicenceDocument, plain: Plain, call: Call): Promise<LicenceDocument> {
    const given = sanitise(ProfessionalLicence, { ...before, ...plain }) as unknown as Plain;
    // The photo is the licence's; the documents are to be provided again, and the bank account chosen again.
    const taken = changeableFields.application.filter(
      (f) => !['photoInstance', 'bankCode', 'documentCode', 'subDocumentCode', 'agencyCode', 'documentType', 'previousReference'].includes(f),
    );
    const answers = Array.isArray(plain.requirements) ? given.requirements : [];
    const renewalType = await this.kit.catalogues.find('document-types', 'REN');
    return {
      ...(await this.definition.blank(call)),
      ...Object.fromEntries(taken.map((f) => [f, given[f]])),
      agencyCode: before.agencyCode,
      documentCode: before.documentCode,
      subDocumentCode: before.subDocumentCode,
      documentType: renewalType && renewalType.retired !== true ? renewalType.code : before.documentType,
      photoInstance: before.photoInstance,
      requirements: answers,
      previousReference: before.serialReference.reference,
      previousEndDate: before.endDate,
      renewalOf: before.id,
      applicantUser: before.applicantUser,
    } as LicenceDocument;
  }

  /** Marks the fees of a receipt as paid; a receipt that is announced again changes nothing. */
  async recordReceipt(receipt: ReceiptRecorded, requestId = `receipt-${receipt.reference}`): Promise<void> {
    const known = await this.performForSystem(receipt.documentId, requestId, systemRole, (licence) =>
      hasReceipt(licence, receipt.receiptId) ? null : { action: 'receipt', body: receipt },
    );
    if (!known) log().warn({ receipt: receipt.reference, requestId }, 'a receipt for no licence');
  }

  /** Marks the licences that end within the notice. @returns how many were marked */
  async markAboutToExpire(today: string): Promise<number> {
    let marked = 0;
    for (const documentStatus of ['APPROVED', 'SUSPENDED']) {
      for (;;) {
        const rows = await this.kit.db.reader.find(LicenceRow, {
          select: { id: true },
          where: {
            documentStatus,
            aboutToExpire: 0,
            endDate: Between('0000-00-00', addDays(today, this.settings.expiryNoticeDays)),
          } as FindOptionsWhere<LicenceRow>,
          take: 200,
        });
        for (const { id } of rows) {
          await this.performForSystem(id, `expiry-${today}`, systemRole, (licence) => (licence.aboutToExpire ? null : { action: 'expiry-notice', body: {} }));
        }
        marked += rows.length;
        if (rows.length < 200) break;
      }
    }
    return marked;
  }
}
