import { createHash } from 'node:crypto';
import { L, type PrintLayout } from '@portal/contract-kit';
import { type Call, type PrintClient, unavailable } from '@portal/service-kit';

const waitMs = 10_000;

/**
 * Returns the PDF of a lookup. Its key has a digest of the layout in place of a version, so a record that has changed is drawn again.
 * @throws 503 while it is being prepared
 */
export async function printNow(
  prints: PrintClient,
  documentId: string,
  form: string,
  layout: PrintLayout,
  { requestId, language }: Pick<Call, 'requestId' | 'language'>,
): Promise<Buffer> {
  const digest = createHash('sha256').update(JSON.stringify(layout)).digest('hex').slice(0, 32);
  const key = `reference/${documentId}/${digest}/${form}.${language}`;
  const pdf = await prints.fetch(key, () => layout, waitMs, requestId);
  if (!pdf)
    throw unavailable(L('The document is being prepared. Try again in a moment.', 'O documento está a ser preparado. Tente de novo dentro de momentos.'), 2);
  return pdf;
}
