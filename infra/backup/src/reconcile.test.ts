import { compare } from './reconcile.ts';

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
