import type { DocumentEnvelope, ListResult } from '@portal/contract-kit';
import { asProblem, type PageError, problemErrors, useApi, useLanguage } from '@portal/web-kit';

/** The key by which receipts name a document. */
export interface SerialKey {
  documentCode: string;
  year: number | string;
  serial: string;
  number: number | string;
}

export interface Receipt {
  id: string;
  version: number;
  serialReference: { reference: string };
  documentReference: string;
  documentCode: string;
  year: number;
  serial: string;
  number: number;
  date: string;
  payer: string;
  total: number;
  currencyCode: string;
  lines: { code: string; name: string; amount: number }[];
  cashier: string;
  createdAt: string;
}

export type ReceiptEnvelope = DocumentEnvelope<Receipt>;

export const referenceApi = '/api/reference';
export const receiptPath = (key: SerialKey): string =>
  `/v1/payment/receipt/${[key.documentCode, key.year, key.serial, key.number].map((part) => encodeURIComponent(String(part))).join('/')}`;

/** The parts of a reference such as `TIBE-2026-0000007`; undefined for any other text. */
export function partsOf(reference: string): { documentCode: string; year: number; number: number } | undefined {
  const [, documentCode, year, number] = /^\s*([A-Z0-9]+)-(\d{4})-(\d{1,9})\s*$/i.exec(reference) ?? [];
  return documentCode && year && number ? { documentCode: documentCode.toUpperCase(), year: Number(year), number: Number(number) } : undefined;
}

/** Looks up the receipts of a document. Returns the id of the first one, or the first error of the server. */
export function useReceiptLookup() {
  const api = useApi(referenceApi);
  const { language } = useLanguage();
  return async (key: SerialKey): Promise<{ id: string } | { error: PageError }> => {
    try {
      const { records } = await api.get<ListResult<Receipt>>(`${receiptPath(key)}/searchReceiptDetails`);
      const id = records[0]?.id;
      return id
        ? { id }
        : { error: { code: 'NOT_FOUND', message: language === 'pt' ? 'Não há recibo para este documento' : 'There is no receipt for this document' } };
    } catch (error) {
      return { error: problemErrors(asProblem(error), language)[0] ?? { message: String(error) } };
    }
  };
}
