import { Inject, Injectable } from '@nestjs/common';
import { type ListResult, type ReceiptRecorded, valueAt } from '@portal/contract-kit';
import { type Call, DocumentKit, DocumentService, forbidden, hasRole, isStaff, log, oneOf, ServiceSettings, unauthenticated } from '@portal/service-kit';
import {
  type Movement,
  paths,
  type TripBody,
  type TripDetails,
  type TripDocument,
  type TripDocumentStatus,
  tripDetailsFields,
  tripStatusOf,
} from '../../contract/index.ts';
import type { TripSettings } from '../settings.ts';
import { dueOf, hasReceipt, recordReceipt, stageOf } from './fees.ts';
import { MediaClient } from './media-client.ts';
import { feesOf, type QuestionRecord, questionsOf, requirementsOf, triptic } from './permit.ts';
import { tripDefinition } from './trip.definition.ts';
import { TripRow } from './trip.row.ts';
import { rolePrefix, systemRole } from './trip.workflow.ts';

const list = <T>(records: T[]): ListResult<T> => ({ records, totalRecords: records.length });

/** The action a receipt does: a step of the workflow once all that is due is paid, otherwise a note. */
function actionOf(trip: TripDocument, receipt: ReceiptRecorded): string {
  const stage = stageOf(trip.documentStatus);
  const settled = stage && dueOf(recordReceipt(trip, { ...receipt }), stage).length === 0;
  return settled ? (stage === 'permit' ? 'payment' : 'exit-payment') : 'receipt';
}

@Injectable()
export class Trips extends DocumentService<TripBody, TripDocument, TripDocumentStatus, TripRow> {
  constructor(@Inject(DocumentKit) kit: DocumentKit, @Inject(MediaClient) media: MediaClient, @Inject(ServiceSettings) settings: TripSettings) {
    super(tripDefinition({ catalogues: kit.catalogues, media, settings }), kit);
  }

  /** The declarations of a trip, or of a document code. @throws 404 when it is neither */
  async questions(idOrCode: string, call: Call): Promise<ListResult<QuestionRecord>> {
    return list(await questionsOf(this.kit.catalogues, await this.documentCodeOf(idOrCode, 'question set'), call.language));
  }

  /** What a document code asks for and costs, for the form before it is registered. @throws 404 */
  async demands(documentCode: string, subDocumentCode: string, call: Call) {
    const { catalogues } = this.kit;
    const code = await this.documentCodeOf(documentCode, 'document');
    const [requirements, fees] = await Promise.all([
      requirementsOf(catalogues, code, subDocumentCode, call.language),
      feesOf(catalogues, code, subDocumentCode, call.language),
    ]);
    return { requirements: list(requirements), fees: list(fees) };
  }

  private async documentCodeOf(idOrCode: string, what: string): Promise<string> {
    const record = await this.kit.catalogues.find('documents', idOrCode, (r) => r.binder === triptic);
    if (record) return record.code;
    return (await this.rowOf(idOrCode, what)).documentCode;
  }

  /**
   * The validity of a trip for everyone. Who holds its id or its code sees the card. A reference can be guessed: it tells the
   * validity alone, and the card to staff and to who names the vehicle as well. No such trip is an answer, not an error.
   */
  async details(key: string, vehicleNumber: string | undefined, call: Call): Promise<TripDetails> {
    const found = await this.findByKey(key.trim());
    if (!found) return { tripStatus: 'F' };
    await this.recordRead(found.row, call, 'details');
    const trip = this.modelOf(found.row);
    const tripStatus = tripStatusOf(trip, this.kit.clock.today());
    const plate = (text: string | undefined): string => (text ?? '').toUpperCase().replace(/[\s-]/g, '');
    const open =
      found.secret || hasRole(call.actor, `${rolePrefix}-read`) || (plate(vehicleNumber) !== '' && plate(vehicleNumber) === plate(trip.vehicleNumber));
    if (!open) return { tripStatus };
    const fields = Object.values(tripDetailsFields).flat();
    return { tripStatus, ...Object.fromEntries(fields.flatMap((f) => (valueAt(trip, f) === undefined ? [] : [[f, valueAt(trip, f)]]))) };
  }

  /** By id, by the code's token, or by the reference; `secret` where only the holder can know the key. Drafts are nobody's. */
  private async findByKey(key: string): Promise<{ row: TripRow; secret: boolean } | null> {
    const statement = key.includes('.') ? await this.kit.signer.verify(key) : null;
    const reference = statement?.k === this.definition.kind ? statement.r : key.toUpperCase();
    const where = /^[0-9a-f-]{36}$/i.test(key) ? { id: key.toLowerCase() } : { reference };
    const row = await this.kit.db.reader.findOneBy(TripRow, where);
    return row && { row, secret: 'id' in where || statement !== null };
  }

  /** Trips that wait for an officer, by movement: a status may be a step of one and the end of the other. */
  async waiting(call: Call): Promise<{ count: number }> {
    if (!isStaff(call.actor)) throw call.actor.sub === null ? unauthenticated() : forbidden();
    const mine = (movement: Movement): TripDocumentStatus[] =>
      paths[movement].flatMap((step, i) => {
        const before = paths[movement][i - 1]?.status;
        return before && hasRole(call.actor, `${rolePrefix}-${step.action}`) ? [before] : [];
      });
    const counts = await Promise.all(
      (['E', 'I'] as const).map((movement) => {
        const statuses = mine(movement);
        return statuses.length ? this.kit.counts.count(this.definition, [oneOf('movement', [movement]), oneOf('documentStatus', statuses)]) : 0;
      }),
    );
    return { count: counts.reduce((sum, n) => sum + n, 0) };
  }

  /** Marks the fees of a receipt as paid and moves the trip on; a receipt that is announced again changes nothing. */
  async recordReceipt(receipt: ReceiptRecorded, requestId = `receipt-${receipt.reference}`): Promise<void> {
    const known = await this.performForSystem(receipt.documentId, requestId, systemRole, (trip) =>
      hasReceipt(trip, receipt.receiptId) ? null : { action: actionOf(trip, receipt), body: receipt },
    );
    if (!known) log().warn({ receipt: receipt.reference, requestId }, 'a receipt for no trip');
  }
}
