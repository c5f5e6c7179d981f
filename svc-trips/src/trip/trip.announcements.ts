/** What a trip tells the other services, with every version. */
import { type DueLine, INVOICE_DUE_TOPIC, type InvoiceDue, type MediaHeld } from '@portal/contract-kit';
import type { TripDocument } from '../../contract/index.ts';
import { dueOf, stageOf } from './trip.receipt.ts';

export const service = 'trips';
export const MEDIA_HELD_TOPIC = 'media.held';

const heldBy = (trip: TripDocument): MediaHeld => ({
  service,
  documentId: trip.id,
  version: trip.version,
  uids: (trip.medias ?? []).map((m) => m.uid).filter((uid): uid is string => Boolean(uid)),
  submitted: trip.documentStatus !== 'STORED',
});

/** What is due while the trip stands where it stands: nothing outside the two paying steps. */
function dueFor(trip: TripDocument): InvoiceDue {
  const { year, serial, number, reference } = trip.serialReference;
  const stage = stageOf(trip.documentStatus);
  const lines = stage ? dueOf(trip, stage) : [];
  return {
    service,
    documentId: trip.id,
    version: trip.version,
    documentCode: trip.documentDetails.code ?? '',
    year,
    serial,
    number,
    reference,
    payer: trip.ownerName ?? '',
    currencyCode: trip.fees?.[0]?.currencyCode ?? 'USD',
    lines: lines.map(({ code = '', name = '', amount = 0 }): DueLine => ({ code, name, amount })),
  };
}

export function messagesOf(trip: TripDocument): { topic: string; payload: object }[] {
  return [{ topic: MEDIA_HELD_TOPIC, payload: heldBy(trip) }, ...(trip.serialReference ? [{ topic: INVOICE_DUE_TOPIC, payload: dueFor(trip) }] : [])];
}
