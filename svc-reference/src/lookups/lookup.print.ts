import { L, type PrintLayout } from '@portal/contract-kit';
import { type PrintClient, unavailable } from '@portal/service-kit';

const waitMs = 10_000;

/**
 * Returns the PDF of a lookup.
 * @throws 503 while it is being prepared
 */
export async function printNow(prints: PrintClient, key: string, layout: PrintLayout, requestId: string): Promise<Buffer> {
  const pdf = await prints.fetch(key, () => layout, waitMs, requestId);
  if (!pdf)
    throw unavailable(L('The document is being prepared. Try again in a moment.', 'O documento está a ser preparado. Tente de novo dentro de momentos.'), 2);
  return pdf;
}
