/** Seeds receipts, as many as the till of a country has after years, and unpaid invoices. */
import path from 'node:path';
import { Random } from '@portal/load/seed/random';
import { aName, common, copyDocuments, families } from '@portal/load/seed/seed-documents';
import type { RunningService } from '@portal/service-kit';

const days = 4;
/** One in this many documents is unpaid. */
const paidEach = 50;

/** Writes receipts, each for another document. @param written how many are written as the service writes them; the others are copies */
export async function seedReceipts(reference: RunningService, rows: number, written: number): Promise<void> {
  const { Database, Ids, insertRow, insertTogether } = await import('@portal/service-kit');
  const { ReceiptRow } = await import(path.resolve('svc-reference/dist/src/database/payment.entities.js'));
  const { addWords, foldedReceipt } = await import(path.resolve('svc-reference/dist/src/payments/receipt-words.js'));
  const db = reference.app.get(Database);
  const ids = reference.app.get(Ids);
  const began = Date.now() - days * 86_400_000;
  const receipt = (n: number) => {
    const createdAt = new Date(began + n * ((days * 86_400_000) / written));
    const random = new Random(n);
    const number = String(n).padStart(7, '0');
    const own = {
      reference: `REC-2025-${number}`,
      documentReference: `TIBE-2025-${number}`,
      payer: `${aName(random, common)} ${aName(random, families)}`,
      cashier: `Cashier ${n % 9}`,
    };
    const date = createdAt.toISOString().slice(0, 10);
    return {
      ...{ ...own, id: ids.next(), documentId: ids.next(), createdAt, date, documentCode: 'TIBE', year: 2025, serial: 'E', number: n },
      ...{ receiptNumber: n, receiptYear: 2025, total: 1000, currencyCode: 'USD', lines: [], office: 'CUSTOMS', shiftId: `shift-${n % 500}` },
      ...{ method: random.pick(['CASH', 'CASH', 'CARD', 'TRANSFER']), slip: `SLIP${number}`, cashierSub: `cashier-${n % 9}`, ...foldedReceipt(own) },
      serialReference: { year: 2025, number: n, serial: 'A', date, dateTime: createdAt.toISOString().slice(0, 19), reference: own.reference },
    };
  };
  for (let n = 0; n < written; n += 500)
    await db.write((tx) =>
      insertTogether(tx, async () => {
        for (const row of Array.from({ length: Math.min(500, written - n) }, (_, i) => receipt(n + i))) {
          await insertRow(tx, ReceiptRow, row);
          await addWords(tx, row);
        }
      }),
    );
  if (rows > written) await copyDocuments(db, { kind: 'receipt', row: ReceiptRow }, 'REC-2025-', { written, days, copies: Math.floor(rows / written) - 1 });
  await db.write((tx) =>
    tx.query(`insert into invoice (documentId, service, documentCode, year, serial, number, reference, payer, currencyCode, \`lines\`, version, unpaid, unpaidSince, referenceFolded, payerFolded)
      select id, 'trips', documentCode, year, serial, number, documentReference, payer, currencyCode, '[]', 1,
        case when receiptNumber % ${paidEach} = 0 then total else 0 end, case when receiptNumber % ${paidEach} = 0 then createdAt end, documentReferenceFolded, payerFolded from receipt`),
  );
  if (db.engine === 'mysql') for (const table of ['receipt', 'invoice', 'document_name_word']) await db.reader.query(`analyze table ${table}`);
}
