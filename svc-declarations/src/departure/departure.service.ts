import { Injectable } from '@nestjs/common';
import { sanitise, typeFaults } from '@portal/contract-kit';
import { asObject, type Call, completeTickedQuestions, DocumentKit } from '@portal/service-kit';
import { DEPARTURE_CODE, type DepartureDeclaration, type DepartureDeclarationBody, type DepartureStatus, VerificationInput } from '../../contract/index.ts';
import { DeclarationSettings } from '../settings.ts';
import { DeclarationService } from '../shared/declaration.service.ts';
import { departureDefinition } from './departure.definition.ts';
import type { DepartureRow } from './departure.row.ts';

@Injectable()
export class DepartureService extends DeclarationService<DepartureDeclarationBody, DepartureDeclaration, DepartureStatus, DepartureRow> {
  constructor(kit: DocumentKit, settings: DeclarationSettings) {
    super(departureDefinition(kit, settings), kit, DEPARTURE_CODE, settings.departureDays);
  }

  /**
   * Performs an action. The answers of a verification are first matched with the catalogue's questions for the declaration, so that each question occurs
   * exactly once.
   */
  override async perform(asked: string, action: string, body: unknown, call: Call) {
    return super.perform(asked, action, action === 'verification' ? await this.withAskedQuestions(asked, body, call) : body, call);
  }

  /** Returns the body of a verification in which each question of the catalogue occurs once. A body without questions stays as it is. */
  async withAskedQuestions(asked: string, body: unknown, call: Call): Promise<unknown> {
    const { questions } = sanitise(VerificationInput, body);
    // The action refuses answers of a wrong type, and the catalogue's rows do not contain them.
    if (!questions || typeFaults(VerificationInput, { questions: asObject(body).questions }).length > 0) return body;
    const { rows } = await completeTickedQuestions(this.kit.catalogues, await this.decidingDayFor(asked, call), DEPARTURE_CODE, questions);
    return { ...(body as object), questions: rows };
  }
}
