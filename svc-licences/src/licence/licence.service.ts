import { Injectable } from '@nestjs/common';
import { type ListResult, listResult } from '@portal/contract-kit';
import { addDays, type Call, type CatalogueFee, DocumentKit, DocumentService, feesOf } from '@portal/service-kit';
import { Between, type FindOptionsWhere, MoreThan } from 'typeorm';
import { type LicenceDocument, type LicenceRequirement, type LicenceStatus, ProfessionalLicence } from '../../contract/index.ts';
import { LicenceSettings } from '../settings.ts';
import { licenceRequirements } from './licence.application.ts';
import { licenceDefinition } from './licence.definition.ts';
import { LicenceRow } from './licence.row.ts';
import { isMarkedAboutToExpire, needsExpiryNotice } from './licence.validity.ts';

const batch = 200;

@Injectable()
export class LicenceService extends DocumentService<ProfessionalLicence, LicenceDocument, LicenceStatus, LicenceRow> {
  constructor(
    kit: DocumentKit,
    private readonly settings: LicenceSettings,
  ) {
    super(licenceDefinition(kit, settings), kit);
  }

  /** Returns the requirements of a document and academic level on a day. */
  async requirements(documentCode: string, subDocumentCode: string, day: string, { language }: Call): Promise<ListResult<LicenceRequirement>> {
    return listResult(await licenceRequirements(this.kit.catalogues, day, documentCode, subDocumentCode, language));
  }

  /** Returns the fees of a document and academic level on a day. */
  async fees(documentCode: string, subDocumentCode: string, day: string, { language }: Call): Promise<ListResult<CatalogueFee>> {
    return listResult(await feesOf(this.kit.catalogues, day, documentCode, subDocumentCode, language, () => ({})));
  }

  /**
   * Marks the licences that end within the notice period and are not being renewed, and removes the mark from those that have ended or are being renewed. A
   * renewal removes it by itself, but one of an earlier release has left it.
   * @returns the number of marked licences
   */
  async markAboutToExpire(today: string): Promise<number> {
    await this.forEach({ aboutToExpire: 1 }, today, (licence) =>
      isMarkedAboutToExpire(licence) && (String(licence.endDate) < today || licence.renewalId) ? { action: 'expiry-passed', body: {} } : null,
    );
    const ending = { aboutToExpire: 0, endDate: Between(today, addDays(today, this.settings.expiryNoticeDays)) };
    let marked = 0;
    await this.forEach(ending, today, (licence) => {
      if (!needsExpiryNotice(licence)) return null;
      marked++;
      return { action: 'expiry-notice', body: {} };
    });
    return marked;
  }

  /** Performs an action on each approved or suspended licence that is found, in the order of the ids. @param action returns null to leave a licence as it is */
  private async forEach(
    where: FindOptionsWhere<LicenceRow>,
    today: string,
    action: (licence: LicenceDocument) => { action: string; body: object } | null,
  ): Promise<void> {
    for (const documentStatus of ['APPROVED', 'SUSPENDED'] satisfies LicenceStatus[]) {
      let lastId = '';
      for (;;) {
        const rows = await this.kit.db.reader.find(LicenceRow, {
          select: { id: true },
          where: { ...where, documentStatus, id: MoreThan(lastId) },
          order: { id: 'ASC' },
          take: batch,
        });
        for (const { id } of rows) await this.performForSystem(id, `expiry-${today}`, action);
        lastId = rows.at(-1)?.id ?? lastId;
        if (rows.length < batch) break;
      }
    }
  }
}
