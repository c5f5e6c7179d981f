/** What a caller can take away from a document: a printed form as a PDF, and the QR code as an image. */
import { L, type PrintLayout } from '@portal/contract-kit';
import { withoutFields } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { notFound, unavailable } from '../http/problems.ts';
import type { CodeForm, CodeImage } from '../qr/signing.ts';
import { printKey, printLayout } from './document-prints.ts';
import type { AnyDocuments } from './documents.ts';
import { refusalOf } from './workflow-evaluator.ts';

export interface PrintedForm {
  fileName: string;
  pdf: Buffer;
}

/** Time in ms that a caller waits for a form that is not drawn yet. */
const renderWaitMs = 10_000;

/**
 * Returns a printed form. A form that is not drawn yet is drawn now, with priority over forms for which no caller waits.
 * @throws 404, 401, 403, 409 as the workflow defines for the print; 503 with Retry-After while the form is not ready
 */
export async function printedForm(documents: AnyDocuments, asked: string, print: string, call: Call): Promise<PrintedForm> {
  const { definition: d, kit } = documents;
  const form = Object.hasOwn(d.prints, print) ? d.prints[print] : undefined;
  if (!form) throw notFound('form');
  const found = await documents.find(asked, call, 'print');
  const { row, access, key } = found;
  const refusal = refusalOf(d.workflow, d, print, documents.documentStateOf(row, access, key.asked), call.actor);
  if (refusal) throw refusal;
  await documents.recordRead(found, call, print);
  const model = documents.modelOf(row);
  const audience = access.sees('contact') ? 'all' : 'finder';
  const hidden = audience === 'finder' ? [...d.access.contact, ...d.access.files] : [];
  const shown = withoutFields(model, [...hidden, ...d.access.office]);
  const layout = (): PrintLayout => printLayout(documents, shown, form, call.language);
  const pdf = await kit.prints.fetch(printKey(documents, model, print, { language: call.language, audience }), layout, renderWaitMs, call.requestId);
  if (!pdf)
    throw unavailable(L('The form is being prepared. Try again in a moment.', 'O formulário está a ser preparado. Tente de novo dentro de momentos.'), 2);
  return { fileName: form.fileName(model), pdf };
}

/** Returns the image of the QR code, with an ETag that changes when the image does. */
export async function codeImage(documents: AnyDocuments, asked: string, format: 'png' | 'svg', form: CodeForm, call: Call): Promise<CodeImage> {
  const { row } = await documents.find(asked, call, 'qr');
  const statement = form === 'seal' ? documents.statement(documents.modelOf(row)) : documents.tokenStatement(row.body);
  return documents.kit.signer.image(statement, format, form);
}
