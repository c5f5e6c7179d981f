import { Inject, Injectable } from '@nestjs/common';
import { type DocumentEnvelope, type Language, type ListResult, sanitise } from '@portal/contract-kit';
import {
  type ActionRule,
  type Answer,
  addDays,
  type Call,
  type CatalogueFee,
  DocumentKit,
  DocumentService,
  dateTime,
  type Fault,
  feesOf,
  type Made,
  ServiceSettings,
} from '@portal/service-kit';
import { Between, type EntityManager, type FindOptionsWhere } from 'typeorm';
import {
  changeableFields,
  documentFields,
  isOfficersChange,
  type LicenceDocument,
  type LicenceRequirement,
  type LicenceStatus,
  ProfessionalLicence,
} from '../../contract/index.ts';
import type { LicenceSettings } from '../settings.ts';
import { licenceRequirements } from './licence.application.ts';
import { licenceDefinition } from './licence.definition.ts';
import { staysAppliedFor } from './licence.fields.ts';
import { needsConfirmation, setAside } from './licence.pending-change.ts';
import { LicenceRow } from './licence.row.ts';

type Envelope = DocumentEnvelope<LicenceDocument>;
type Plain = Record<string, unknown>;

const list = <T>(records: T[]): ListResult<T> => ({ records, totalRecords: records.length });

@Injectable()
export class LicenceService extends DocumentService<ProfessionalLicence, LicenceDocument, LicenceStatus, LicenceRow> {
  constructor(
    kit: DocumentKit,
    @Inject(ServiceSettings) private readonly settings: LicenceSettings,
  ) {
    super(licenceDefinition({ clock: kit.clock, catalogues: kit.catalogues, media: kit.media, settings }), kit);
  }

  /** What is to be provided for a document and academic level. */
  async requirements(documentCode: string, subDocumentCode: string, language: Language): Promise<ListResult<LicenceRequirement>> {
    return list(await licenceRequirements(this.kit.catalogues, documentCode, subDocumentCode, language));
  }

  /** What it costs. */
  async fees(documentCode: string, subDocumentCode: string, language: Language): Promise<ListResult<CatalogueFee>> {
    return list(await feesOf(this.kit.catalogues, documentCode, subDocumentCode, language, () => ({})));
  }

  override perform(id: string, action: string, body: unknown, call: Call): Promise<Answer<Envelope>> {
    return action === 'renewal' ? this.renew(id, body, call) : super.perform(id, action, body, call);
  }

  /**
   * A change of who the licence is for, or of how long it lasts, is checked like every other, and then set aside until a second officer confirms it.
   */
  protected override async settle(
    model: LicenceDocument,
    before: LicenceDocument | undefined,
    action: string,
    rule: ActionRule<LicenceStatus, LicenceDocument>,
    plain: Plain,
    call: Call,
    inputErrors: readonly Fault[],
    input: Plain = plain,
  ): Promise<void> {
    await super.settle(model, before, action, rule, plain, call, inputErrors, input);
    if (!before || !isOfficersChange(action) || !needsConfirmation(before, model)) return;
    const asked = setAside(before, model, action, { name: call.actor.name, at: dateTime(this.kit.clock.now()) });
    for (const field of Object.keys(model)) delete (model as unknown as Plain)[field];
    Object.assign(model, asked);
  }

  /**
   * Renews an issued licence: a new document of the same holder, submitted, that names the one before it. Both are written in
   * one transaction, so that a licence is never renewed twice.
   */
  private async renew(asked: string, body: unknown, call: Call): Promise<Answer<Envelope>> {
    const { definition: d, kit } = this;
    await kit.catalogues.warm(d.contract);
    const work = async (remember: (tx: EntityManager, made: Made) => Promise<void>): Promise<Answer<Envelope>> => {
      const plain = (body ?? {}) as Plain;
      const found = await this.find(asked, call);
      const { row, access } = found;
      const { id } = row;
      const rule = this.allowed(found, 'renewal', plain, call);
      const before = this.modelOf(row);
      const now = kit.clock.now();
      const comment = this.checkedComment(plain);
      const given = sanitise(ProfessionalLicence, { ...before, ...plain }) as unknown as Plain;
      const draft = await this.renewalOf(before, given, Array.isArray(plain.requirements), call);
      await this.settle(draft, undefined, 'renewal', rule, plain, call, staysAppliedFor(before, given));
      const serialReference = await kit.serials.next(d.documentCode(draft));
      const renewalId = kit.ids.next();
      const renewal: LicenceDocument = {
        ...draft,
        id: renewalId,
        version: 1,
        documentStatus: 'SUBMITTED',
        serialReference,
        documentCreatedAt: dateTime(now),
        actions: [this.entry('renewal', 1, 'SUBMITTED', comment, call, now, access)],
      };
      const version = row.version + 1;
      const renewed: LicenceDocument = {
        ...before,
        version,
        renewalId,
        renewalReference: serialReference.reference,
        actions: [...before.actions, this.entry('renewal', version, before.documentStatus, comment, call, now, access)],
      };
      // Whoever renews for the holder, the new document belongs to who owned the old one.
      const created = this.rowFor(renewal, call, now, 'renewal', { ownerSub: row.ownerSub, createdAt: now });
      const closed = { renewal: this.rows.close(created), renewed: this.rows.close(this.rowFor(renewed, call, now, 'renewal', row)) };
      return kit.db.write(async (tx) => {
        await remember(tx, { status: 201, documentId: renewalId, version: 1 });
        const { id: _id, ...columns } = closed.renewed;
        const { affected } = await tx.update(LicenceRow, { id, version: row.version }, columns as never);
        if (affected !== 1) throw await this.overtaken(tx, id, call);
        await tx.insert(LicenceRow, closed.renewal as never);
        await this.recordAction(tx, renewed, row, closed.renewed, rule, comment, call);
        await this.recordAction(tx, renewal, null, closed.renewal, rule, comment, call);
        await this.beginPrint(tx, renewal, 'print-form', call);
        return { status: 201, body: this.envelope(created, call) };
      });
    };
    return kit.idempotency.once(call, body, work, (made) => this.answerAgain(made, call));
  }

  /**
   * The application for the renewal: the licence's own fields, with what the holder changes.
   * @param given the licence as the body would have it
   * @param answersRequirements whether the body says what is provided this time
   */
  private async renewalOf(before: LicenceDocument, given: Plain, answersRequirements: boolean, call: Call): Promise<LicenceDocument> {
    // The photo is the licence's; the documents are to be provided again, and the bank account chosen again.
    const fixed: readonly string[] = [...documentFields, 'photoInstance', 'bankCode'];
    const taken = changeableFields.application.filter((f) => !fixed.includes(f));
    const renewalType = await this.kit.catalogues.find('document-types', 'REN');
    return {
      ...(await this.definition.blank(call)),
      ...Object.fromEntries(taken.map((f) => [f, given[f]])),
      agencyCode: before.agencyCode,
      documentCode: before.documentCode,
      subDocumentCode: before.subDocumentCode,
      documentType: renewalType && renewalType.retired !== true ? renewalType.code : before.documentType,
      photoInstance: before.photoInstance,
      requirements: answersRequirements ? given.requirements : [],
      previousReference: before.serialReference.reference,
      previousEndDate: before.endDate,
      renewalOf: before.id,
      applicantUser: before.applicantUser,
    } as LicenceDocument;
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
          await this.performForSystem(id, `expiry-${today}`, (licence) => (licence.aboutToExpire ? null : { action: 'expiry-notice', body: {} }));
        }
        marked += rows.length;
        if (rows.length < 200) break;
      }
    }
    return marked;
  }
}
