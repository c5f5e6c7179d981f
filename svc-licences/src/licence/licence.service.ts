import { Injectable } from '@nestjs/common';
import { type ListResult, listResult } from '@portal/contract-kit';
import { addDays, type Call, type CatalogueFee, DocumentKit, DocumentService, feesOf } from '@portal/service-kit';
import { Between, type FindOptionsWhere } from 'typeorm';
import { type LicenceDocument, type LicenceRequirement, type LicenceStatus, ProfessionalLicence } from '../../contract/index.ts';
import { LicenceSettings } from '../settings.ts';
import { licenceRequirements } from './licence.application.ts';
import { licenceDefinition } from './licence.definition.ts';
import { LicenceRow } from './licence.row.ts';

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

  /** Marks the licences that end within the notice period. @returns the number of marked licences */
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
