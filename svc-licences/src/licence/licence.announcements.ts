/** What a licence tells the other services, with every version. */
import { type DueLine, INVOICE_DUE_TOPIC, type InvoiceDue, type MediaHeld } from '@portal/contract-kit';
import { isSubmitted, type LicenceDocument, type LicenceHolder } from '../../contract/index.ts';

export const service = 'licences';
export const MEDIA_HELD_TOPIC = 'media.held';

const open = (status: string): boolean => !['WITHDRAWN', 'REJECTED'].includes(status);

/** The files that a licence names, or that it would name after a change. */
export const filesOf = ({ photoInstance, signature, medias }: LicenceHolder): string[] =>
  [photoInstance, signature, ...(medias ?? []).map((m) => m.uid)].filter((uid): uid is string => Boolean(uid));

const heldBy = (licence: LicenceDocument): MediaHeld => ({
  service,
  documentId: licence.id,
  version: licence.version,
  uids: [...new Set([licence, ...(licence.pendingChange ? [licence.pendingChange.values] : [])].flatMap(filesOf))],
  submitted: isSubmitted(licence.documentStatus),
});

function dueFor(licence: LicenceDocument): InvoiceDue {
  const { year, serial, number, reference } = licence.serialReference;
  const lines = open(licence.documentStatus) ? (licence.fees ?? []).filter((f) => (f.amount ?? 0) > 0) : [];
  return {
    service,
    documentId: licence.id,
    version: licence.version,
    documentCode: licence.documentCode ?? '',
    year,
    serial,
    number,
    reference,
    payer: licence.holderName ?? '',
    currencyCode: licence.currencyCode ?? 'USD',
    lines: lines.map(({ code = '', name = '', amount = 0 }): DueLine => ({ code, name, amount })),
  };
}

/** The messages of a version: which files it holds, and once it is submitted what it has to pay. */
export function messagesOf(licence: LicenceDocument): { topic: string; payload: object }[] {
  return [{ topic: MEDIA_HELD_TOPIC, payload: heldBy(licence) }, ...(licence.serialReference ? [{ topic: INVOICE_DUE_TOPIC, payload: dueFor(licence) }] : [])];
}
