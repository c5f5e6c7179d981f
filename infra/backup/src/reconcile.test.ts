import { Database, withDatabase } from '@portal/service-kit';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';
import { paidWithoutReceipt, receiptsWithoutDocument, reconcile } from './reconcile.ts';
import { type ServiceDatabase, serviceDatabases } from './services.ts';
import { root } from './testing/portal.ts';

const receipt = (id: string, documentId: string) => ({ id, reference: `REC-${id}`, documentId, documentReference: `DOC-${documentId}` });

describe('the daily reconciliation', () => {
  it('finds nothing if every receipt is known to its document', () => {
    const paid = { reference: 'DOC-d1', receiptIds: ['r1'] };
    expect(receiptsWithoutDocument([receipt('r1', 'd1')], new Map([['d1', paid]]), new Set())).toEqual([]);
    expect(paidWithoutReceipt([paid], new Set(['r1']))).toEqual([]);
  });

  it('lists receipts without a document and documents paid without a receipt', () => {
    const [first, second] = [
      { reference: 'DOC-d1', receiptIds: ['lost'] },
      { reference: 'DOC-d2', receiptIds: [] },
    ];
    const paid = new Map([
      ['d1', first],
      ['d2', second],
    ]);
    const receipts = [receipt('r1', 'd1'), receipt('r3', 'd3')];
    expect(receiptsWithoutDocument(receipts, paid, new Set())).toEqual(receipts);
    expect(receiptsWithoutDocument(receipts, paid, new Set(['d3']))).toEqual([receipt('r1', 'd1')]);
    expect(paidWithoutReceipt([first, second], new Set(['r1', 'r3']))).toEqual([first, second]);
  });
});

describe.each(testBackends())('the daily reconciliation on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  let databases: ServiceDatabase[];
  let said: jest.SpyInstance;
  beforeEach(async () => {
    backend = await makeBackend();
    said = jest.spyOn(console, 'log').mockImplementation();
    databases = await serviceDatabases(backend.env, root);
    for (const { settings, options } of databases) await Database.migrate(settings, options);
  });
  afterEach(async () => {
    said.mockRestore();
    await backend.remove();
  });

  const insert = async (service: string, entity: string, rows: readonly object[]): Promise<void> => {
    const database = databases.find((one) => one.service === service);
    const insertAll = async (opened: Database) => opened.write(async (tx) => void (await tx.insert(entity, [...rows])));
    if (database) await withDatabase(database, insertAll, database.options);
  };
  const day = '2026-05-03';
  const number = { documentCode: 'triptic-trip', year: 2026, serial: 'T', number: 1 };
  const paid = { lines: [], payer: 'Ana', total: 100, currencyCode: 'USD', cashier: 'Rui', createdAt: new Date() };
  const issued = (id: string, documentId: string): object => ({
    ...{ ...number, ...paid, ...receipt(id, documentId) },
    ...{ serialReference: {}, receiptNumber: 1, receiptYear: 2026, date: day },
  });

  it('does not list the receipts of an erased document', async () => {
    await insert('reference', 'ReceiptRow', [issued('r1', 'd1')]);
    expect(await reconcile(backend.env, root)).toBe(false);
    expect(said.mock.calls.flat()).toEqual(['receipt REC-r1 for DOC-d1: its document does not know it', '1 receipts, 0 paid documents']);
    const erased = { kind: 'trip', documentCode: 'triptic-trip', reference: 'DOC-d1', documentStatus: 'APPROVED', registeredOn: day, erasedOn: day };
    await insert('trips', 'ErasedDocumentRow', [{ id: 'd1', ...erased }]);
    expect(await reconcile(backend.env, root)).toBe(true);
  });

  it('compares more receipts and documents than it reads at a time', async () => {
    const names = Array.from({ length: 1_100 }, (_, n) => String(1_000 + n));
    const trip = (name: string, receiptIds: string[]): object => ({
      ...{ id: `d${name}`, reference: `DOC-d${name}`, version: 1, documentStatus: 'APPROVED', createdAt: new Date() },
      body: { fees: [{ status: 'PAID' }], receipts: receiptIds.map((receiptId) => ({ receiptId })) },
    });
    await insert('reference', 'ReceiptRow', [...names.map((name) => issued(`r${name}`, `d${name}`)), issued('r9999', 'd1000')]);
    await insert('trips', 'TripRow', [...names.map((name) => trip(name, [`r${name}`])), trip('8888', ['lost']), trip('9999', [])]);
    expect(await reconcile(backend.env, root)).toBe(false);
    expect(said.mock.calls.flat()).toEqual([
      'receipt REC-r9999 for DOC-d1000: its document does not know it',
      'svc-trips DOC-d8888: paid without a receipt',
      'svc-trips DOC-d9999: paid without a receipt',
      '1101 receipts, 1102 paid documents',
    ]);
  });
});
