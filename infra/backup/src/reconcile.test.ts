import { Database, withDatabase } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import { compare, reconcile } from './reconcile.ts';
import { serviceDatabases } from './services.ts';
import { root } from './testing/portal.ts';

const receipt = (id: string, documentId: string) => ({ id, reference: `REC-${id}`, documentId, documentReference: `DOC-${documentId}` });

describe('the daily reconciliation', () => {
  it('finds nothing if every receipt is known to its document', () => {
    expect(compare([receipt('r1', 'd1')], new Map([['d1', { service: 'trips', reference: 'DOC-d1', receiptIds: ['r1'] }]]))).toEqual({
      receiptsWithoutDocument: [],
      paidWithoutReceipt: [],
    });
  });

  it('lists receipts without a document and documents paid without a receipt', () => {
    const paid = new Map([
      ['d1', { service: 'trips', reference: 'DOC-d1', receiptIds: ['lost'] }],
      ['d2', { service: 'licences', reference: 'DOC-d2', receiptIds: [] }],
    ]);
    expect(compare([receipt('r1', 'd1'), receipt('r3', 'd3')], paid)).toEqual({
      receiptsWithoutDocument: [
        { receipt: 'REC-r1', service: 'trips', document: 'DOC-d1' },
        { receipt: 'REC-r3', service: '', document: 'DOC-d3' },
      ],
      paidWithoutReceipt: [
        { service: 'trips', document: 'DOC-d1' },
        { service: 'licences', document: 'DOC-d2' },
      ],
    });
  });
});

describe.each(testBackends())('the daily reconciliation on %s', (_engine, makeBackend) => {
  it('does not list the receipts of an erased document', async () => {
    const backend = await makeBackend();
    const said = jest.spyOn(console, 'log').mockImplementation();
    try {
      const databases = await serviceDatabases(backend.env, root);
      for (const { settings, options } of databases) await Database.migrate(settings, options);
      const insert = async (service: string, entity: string, row: object): Promise<void> => {
        const database = databases.find((one) => one.service === service);
        if (database) await withDatabase(database, (opened) => opened.write((tx) => tx.insert(entity, row)), database.options);
      };
      const day = '2026-05-03';
      const number = { documentCode: 'triptic-trip', year: 2026, serial: 'T', number: 1 };
      const paid = { lines: [], payer: 'Ana', total: 100, currencyCode: 'USD', cashier: 'Rui', createdAt: new Date() };
      const issued = { ...number, ...paid, ...receipt('r1', 'd1'), serialReference: {}, receiptNumber: 1, receiptYear: 2026, date: day };
      await insert('reference', 'ReceiptRow', issued);
      expect(await reconcile(backend.env, root)).toBe(false);
      expect(said).toHaveBeenLastCalledWith('receipt REC-r1 for DOC-d1: its document does not know it');
      const erased = { kind: 'trip', documentCode: 'triptic-trip', reference: 'DOC-d1', documentStatus: 'APPROVED', registeredOn: day, erasedOn: day };
      await insert('trips', 'ErasedDocumentRow', { id: 'd1', ...erased });
      expect(await reconcile(backend.env, root)).toBe(true);
    } finally {
      said.mockRestore();
      await backend.remove();
    }
  });
});
