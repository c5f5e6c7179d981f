import { Injectable } from '@nestjs/common';
import { foldIdentifier, type ListResult, listResult, valueAt } from '@portal/contract-kit';
import { type Call, DocumentKit, DocumentService, type Missing, questionsOf } from '@portal/service-kit';
import { In } from 'typeorm';
import {
  type FeeRow,
  publicTripFields,
  type QuestionRow,
  type RequirementRow,
  shortName,
  type TripBody,
  type TripDetails,
  type TripDocument,
  type TripDocumentStatus,
  tripBinder,
  tripDetailsFields,
  tripStatusOf,
} from '../../contract/index.ts';
import { TripSettings } from '../settings.ts';
import { tripFees, tripRequirements } from './trip.application.ts';
import { movements, tripDefinition } from './trip.definition.ts';
import { TripRow } from './trip.row.ts';

/** Returns the named fields of a trip that have a value. */
const fieldsOf = (trip: TripDocument, names: readonly (keyof TripBody)[]): object =>
  Object.fromEntries(names.flatMap((name) => (valueAt(trip, name) === undefined ? [] : [[name, valueAt(trip, name)]])));

@Injectable()
export class TripService extends DocumentService<TripBody, TripDocument, TripDocumentStatus, TripRow> {
  constructor(kit: DocumentKit, settings: TripSettings) {
    super(tripDefinition(kit, settings), kit);
  }

  /**
   * Returns the questions of a trip as of its day, or the questions of a document code as of the day of the trip `of` (today without it).
   * @throws 404 if there is no such trip or code
   */
  async questions(idOrCode: string, of: string | undefined, call: Call): Promise<ListResult<QuestionRow>> {
    const { catalogues, calendar } = this.kit;
    const { code, trip } = await this.resolveDocumentCode(idOrCode, 'question set');
    const day = trip ? await calendar.dayOf(trip) : await this.decidingDayFor(of, call);
    return listResult(await questionsOf(catalogues, 'questions', day, code, call.language, () => ({})));
  }

  /** Returns the requirements of a document and sub-document on a day. @throws 404 */
  async requirements(documentCode: string, subDocumentCode: string, day: string, call: Call): Promise<ListResult<RequirementRow>> {
    const { code } = await this.resolveDocumentCode(documentCode, 'document');
    return listResult(await tripRequirements(this.kit.catalogues, day, code, subDocumentCode, call.language));
  }

  /** Returns the fees of a document and sub-document on a day. @throws 404 */
  async fees(documentCode: string, subDocumentCode: string, day: string, call: Call): Promise<ListResult<FeeRow>> {
    const { code } = await this.resolveDocumentCode(documentCode, 'document');
    return listResult(await tripFees(this.kit.catalogues, day, code, subDocumentCode, call.language));
  }

  /** Returns the document code for a code, or for the id of a trip. */
  private async resolveDocumentCode(idOrCode: string, what: Missing): Promise<{ code: string; trip?: TripDocument }> {
    const record = await this.kit.catalogues.find('documents', idOrCode, { matching: (r) => r.binder === tripBinder });
    if (record) return { code: record.code };
    const row = await this.rowOf(idOrCode, what);
    return { code: row.documentCode, trip: this.modelOf(row) };
  }

  /**
   * Returns the validity of a trip to anyone. An unknown trip is a result, not an error. A caller who proves to have the trip's papers or vehicle also sees the
   * fields to compare. Staff with the read role at the trip's agency see all fields of `tripDetailsFields`.
   * @param key id, token of the QR code, or reference
   */
  async details(key: string, vehicleNumber: string | undefined, call: Call): Promise<TripDetails> {
    const found = await this.findByKey(key.trim(), vehicleNumber);
    const access = found && this.accessOf(found.row, 'id', call);
    // Only its author may see a draft.
    if (!found || !access || (found.row.reference === null && !access.any)) return { tripStatus: 'F' };
    await this.kit.catalogues.warm(this.definition.contract);
    const trip = this.localised(this.modelOf(found.row), call.language);
    const tripStatus = tripStatusOf(trip, this.kit.clock.today());
    const facts = { movement: trip.documentDetails.movement, movementName: trip.documentDetails.movementName };
    if (access.has('reader')) {
      await this.recordRead(found, call, 'details');
      return { tripStatus, ...facts, ...fieldsOf(trip, Object.values(tripDetailsFields).flat()) };
    }
    if (!found.proved) return { tripStatus };
    return { tripStatus, ...facts, ...fieldsOf(trip, publicTripFields), driverName: shortName(trip.driverName ?? '') };
  }

  /**
   * Finds a trip by its id, by the token of its QR code, or by its reference. References can be guessed, so `proved` tells whether the caller has more than
   * that:
   * the id, a token that has not expired, or the number of the vehicle.
   */
  private async findByKey(key: string, vehicleNumber = ''): Promise<{ row: TripRow; proved: boolean } | null> {
    const byId = /^[0-9a-f-]{36}$/i.test(key);
    const statement = key.includes('.') ? await this.kit.signer.verify(key) : null;
    const inTime = statement !== null && (statement.exp === undefined || statement.exp * 1000 >= this.kit.clock.now().getTime());
    // Finds the reference as a person types it, with or without dashes. The movement is in the query because the index begins with it.
    const written = { movement: In([...movements]), referenceFolded: foldIdentifier(key) };
    const named = () => this.kit.db.reader.findOneBy(TripRow, byId ? { id: key.toLowerCase() } : written);
    const row = await (statement ? this.rowOfCode(statement) : named());
    const plate = foldIdentifier(vehicleNumber);
    return row && { row, proved: byId || inTime || (plate !== '' && plate === foldIdentifier(row.vehicleNumber ?? '')) };
  }
}
