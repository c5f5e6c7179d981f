import type { CatalogueRecord, DocumentEnvelope, DueInvoice, ListResult, Money, Receipt, SerialKey, Shift } from '@portal/contract-kit';
import { type Api, any, asProblem, eq, forgetIdempotencyKey, type PageError, problemErrors, submitOnce, useApi, useLanguage, useQuery } from '@portal/web-kit';
import { movementOf, tripBinder } from 'svc-trips/contract';

export type ShiftEnvelope = DocumentEnvelope<Shift>;

export type ReceiptEnvelope = DocumentEnvelope<Receipt>;

export const referenceApi = '/api/reference';
export const receiptPath = (key: SerialKey): string =>
  `/v1/payment/receipt/${[key.documentCode, key.year, key.serial, key.number].map((part) => encodeURIComponent(String(part))).join('/')}`;

/** Returns the parts of a reference such as `TIBE-2026-0000007`, whose document code may contain dashes; undefined for any other text. */
export function partsOf(reference: string): { documentCode: string; year: number; number: number } | undefined {
  const [, documentCode, year, number] = /^\s*([A-Z0-9][A-Z0-9._ -]*)-(\d{4})-(\d{1,9})\s*$/i.exec(reference) ?? [];
  return documentCode && year && number ? { documentCode: documentCode.toUpperCase(), year: Number(year), number: Number(number) } : undefined;
}

export interface DocumentPayments {
  key: SerialKey;
  due?: DueInvoice;
  receipts: Receipt[];
}

/**
 * Loads the amount due and the receipts of a document. A reference does not contain its series: the series of a trip is its movement, also of a document that
 * can no longer be applied for; all other documents are in series A. Returns undefined if the text is not a reference.
 */
export async function paymentsOf(api: Api, reference: string): Promise<DocumentPayments | undefined> {
  const parts = partsOf(reference);
  if (!parts) return undefined;
  const { records } = await api.get<ListResult<CatalogueRecord>>('/v1/catalogue/documents/search', {
    query: { q: { criteria: [eq('code', parts.documentCode), any('standing')], paging: { page: 1, size: 1 } } },
  });
  const key: SerialKey = {
    ...parts,
    serial: records[0]?.binder === tripBinder ? movementOf({ documentDetails: { movement: String(records[0].movement) } }) : 'A',
  };
  const [due, receipts] = await Promise.all([
    api.get<ListResult<DueInvoice>>(`${receiptPath(key)}/searchDocumentToPay`),
    api.get<ListResult<Receipt>>(`${receiptPath(key)}/searchReceiptDetails`),
  ]);
  return { key, due: due.records[0], receipts: receipts.records };
}

/**
 * Returns a function that looks up the receipts of a document. It returns the id of the wanted receipt, of the newest one if the document does not have that
 * one, or the first error of the service.
 */
export function useReceiptLookup() {
  const api = useApi(referenceApi);
  const { language } = useLanguage();
  return async (key: SerialKey, wanted: string | undefined): Promise<{ id: string } | { error: PageError }> => {
    try {
      const { records } = await api.get<ListResult<Receipt>>(`${receiptPath(key)}/searchReceiptDetails`);
      const { id } = records.find((each) => each.id === wanted) ?? records[0] ?? {};
      return id
        ? { id }
        : { error: { code: 'NOT_FOUND', message: language === 'pt' ? 'Não há recibo para este documento' : 'There is no receipt for this document' } };
    } catch (error) {
      return { error: problemErrors(asProblem(error), language)[0] ?? { message: String(error) } };
    }
  };
}

const opening = 'shift';

/** Opens a shift of the signed-in cashier. */
export const openShift = (api: Api, floats: readonly Money[]): Promise<ShiftEnvelope> =>
  submitOnce<ShiftEnvelope>(api, { scope: opening, url: '/v1/payment/shift/', body: { floats } });

/** Loads the open shift of the signed-in cashier. The data is null if there is none. */
export function useOpenShift() {
  const api = useApi(referenceApi);
  return useQuery({
    queryKey: ['open-shift'],
    queryFn: async ({ signal }) => {
      const [shift] = (await api.get<ListResult<Shift>>('/v1/payment/shift/open', { signal })).records;
      // The next shift is opened by another call, also if the answer that opened this one was lost.
      if (shift) forgetIdempotencyKey(opening);
      return shift ?? null;
    },
    staleTime: 0,
  });
}

/** Prints a PDF. The PDF is loaded into a hidden frame, which opens the print dialog. The frame does not take the focus, so that the user can go on typing. */
export function printPdf(pdf: Blob): void {
  const url = URL.createObjectURL(pdf);
  document.querySelector('.portal-print-frame')?.remove();
  const frame = document.createElement('iframe');
  frame.className = 'portal-print-frame';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.src = url;
  frame.addEventListener('load', () => {
    frame.contentWindow?.print();
    // Keep the PDF for ten minutes, because the print dialog may stay open that long.
    setTimeout(() => URL.revokeObjectURL(url), 600_000);
  });
  document.body.append(frame);
}
