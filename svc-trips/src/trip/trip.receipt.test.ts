import { type InvoiceDue, type ReceiptRecorded, receiptTopic } from '@portal/contract-kit';
import { type JobQueue, QUEUE } from '@portal/service-kit';
import { messagesOf, testBackends, until } from '@portal/service-kit/testing';
import type { TripDocumentStatus } from '../../contract/index.ts';
import { catalogues } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';
import { invoiceOf } from './trip.receipt.ts';

/** A fee of the exit stage for an entry, which has no such stage. */
const exitOfEntry = { code: 'TIBI-EXIT', name: 'Exit control', documentCode: 'TIBI', subDocumentCode: '', amount: 300, currencyCode: 'USD', stage: 'exit' };
(catalogues.fees as object[]).push(exitOfEntry);

/** Returns the counter-receipt that voids a receipt. */
const counterOf = (paid: ReceiptRecorded): ReceiptRecorded => ({
  ...paid,
  receiptId: `void-${paid.receiptId}`,
  reference: `${paid.reference}-V`,
  total: -paid.total,
  lines: paid.lines.map((line) => ({ ...line, amount: -line.amount })),
  voids: paid.receiptId,
});

describe.each(testBackends())('a receipt on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const messages = async (id: string): Promise<InvoiceDue[]> =>
    (await messagesOf<InvoiceDue>(desk().service, 'invoice.due')).filter((m) => m.documentId === id);
  const due = async (id: string): Promise<[number, string[]][]> => (await messages(id)).map((m) => [m.version, m.lines.map((l) => l.code)]);

  it('is announced as due only at the paying steps', async () => {
    const id = await desk().lead('VALIDATED FOR EXIT');
    expect(await due(id)).toEqual([
      [1, []],
      [2, ['TIBE-PERMIT']],
      [3, []],
      [4, ['TIBE-EXIT']],
      [5, []],
      [6, []],
    ]);
    const { serialReference, documentDetails } = (await desk().load(id)).body.model;
    expect((await messages(id))[1]).toMatchObject({
      service: 'trips',
      documentCode: documentDetails.code,
      serial: 'E',
      number: serialReference.number,
      reference: serialReference.reference,
      payer: 'Maria da Silva',
      lines: [{ amount: 1000 }],
    });
  });

  it('moves the trip once, however often and concurrently it is delivered', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    const receipt = await desk().receiptFor(id, 'permit');
    await Promise.all([1, 2, 3, 4].map(() => desk().receipts.record(receipt)));
    const paid = (await desk().load(id)).body.model;
    expect(paid).toMatchObject({
      documentStatus: 'PAID FOR APPROVAL',
      version: 3,
      accountDetails: { receiptNumber: receipt.number, receiptYear: 2026, receiptDate: '2026-05-02', receiptId: receipt.receiptId },
    });
    await desk().act('trip-approver', id, 'approval');
    await desk().receipts.record(receipt);
    const approved = (await desk().load(id)).body.model;
    expect([approved.documentStatus, approved.receipts?.length, approved.version]).toEqual(['APPROVED TO EXIT', 1, 4]);
  });

  it('arrives over the queue, even twice', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    const payload = await desk().receiptFor(id, 'permit');
    const queue = desk().service.app.get<JobQueue>(QUEUE);
    for (const job of ['a', 'b', 'a']) await queue.publish({ id: `${payload.receiptId}-${job}`, topic: receiptTopic('trips'), payload });
    await until(async () => (await desk().statusOf(id)) !== 'VERIFIED FOR EXIT');
    await new Promise((done) => setTimeout(done, 200));
    const { model } = (await desk().load(id)).body;
    expect([model.documentStatus, model.receipts?.length, model.version]).toEqual(['PAID FOR APPROVAL', 1, 3]);
  });

  it('that arrives early is recorded, and what it paid is not due again', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    const exit = await desk().receiptFor(id, 'exit');
    const permit = await desk().receiptFor(id, 'permit');
    await desk().receipts.record(exit);
    expect(await desk().statusOf(id)).toBe('VERIFIED FOR EXIT');
    await desk().receipts.record(permit);
    await desk().receipts.record(exit);
    expect(await desk().statusOf(id)).toBe('PAID FOR APPROVAL');
    expect((await desk().act('trip-approver', id, 'approval')).body.model.documentStatus).toBe('PAID TO EXIT');
  });

  it('is asked for in the copy of what is held only as far as the fees are due', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    await desk().call('applicant', 'GET', `/v1/triptic/trip/${id}/export?format=pdf`);
    const [held] = (desk().around.unstored.at(-1)?.blocks ?? []).flatMap((block) => (block.kind === 'section' ? [block.rows] : []));
    expect(held?.filter(({ label }) => /^fees \d: Status/i.test(label)).map(({ value }) => value)).toEqual(['To pay', 'Not due']);
    expect(held?.map(({ value }) => value)).not.toContain('exit');
  });

  it('that pays a part does not change the status', async () => {
    const id = await desk().lead('APPROVED TO EXIT');
    await desk().receipts.record({ ...(await desk().receiptFor(id, 'exit')), lines: [{ code: 'OTHER', name: 'Other', amount: 1 }], total: 1 });
    expect(await desk().statusOf(id)).toBe('APPROVED TO EXIT');
  });

  it('that arrives after the termination is recorded', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    const receipt = await desk().receiptFor(id, 'permit');
    await desk().act('trip-verifier', id, 'termination', { comment: 'Withdrawn' });
    await desk().receipts.record(receipt);
    expect((await desk().load(id)).body.model).toMatchObject({
      documentStatus: 'TERMINATED',
      receipts: [{ receiptId: receipt.receiptId }],
      fees: [{ status: 'PAID' }, { status: 'DUE' }],
    });
    // Nobody has approved the trip, so the money can be given back.
    expect((await messages(id)).at(-1)).toMatchObject({ lines: [], voidable: ['TIBE-PERMIT'] });
    await desk().receipts.record(counterOf(receipt));
    expect((await desk().stored(id)).fees).toMatchObject([{ status: 'DUE' }, { status: 'DUE' }]);
    expect((await messages(id)).at(-1)).toMatchObject({ lines: [], voidable: [] });
    // The applicant can read all versions of it.
    expect((await desk().call('applicant', 'GET', `/v1/triptic/trip/${id}/export?format=pdf`)).status).toBe(200);
    expect(desk().around.unstored.at(-1)?.blocks).toContainEqual(expect.objectContaining({ title: expect.stringMatching(/^Different in version/) }));
  });

  it.each([
    ['PAID FOR APPROVAL', ['TIBE-PERMIT']],
    ['APPROVED TO EXIT', []],
    ['PAID TO EXIT', ['TIBE-EXIT']],
    ['VALIDATED FOR EXIT', []],
  ] as const)('can be voided after a termination from %s only if no officer has relied on it: %j', async (status, voidable) => {
    const id = await desk().lead(status);
    await desk().act('trip-verifier', id, 'termination', { comment: 'Withdrawn' });
    expect((await messages(id)).at(-1)).toMatchObject({ lines: [], voidable, standing: { en: 'Terminated' } });
  });

  it('can arrive during another action, and neither is lost', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    const receipt = await desk().receiptFor(id, 'permit');
    await Promise.all([desk().receipts.record(receipt), desk().act('trip-verifier', id, 'modification', { crossCode: 'BTG' })]);
    const { model } = (await desk().load(id)).body;
    expect([model.documentStatus, model.receipts?.length]).toEqual(['PAID FOR APPROVAL', 1]);
  });

  it('is voided by a counter-receipt: the trip waits for the payment again, and the next receipt moves it', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    const paid = await desk().receiptFor(id, 'permit');
    await desk().receipts.record(paid);
    const counter = counterOf(paid);
    await Promise.all([1, 2, 3].map(() => desk().receipts.record(counter)));
    const { model } = (await desk().load(id)).body;
    expect(model).toMatchObject({ documentStatus: 'VERIFIED FOR EXIT', version: 4, fees: [{ status: 'DUE' }, { status: 'DUE' }] });
    expect(model.receipts?.map(({ total, voids }) => [total, voids])).toEqual([
      [1000, undefined],
      [-1000, paid.receiptId],
    ]);
    expect(model.accountDetails?.receiptNumber).toBeUndefined();
    expect((await messages(id)).at(-1)).toMatchObject({ lines: [{ code: 'TIBE-PERMIT' }], voidable: ['TIBE-PERMIT'] });
    await desk().receipts.record(await desk().receiptFor(id, 'permit'));
    expect(await desk().statusOf(id)).toBe('PAID FOR APPROVAL');
  });

  it('for the exit that is voided leaves the receipt of the permit in the account details', async () => {
    const id = await desk().lead('APPROVED TO EXIT');
    const permit = (await desk().stored(id)).accountDetails;
    const exit = await desk().receiptFor(id, 'exit');
    await desk().receipts.record(exit);
    expect((await desk().stored(id)).accountDetails).toMatchObject({ totalFee: 1500, receiptNumber: exit.number, receiptId: exit.receiptId });
    await desk().receipts.record(counterOf(exit));
    const { documentStatus, accountDetails } = await desk().stored(id);
    expect([documentStatus, accountDetails]).toEqual(['APPROVED TO EXIT', permit]);
    expect(permit).toMatchObject({ totalFee: 1500, receiptYear: 2026, receiptNumber: expect.any(Number), receiptDate: '2026-05-02' });
  });

  it('may be voided in the steps of its payment only', async () => {
    const id = await desk().lead('VALIDATED FOR EXIT');
    expect((await messages(id)).map(({ voidable }) => voidable)).toEqual([[], ['TIBE-PERMIT'], ['TIBE-PERMIT'], ['TIBE-EXIT'], ['TIBE-EXIT'], []]);
    expect((await messages(id)).at(-1)?.standing).toEqual({ en: 'Validated for exit', pt: 'Validada para saída' });
  });

  it('and its void come to the same in any order, also with a second payment between them', async () => {
    const orders = [
      ['paid', 'counter', 'again'],
      ['counter', 'paid', 'again'],
      ['paid', 'again', 'counter'],
      ['again', 'counter', 'paid'],
    ] as const;
    for (const order of orders) {
      const id = await desk().lead('VERIFIED FOR EXIT');
      const paid = await desk().receiptFor(id, 'permit');
      const again = await desk().receiptFor(id, 'permit');
      const all = { paid, counter: counterOf(paid), again };
      for (const each of order) await desk().receipts.record(all[each]);
      const { documentStatus, fees } = await desk().stored(id);
      expect([order, documentStatus, fees?.[0]?.status]).toEqual([order, 'PAID FOR APPROVAL', 'PAID']);
    }
  });

  it('that is voided before it arrives does not move the trip', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    const paid = await desk().receiptFor(id, 'permit');
    await desk().receipts.record(counterOf(paid));
    await desk().receipts.record(paid);
    const { documentStatus, fees, accountDetails } = await desk().stored(id);
    expect([documentStatus, fees?.[0]?.status, accountDetails?.receiptId]).toEqual(['VERIFIED FOR EXIT', 'DUE', undefined]);
  });

  it('of the exit can be voided too, and a trip that has gone on keeps its step', async () => {
    const id = await desk().lead('APPROVED TO EXIT');
    const exit = await desk().receiptFor(id, 'exit');
    await desk().receipts.record(exit);
    await desk().receipts.record(counterOf(exit));
    expect(await desk().statusOf(id)).toBe('APPROVED TO EXIT');
    const again = await desk().receiptFor(id, 'exit');
    await desk().receipts.record(again);
    await desk().act('trip-border', id, 'validation');
    await desk().receipts.record(counterOf(again));
    expect(await desk().stored(id)).toMatchObject({ documentStatus: 'VALIDATED FOR EXIT', fees: [{ status: 'PAID' }, { status: 'DUE' }] });
  });

  it('of the permit that is voided in the moment of the approval is due again, and is paid before the vehicle leaves', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    const paid = await desk().receiptFor(id, 'permit');
    await desk().receipts.record(paid);
    expect((await desk().act('trip-approver', id, 'approval')).status).toBe(200);
    // The cashier voided the payment before svc-reference learnt of the approval.
    await desk().receipts.record(counterOf(paid));
    expect(await desk().statusOf(id)).toBe('APPROVED TO EXIT');
    expect((await messages(id)).at(-1)?.lines.map(({ code }) => code)).toEqual(['TIBE-PERMIT', 'TIBE-EXIT']);
    await desk().receipts.record(await desk().receiptFor(id, 'exit'));
    expect(await desk().statusOf(id)).toBe('APPROVED TO EXIT');
    expect((await messages(id)).at(-1)?.lines.map(({ code }) => code)).toEqual(['TIBE-PERMIT']);
    await desk().receipts.record(await desk().receiptFor(id, 'permit'));
    expect(await desk().statusOf(id)).toBe('PAID TO EXIT');
    expect((await messages(id)).at(-1)?.lines).toEqual([]);
  });

  it('of the permit that is voided when the exit is paid already leads back to the payment', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    const paid = await desk().receiptFor(id, 'permit');
    await desk().receipts.record(paid);
    await desk().receipts.record(await desk().receiptFor(id, 'exit'));
    await desk().act('trip-approver', id, 'approval');
    expect(await desk().statusOf(id)).toBe('PAID TO EXIT');
    await desk().receipts.record(counterOf(paid));
    expect(await desk().statusOf(id)).toBe('APPROVED TO EXIT');
    await desk().receipts.record(await desk().receiptFor(id, 'permit'));
    expect(await desk().statusOf(id)).toBe('PAID TO EXIT');
  });

  it('that is voided after the trip has gone on is due again, but for a trip that was terminated', async () => {
    const id = await desk().lead('APPROVED TO EXIT');
    const exit = await desk().receiptFor(id, 'exit');
    await desk().receipts.record(exit);
    await desk().act('trip-border', id, 'validation');
    await desk().receipts.record(counterOf(exit));
    expect((await messages(id)).at(-1)?.lines.map(({ code }) => code)).toEqual(['TIBE-EXIT']);
    await desk().act('trip-verifier', id, 'termination', { comment: 'Withdrawn' });
    expect((await messages(id)).at(-1)?.lines).toEqual([]);
  });

  it('of an entry pays every fee that its invoice names, also one of the exit stage', async () => {
    const id = await desk().lead('VERIFIED FOR ENTRY', 'I');
    const { fees, accountDetails } = await desk().stored(id);
    expect([fees?.map(({ code, stage }) => [code, stage]), accountDetails?.totalFee]).toEqual([
      [
        ['TIBI-EXIT', 'permit'],
        ['TIBI-PERMIT', 'permit'],
      ],
      2300,
    ]);
    expect((await messages(id)).at(-1)?.lines.map(({ code, amount }) => [code, amount])).toEqual([
      ['TIBI-EXIT', 300],
      ['TIBI-PERMIT', 2000],
    ]);
    await desk().receipts.record(await desk().receiptFor(id, 'permit'));
    expect(await desk().stored(id)).toMatchObject({ documentStatus: 'PAID FOR APPROVAL', fees: [{ status: 'PAID' }, { status: 'PAID' }] });
  });

  it('for an unknown trip is ignored, and users cannot record one', async () => {
    const id = await desk().lead('VERIFIED FOR EXIT');
    const receipt = await desk().receiptFor(id, 'permit');
    await desk().receipts.record({ ...receipt, documentId: '00000000-0000-0000-0000-000000000000' });
    for (const action of ['payment', 'exit-payment', 'receipt', 'payment-void', 'exit-payment-void', 'receipt-void'])
      expect([action, (await desk().act('cashier', id, action, receipt)).status, (await desk().act('public', id, action, receipt)).status]).toEqual([
        action,
        403,
        401,
      ]);
  });
});

describe('the invoice of an entry that was registered before all its fees were permit fees', () => {
  const entry = (documentStatus: TripDocumentStatus, status: string, serial = 'I') =>
    invoiceOf({ documentStatus, serialReference: { serial }, actions: [], fees: [{ code: 'TIBI-EXIT', stage: 'exit', amount: 300, status }] } as never);

  it('names a fee of the exit stage from the verification on, until it is paid', () => {
    expect(entry('SUBMITTED', 'DUE').fees).toHaveLength(0);
    for (const status of ['VERIFIED FOR ENTRY', 'PAID FOR APPROVAL', 'CONFIRMED FOR ENTRY'] as const) expect(entry(status, 'DUE').fees).toHaveLength(1);
    expect(entry('VERIFIED FOR ENTRY', 'PAID').fees).toHaveLength(0);
    expect(entry('VERIFIED FOR EXIT', 'DUE', 'E').fees).toHaveLength(0);
  });

  it('lets its payment be voided as long as that of the permit', () => {
    const voidable = (...of: Parameters<typeof entry>) => entry(...of).voidable?.length;
    expect([voidable('PAID FOR APPROVAL', 'PAID'), voidable('APPROVED TO ENTER', 'PAID'), voidable('TERMINATED', 'PAID')]).toEqual([1, 0, 1]);
    expect(voidable('PAID FOR APPROVAL', 'PAID', 'E')).toBe(0);
  });
});
