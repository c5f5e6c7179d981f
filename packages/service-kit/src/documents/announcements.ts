/** Messages to other services about a version of a document: the files that it holds, and the amount due. */
import { INVOICE_DUE_TOPIC, type InvoiceDue, MEDIA_HELD_TOPIC, type MediaHeld } from '@portal/contract-kit';
import { threadFilesOf } from '../thread/thread-parts.ts';
import type { AnyDefinition, ServerFields } from './document-definition.ts';
import type { Invoice } from './invoice.ts';

type Announced<Model extends ServerFields> = Pick<AnyDefinition<Model>, 'service' | 'draftStatus' | 'documentCode' | 'filesOf' | 'invoice'>;

/** Returns the messages about a version, in the order in which they are sent. For a draft nothing is due. */
export function announcementsOf<Model extends ServerFields>(d: Announced<Model>, model: Model): { topic: string; payload: object }[] {
  const messages: { topic: string; payload: object }[] = [];
  const answered = threadFilesOf(model);
  if (d.filesOf || answered.length) messages.push({ topic: MEDIA_HELD_TOPIC, payload: heldFiles(d, model, [...(d.filesOf?.(model) ?? []), ...answered]) });
  if (d.invoice && model.serialReference) messages.push({ topic: INVOICE_DUE_TOPIC, payload: dueInvoice(d, model, d.invoice(model)) });
  return messages;
}

function heldFiles<Model extends ServerFields>(d: Announced<Model>, { id, version, documentStatus }: Model, files: readonly (string | undefined)[]): MediaHeld {
  const uids = files.filter((uid): uid is string => Boolean(uid));
  return { service: d.service, documentId: id, version, uids: [...new Set(uids)], submitted: documentStatus !== d.draftStatus };
}

function dueInvoice<Model extends ServerFields>(
  d: Announced<Model>,
  model: Model,
  { payer, currencyCode = 'USD', fees, voidable = [], standing }: Invoice,
): InvoiceDue {
  const { year, serial, number, reference } = model.serialReference;
  return {
    service: d.service,
    documentId: model.id,
    version: model.version,
    documentCode: d.documentCode(model),
    year,
    serial,
    number,
    reference,
    // An empty payer would mean that the document was erased.
    payer: payer || reference,
    currencyCode,
    lines: fees.map(({ code = '', name = '', amount = 0 }) => ({ code, name, amount })),
    voidable: voidable.map(({ code = '' }) => code),
    ...(standing ? { standing } : {}),
  };
}
