import 'reflect-metadata';
import {
  DOCUMENT_ERASED_TOPIC,
  type DocumentEnvelope,
  type DueInvoice,
  type InvoiceDue,
  L,
  type ListResult,
  type Receipt,
  type ReceiptRecorded,
  receiptTopic,
  type Shift,
  type Unpaid,
} from '@portal/contract-kit';
import { AuditRow, Database, DocumentNameWordRow, type JobQueue, type LookupRecord, QUEUE, type RunningService } from '@portal/service-kit';
import { messagesOf, type StubServices, startStubServices, type TestBackend, testBackends, until } from '@portal/service-kit/testing';
import { In } from 'typeorm';
import { InvoiceRow, ReceiptRow, ShiftRow } from '../database/payment.entities.ts';
import { createService } from '../index.ts';
import { announceTo, callPayments, anInvoice as invoiceOf, permit } from '../testing/payments.ts';
import { foldTill } from './receipt-words.ts';

const none = { authorization: '' };

describe.each(testBackends())('the till on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let service: RunningService;
  let celia: string;
  let dora: string;
  let clara: string;

  const call = <T>(who: string, method: string, path: string, body?: unknown, headers = {}) => callPayments<T>(service, who, method, path, body, headers);
  const anInvoice = (number: number, more: Partial<InvoiceDue> = {}) =>
    invoiceOf(number, { voidable: [permit.code], standing: L('Verified for exit', 'Verificada para saída'), ...more });
  const announce = (invoice: InvoiceDue) => announceTo(service, invoice);
  const pay = (who: string, number: number, more: object = {}, headers = {}) =>
    call<DocumentEnvelope<Receipt>>(who, 'POST', '/receipt/', { documentCode: 'TIBE', year: 2026, serial: 'E', number, total: 1000, ...more }, headers);
  const voidIt = (who: string, id: string, body: object = { version: 1, comment: 'Wrong document\nNot this trip' }, headers = {}) =>
    call<DocumentEnvelope<Receipt>>(who, 'POST', `/receipt/${id}/actions/void`, body, headers);
  const openShift = async (who: string) => (await call<ListResult<Shift>>(who, 'GET', '/shift/open')).body.records[0];
  const begin = (who: string, floats: object[], headers = {}) => call<DocumentEnvelope<Shift>>(who, 'POST', '/shift/', { floats }, headers);
  const close = (who: string, shift: Shift, counted: object[], comment?: string) =>
    call<DocumentEnvelope<Shift>>(who, 'POST', `/shift/${shift.id}/actions/close`, { version: shift.version, counted, comment });
  /** Closes a shift with exactly the expected amounts. */
  const closeRight = async (who: string) => {
    const shift = await openShift(who);
    if (!shift) return;
    const closed = await close(who, shift, shift.sums?.map(({ method, currencyCode, expected }) => ({ method, currencyCode, amount: expected })) ?? []);
    expect(closed).toMatchObject({ status: 200, body: { model: { balanced: 'YES' } } });
  };
  const query = (q: object) => `q=${encodeURIComponent(JSON.stringify(q))}`;
  const unpaid = (q: object = {}) => call<ListResult<Unpaid>>(celia, 'GET', `/receipt/due?${query(q)}`);
  const announced = async (documentId: string) =>
    (await messagesOf<ReceiptRecorded>(service, receiptTopic('trips'))).filter((p) => p.documentId === documentId);
  const dueOf = async (number: number) => (await call<ListResult<DueInvoice>>(celia, 'GET', `/receipt/TIBE/2026/E/${number}/searchDocumentToPay`)).body.records;

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices();
    service = await createService({ ...backend.env, ...around.env });
    const cashier = ['payment-receipt-create', 'payment-receipt-search', 'payment-receipt-read', 'payment-receipt-void'];
    celia = await around.token({ sub: 'celia', name: 'Celia', agencies: ['TREASURY'], roles: cashier });
    dora = await around.token({ sub: 'dora', name: 'Dora', agencies: ['TREASURY'], roles: cashier });
    clara = await around.token({
      sub: 'clara',
      name: 'Clara',
      agencies: ['TREASURY'],
      roles: ['payment-receipt-read', 'payment-receipt-search', 'payment-receipt-void', 'payment-receipt-supervise'],
    });
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await backend?.remove();
  });

  it('lists what is unpaid, by reference, payer and amount, newest or oldest first', async () => {
    await announce(anInvoice(1));
    await announce(anInvoice(2, { payer: 'JOÃO DOS SANTOS', lines: [{ ...permit, amount: 2500 }] }));
    await announce(anInvoice(3, { lines: [] }));
    const all = await unpaid();
    expect(all.body.records.map(({ reference, total }) => [reference, total])).toEqual([
      ['TIBE-2026-0000002', 2500],
      ['TIBE-2026-0000001', 1000],
    ]);
    expect(all.body).toMatchObject({
      totalRecords: 2,
      records: [{ payer: 'JOÃO DOS SANTOS', currencyCode: 'USD', serial: 'E', since: expect.any(String) }, {}],
    });
    expect(JSON.stringify(all.body)).not.toContain('trip-1');
    const found = async (q: object) => (await unpaid(q)).body.records.map(({ number }) => number);
    expect(await found({ sorting: [{ fieldName: 'since', direction: 'ASC' }] })).toEqual([1, 2]);
    expect(await found({ sorting: [{ fieldName: 'total', direction: 'ASC' }] })).toEqual([1, 2]);
    expect(await found({ criteria: [{ operation: 'CONTAINS', fieldName: 'payer', values: ['joão'] }] })).toEqual([2]);
    expect(await found({ criteria: [{ operation: 'CONTAINS', fieldName: 'reference', values: ['0000001'] }] })).toEqual([1]);
    expect(await found({ criteria: [{ operation: 'GTE', fieldName: 'total', values: [2000] }] })).toEqual([2]);
    expect(await found({ paging: { page: 2, size: 1 } })).toEqual([1]);
    const csv = await call<string>(celia, 'GET', '/receipt/due', undefined, { accept: 'text/csv' });
    expect(String(csv.body).trim().split('\r\n')).toEqual([
      expect.stringMatching(/Document,Payer,To pay since \(UTC\),/),
      expect.stringMatching(/^TIBE-2026-0000002,JOÃO DOS SANTOS,.*,2500,USD$/),
      expect.stringMatching(/^TIBE-2026-0000001,ANA SOARES,.*,1000,USD$/),
    ]);
    expect((await unpaid({ sorting: [{ fieldName: 'documentId', direction: 'ASC' }] })).body.errors[0]?.code).toBe('UNKNOWN_FIELD');
    expect((await call<ListResult<object>>(celia, 'GET', '/receipt/due/fields')).body.records).toContainEqual(
      expect.objectContaining({ fieldName: 'since', sortable: true }),
    );
  });

  it('takes a document off the list with its receipt, and puts it back when the next step has to be paid', async () => {
    await pay(celia, 1);
    expect((await unpaid()).body.records.map(({ number }) => number)).toEqual([2]);
    await announce(anInvoice(1, { version: 2, lines: [permit, { code: 'TIBE-EXIT', name: 'Exit', amount: 500 }] }));
    expect((await unpaid()).body.records.find(({ number }) => number === 1)).toMatchObject({ total: 500 });
    await announce(anInvoice(1, { version: 3, lines: [] }));
    await announce(anInvoice(1, { version: 2 }));
    expect((await unpaid()).body.totalRecords).toBe(1);
  });

  it('opens a shift by itself for a receipt without one, one for several at the same moment', async () => {
    await closeRight(celia);
    await Promise.all([11, 12, 13].map((number) => announce(anInvoice(number))));
    const paid = await Promise.all([11, 12, 13].map((number) => pay(celia, number)));
    expect(paid.map(({ status }) => status)).toEqual([201, 201, 201]);
    const shift = await openShift(celia);
    expect(new Set(paid.map(({ body }) => body.model.shiftId))).toEqual(new Set([shift?.id]));
    expect(shift).toMatchObject({
      automatic: true,
      floats: [],
      sums: [{ method: 'CASH', methodName: 'Cash', currencyCode: 'USD', float: 0, received: 3000, receipts: 3, expected: 3000 }],
    });
    await closeRight(celia);
    expect(await openShift(celia)).toBeUndefined();
  });

  it('opens no shift for a payment that is refused', async () => {
    await announce(anInvoice(14));
    expect((await pay(celia, 14, { total: 1 })).status).toBe(422);
    expect((await pay(celia, 14, { method: 'CHEQUE' })).body.errors[0]).toMatchObject({ field: 'method', code: 'CHOICE' });
    expect((await pay(celia, 14, { method: 'CARD' })).body.errors[0]).toMatchObject({
      field: 'slip',
      code: 'REQUIRED',
      message: 'Enter the number of the slip',
    });
    expect(await openShift(celia)).toBeUndefined();
  });

  it('opens a shift with a float once, and closes it with what was counted', async () => {
    const key = { 'idempotency-key': 'shift-1' };
    const opened = await Promise.all([begin(celia, [{ currencyCode: 'USD', amount: 5000 }], key), begin(celia, [{ currencyCode: 'USD', amount: 5000 }], key)]);
    expect(opened.map(({ status }) => status)).toEqual([201, 201]);
    expect(opened[0]?.body.model.id).toBe(opened[1]?.body.model.id);
    expect((await begin(celia, [])).body.errors[0]?.code).toBe('SHIFT_OPEN');
    await announce(anInvoice(15));
    await pay(celia, 14);
    expect((await pay(celia, 15, { method: 'CARD', slip: 'b-77' })).body.model).toMatchObject({ method: 'CARD', methodName: 'Card terminal', slip: 'B-77' });
    const shift = (await openShift(celia)) as Shift;
    expect(shift.sums).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ method: 'CASH', float: 5000, received: 1000, expected: 6000 }),
        expect.objectContaining({ method: 'CARD', float: 0, received: 1000, expected: 1000 }),
      ]),
    );
    const cash = (amount: number) => ({ method: 'CASH', currencyCode: 'USD', amount });
    const card = { method: 'CARD', currencyCode: 'USD', amount: 1000 };
    expect((await close(celia, shift, [cash(6000)])).body.errors[0]).toMatchObject({
      code: 'REQUIRED',
      field: 'counted',
      message: 'Count Card terminal in USD',
    });
    expect((await close(celia, shift, [cash(5900), card])).body.errors[0]).toMatchObject({
      field: 'comment',
      message: 'Say why there is a difference: USD -1.00',
    });
    expect((await close(celia, shift, [cash(1), cash(2), card])).body.errors[0]).toMatchObject({ field: 'counted[1]', code: 'CHOICE' });
    expect((await close(celia, shift, [cash(6000), card, { method: 'CASH', currencyCode: 'XXQ', amount: 1 }])).status).toBe(422);
    expect((await close(dora, shift, [cash(6000), card])).status).toBe(403);
    const closed = await close(celia, shift, [cash(5900), card, { method: 'CASH', currencyCode: 'EUR', amount: 100 }], 'Gave too much change\nFound a euro');
    expect(closed.body.model).toMatchObject({
      status: 'CLOSED',
      balanced: 'NO',
      comment: 'Gave too much change\nFound a euro',
      counts: [
        { method: 'CASH', currencyCode: 'USD', expected: 6000, amount: 5900, difference: -100 },
        { method: 'CARD', difference: 0 },
        { method: 'CASH', currencyCode: 'EUR', expected: 0, amount: 100, difference: 100 },
      ],
    });
    expect((await close(celia, closed.body.model, [cash(5900), card])).body.errors[0]?.code).toBe('ACTION_NOT_ALLOWED');
    // A repeated request gets the first response, even though the shift is closed.
    expect((await begin(celia, [{ currencyCode: 'USD', amount: 5000 }], key)).body).toEqual(opened[0]?.body);
  });

  it('refuses a float of an unknown currency and two of one', async () => {
    const usd = { currencyCode: 'USD', amount: 100 };
    expect((await begin(dora, [usd, usd])).body.errors[0]).toMatchObject({ field: 'floats[1].currencyCode' });
    expect((await begin(dora, [{ currencyCode: 'QQQ', amount: 1 }])).body.errors[0]).toMatchObject({ field: 'floats[0].currencyCode' });
    expect((await begin(dora, 'USD 50' as never)).body).toMatchObject({ status: 422, errors: [{ code: 'CHOICE', field: 'floats' }] });
    expect((await begin(dora, [{ currencyCode: 'USD', amount: -1 }])).status).toBe(422);
  });

  it('shows supervisors all shifts and cashiers their own', async () => {
    await begin(dora, []);
    const cashiers = async (who: string) => new Set((await call<ListResult<Shift>>(who, 'GET', '/shift/search')).body.records.map(({ cashier }) => cashier));
    expect(await cashiers(clara)).toEqual(new Set(['Celia', 'Dora']));
    expect(await cashiers(dora)).toEqual(new Set(['Dora']));
    const own = (await openShift(dora)) as Shift;
    expect((await call(celia, 'GET', `/shift/${own.id}/document`)).status).toBe(403);
    expect((await call(clara, 'GET', `/shift/${own.id}/document`)).status).toBe(200);
    expect((await call(none.authorization, 'GET', `/shift/${own.id}/document`)).status).toBe(401);
    const exported = async (language: string): Promise<string> => {
      const path = `/shift/search?${query({ criteria: [{ operation: 'EQ', fieldName: 'balanced', values: ['NO'] }] })}`;
      return String((await call<string>(clara, 'GET', path, undefined, { accept: 'text/csv', 'accept-language': language })).body);
    };
    expect(await exported('en')).toContain('Opened (UTC),Closed (UTC),Cashier,');
    expect(await exported('pt')).toContain('Aberto (UTC),Encerrado (UTC),Tesoureiro,');
    expect(await exported('en')).toContain(',Closed,No,"Cash -100 USD; Cash 100 EUR"');
    expect(await exported('pt')).toContain(',Encerrado,Não,"Numerário -100 USD; Numerário 100 EUR"');
    const chosen = query({ criteria: [{ operation: 'EQ', fieldName: 'balanced', values: ['NO'] }], viewColumns: ['balanced', 'version', 'cashier'] });
    const some = await call<string>(clara, 'GET', `/shift/search?${chosen}`, undefined, { accept: 'text/csv' });
    expect(some.body).toBe('Balanced,version,Cashier\r\nNo,2,Celia\r\n');
    // A supervisor may close the shift of a cashier who has left.
    expect((await close(clara, own, [])).body.model).toMatchObject({ status: 'CLOSED', balanced: 'YES', cashier: 'Dora' });
  });

  it('is voided by a second person, once, with a counter-receipt; the fee is due again', async () => {
    await announce(anInvoice(20));
    const paid = (await pay(celia, 20, {}, { 'idempotency-key': 'pay-20' })).body;
    const { id, shiftId } = paid.model;
    expect(paid.blocked).toMatchObject([{ name: 'void', code: 'FOUR_EYES' }]);
    expect((await voidIt(celia, id)).body.errors[0]).toMatchObject({ code: 'FOUR_EYES' });
    expect((await voidIt(dora, id, { version: 1 })).body.errors[0]).toMatchObject({ code: 'REQUIRED', field: 'comment' });
    const offered = (await call<DocumentEnvelope<Receipt>>(clara, 'GET', `/receipt/${id}/document`)).body.actions.find(({ name }) => name === 'void');
    expect(offered).toMatchObject({ url: `/v1/payment/receipt/${id}/actions/void`, commentRequired: true });
    const key = { 'idempotency-key': 'void-20' };
    const answers = await Promise.all([voidIt(clara, id, undefined, key), voidIt(clara, id, undefined, key), voidIt(dora, id)]);
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ body }) => body.model.id)).size).toBe(1);
    const counter = done[0]?.body.model as Receipt;
    expect(counter).toMatchObject({
      total: -1000,
      lines: [{ code: permit.code, amount: -1000 }],
      voids: paid.model.serialReference.reference,
      comment: 'Wrong document\nNot this trip',
    });
    // The money leaves the till that received it.
    expect(counter.shiftId).toBe(shiftId);
    expect((await openShift(celia))?.sums).toEqual([expect.objectContaining({ received: 0, receipts: 2, expected: 0 })]);
    const voided = (await call<DocumentEnvelope<Receipt>>(clara, 'GET', `/receipt/${id}/document`)).body;
    expect(voided.model).toMatchObject({ version: 2, voidedBy: counter.serialReference.reference });
    expect((await pay(celia, 20, {}, { 'idempotency-key': 'pay-20' })).body).toEqual(paid);
    expect(voided.actions.map(({ name }) => name)).toEqual(['print-form']);
    expect((await voidIt(dora, id)).body.errors[0]?.code).toBe('ACTION_NOT_ALLOWED');
    expect((await voidIt(dora, counter.id)).status).not.toBe(200);
    expect(await announced('trip-20')).toEqual([
      expect.objectContaining({ receiptId: id, total: 1000 }),
      expect.objectContaining({ receiptId: counter.id, total: -1000, voids: id, lines: [expect.objectContaining({ code: permit.code })] }),
    ]);
    expect(await dueOf(20)).toMatchObject([{ total: 1000 }]);
    expect((await pay(dora, 20)).status).toBe(201);
    const publicView = (await call<DocumentEnvelope<Receipt>>('', 'GET', `/receipt/${counter.id}/document`)).body.model;
    expect(publicView).not.toHaveProperty('comment');
    expect(publicView).not.toHaveProperty('shiftId');
    const records = await service.app.get(Database).reader.findBy(AuditRow, { documentId: id, action: 'void' });
    expect(records).toMatchObject([
      { details: expect.objectContaining({ counterReceipt: counter.serialReference.reference, comment: 'Wrong document\nNot this trip' }) },
    ]);
  });

  it('refuses the void where the document has gone on, and says where it is', async () => {
    await announce(anInvoice(21));
    const { id } = (await pay(celia, 21)).body.model;
    await announce(anInvoice(21, { version: 4, lines: [], voidable: [], standing: L('Approved to exit', 'Aprovada para saída') }));
    const message = 'TIBE-2026-0000021 has gone on since it was paid (Approved to exit): the payment can no longer be voided';
    expect((await voidIt(clara, id)).body).toMatchObject({ status: 409, errors: [{ code: 'ACTION_NOT_ALLOWED', message }] });
    expect((await call<DocumentEnvelope<Receipt>>(clara, 'GET', `/receipt/${id}/document`)).body.model.voidedBy).toBeUndefined();
    expect(await dueOf(21)).toEqual([]);
  });

  it('takes the money of a void from the till of who voids where the shift is closed', async () => {
    await announce(anInvoice(22));
    const { id, shiftId } = (await pay(celia, 22)).body.model;
    await closeRight(celia);
    const counter = (await voidIt(dora, id)).body.model;
    expect(counter.shiftId).not.toBe(shiftId);
    expect((await openShift(dora))?.id).toBe(counter.shiftId);
  });

  it('closes a shift in which more was paid back than received, with what is right', async () => {
    await announce(anInvoice(23));
    const { id } = (await pay(celia, 23, { method: 'CARD', slip: '23' })).body.model;
    await closeRight(celia);
    await closeRight(dora);
    await voidIt(dora, id);
    expect((await openShift(dora))?.sums).toEqual([expect.objectContaining({ method: 'CARD', received: -1000, expected: -1000 })]);
    await closeRight(dora);
    expect(await openShift(dora)).toBeUndefined();
  });

  it('takes a method whose code has small letters, and codes of others in small letters too', async () => {
    await closeRight(celia);
    const admin = await around.token({ sub: 'adao', name: 'Adao', roles: ['reference-admin'] });
    for (const record of [
      { code: 'Cheque', name: 'Cheque', cash: false, slip: true },
      { code: 'CHEQUE', name: 'Cheque of the treasury', cash: false, slip: false },
    ]) {
      const made = await fetch(`${service.url}/v1/catalogue/payment-methods`, {
        method: 'POST',
        headers: { authorization: admin, 'content-type': 'application/json' },
        body: JSON.stringify(record),
      });
      expect(made.status).toBe(201);
    }
    await Promise.all([24, 25, 26].map((number) => announce(anInvoice(number))));
    expect((await pay(celia, 24, { method: 'Cheque', slip: '7' })).body.model).toMatchObject({ method: 'Cheque', methodName: 'Cheque', slip: '7' });
    expect((await pay(celia, 25, { method: 'CHEQUE' })).body.model).toMatchObject({ method: 'CHEQUE' });
    expect((await pay(celia, 26, { method: 'card', slip: '8' })).body.model).toMatchObject({ method: 'CARD' });
    const counted = ['Cheque', 'CHEQUE', 'card'].map((method) => ({ method, currencyCode: 'USD', amount: 1000 }));
    const closed = await close(celia, (await openShift(celia)) as Shift, counted);
    expect(closed).toMatchObject({ status: 200, body: { model: { balanced: 'YES' } } });
    expect(new Set(closed.body.model.counts?.map(({ method }) => method))).toEqual(new Set(['Cheque', 'CHEQUE', 'CARD']));
  });

  it('needs the role to void and to open a shift', async () => {
    const plain = await around.token({ sub: 'rui', name: 'Rui', roles: ['payment-receipt-read'] });
    expect((await voidIt(plain, 'any')).status).toBe(403);
    expect((await begin(plain, [])).status).toBe(403);
    expect((await call(plain, 'GET', '/shift/search')).status).toBe(403);
    expect((await call('', 'GET', '/receipt/due')).status).toBe(401);
    expect((await voidIt(clara, 'unknown')).status).toBe(404);
  });

  it('records one receipt when two cashiers take one document, and the list agrees with the receipts', async () => {
    await closeRight(celia);
    await closeRight(dora);
    const numbers = Array.from({ length: 12 }, (_, i) => 40 + i);
    await Promise.all(numbers.map((number) => announce(anInvoice(number))));
    const answers = await Promise.all(
      numbers.flatMap((number) => [pay(celia, number), pay(dora, number), pay(celia, number, { method: 'CARD', slip: String(number) })]),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(numbers.length);
    expect(answers.filter(({ status }) => status !== 201 && status !== 422)).toEqual([]);
    const sums = [...((await openShift(celia))?.sums ?? []), ...((await openShift(dora))?.sums ?? [])];
    expect(sums.reduce((sum, { received }) => sum + received, 0)).toBe(numbers.length * 1000);
    expect(
      (await unpaid({ criteria: [{ operation: 'BETWEEN', fieldName: 'reference', values: ['TIBE-2026-0000040', 'TIBE-2026-0000051'] }] })).body.totalRecords,
    ).toBe(0);
  });

  it('finds receipts and what is unpaid without accents, dashes and case', async () => {
    await announce(anInvoice(31, { payer: 'Inês do Rosário' }));
    await announce(anInvoice(32, { payer: 'ANA SOARES' }));
    const by = (fieldName: string, operation: string, value: string) => ({ criteria: [{ operation, fieldName, values: [value] }] });
    expect((await unpaid(by('payer', 'CONTAINS', 'ROSARIO'))).body.records.map(({ reference }) => reference)).toEqual(['TIBE-2026-0000031']);
    expect((await unpaid(by('reference', 'EQ', 'tibe 2026 0000032'))).body.totalRecords).toBe(1);
    const { id, serialReference } = (await pay(celia, 31)).body.model;
    await pay(celia, 32);
    const found = async (q: object) => (await call<ListResult<Receipt>>(celia, 'GET', `/receipt/search?${query(q)}`)).body.records.map((each) => each.id);
    for (const [fieldName, operation, value] of [
      ['payer', 'CONTAINS', 'ines do ros'],
      ['payer', 'EQ', 'INES DO ROSARIO'],
      ['name', 'CONTAINS', 'rosar ines'],
      ['documentReference', 'EQ', 'tibe20260000031'],
      ['reference', 'EQ', serialReference.reference.toLowerCase().replaceAll('-', ' ')],
    ] as const)
      expect([value, await found(by(fieldName, operation, value))]).toEqual([value, [id]]);
    expect(await found(by('name', 'CONTAINS', 'rosario ana'))).toEqual([]);
  });

  it('finds a voided receipt and its counter-receipt by the number of the other, as it is typed', async () => {
    await announce(anInvoice(33));
    const paid = (await pay(celia, 33)).body.model;
    const counter = (await voidIt(clara, paid.id)).body.model as Receipt;
    for (const [fieldName, { serialReference }, found] of [
      ['voids', paid, counter.id],
      ['voidedBy', counter, paid.id],
    ] as const) {
      const criteria = [{ operation: 'EQ', fieldName, values: [serialReference.reference.toLowerCase().replaceAll('-', ' ')] }];
      const { records } = (await call<ListResult<Receipt>>(celia, 'GET', `/receipt/search?${query({ criteria })}`)).body;
      expect([fieldName, records.map((each) => each.id)]).toEqual([fieldName, [found]]);
    }
  });

  it('finds receipts in the search over everything, for those who may read them', async () => {
    const { id, serialReference } = (await call<ListResult<Receipt>>(celia, 'GET', '/receipt/TIBE/2026/E/31/searchReceiptDetails')).body.records[0] as Receipt;
    const lookUp = async (who: string, text: string) => {
      const answer = await fetch(`${service.url}/v1/lookup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(who ? { authorization: who } : {}) },
        body: JSON.stringify({ text }),
      });
      return { status: answer.status, body: (await answer.json()) as ListResult<LookupRecord> };
    };
    for (const text of ['rosario', 'INES ROS', 'tibe 2026 0000031', serialReference.reference])
      expect([text, (await lookUp(celia, text)).body.records.map((record) => record.id)]).toEqual([text, [id]]);
    expect((await lookUp(celia, 'rosario')).body.records[0]).toMatchObject({
      kind: 'receipt',
      reference: serialReference.reference,
      title: 'Inês do Rosário',
      documentStatus: 'RECORDED',
      url: `/account/receipt/view/${id}`,
    });
    await announce(anInvoice(33));
    const carded = (await pay(celia, 33, { method: 'CARD', slip: 'sl-4711' })).body.model;
    for (const text of ['SL-4711', ' sl-4711 '])
      expect([text, (await lookUp(celia, text)).body.records.map((record) => record.id)]).toEqual([text, [carded.id]]);
    expect((await lookUp(celia, 'zzz')).body.records).toEqual([]);
    expect((await lookUp(celia, 'ab')).status).toBe(400);
    expect((await lookUp('', 'rosario')).status).toBe(401);
    const assessor = await around.token({ sub: 'abel', name: 'Abel', agencies: ['TREASURY'], roles: ['payment-receipt-create'] });
    expect((await lookUp(assessor, 'rosario')).status).toBe(403);
  });

  it('finds receipts that an earlier release wrote, and forgets the payers that it forgot', async () => {
    const db = service.app.get(Database);
    await db.write(async (tx) => {
      await tx.update(ReceiptRow, { documentReference: 'TIBE-2026-0000031' }, { referenceFolded: null, payerFolded: null, documentReferenceFolded: null });
      await tx.delete(DocumentNameWordRow, { word: 'ROSARIO' });
      await tx.update(InvoiceRow, { documentId: 'trip-31' }, { payer: '' });
    });
    await foldTill((work) => db.write(work));
    const named = await call<ListResult<Receipt>>(
      celia,
      'GET',
      `/receipt/search?${query({ criteria: [{ operation: 'CONTAINS', fieldName: 'name', values: ['rosario'] }] })}`,
    );
    expect(named.body.totalRecords).toBe(1);
    expect(await db.reader.findOneBy(ReceiptRow, { documentReference: 'TIBE-2026-0000031' })).toMatchObject({ payerFolded: 'INES DO ROSARIO' });
    expect(await db.reader.findOneBy(InvoiceRow, { documentId: 'trip-31' })).toMatchObject({ payerFolded: '' });
  });

  it('takes nothing more for a document that was erased, also after a void', async () => {
    await Promise.all([34, 35].map((number) => announce(anInvoice(number))));
    const { id } = (await pay(celia, 35)).body.model;
    const queue = service.app.get<JobQueue>(QUEUE);
    for (const number of [34, 35]) await queue.publish({ id: `erased-${number}`, topic: DOCUMENT_ERASED_TOPIC, payload: { documentId: `trip-${number}` } });
    const erased = { payer: '', payerFolded: '', documentId: In(['trip-34', 'trip-35']) };
    await until(async () => (await service.app.get(Database).reader.countBy(InvoiceRow, erased)) === 2);
    expect((await voidIt(clara, id)).status).toBe(200);
    expect((await unpaid()).body.records.filter(({ number }) => number === 34 || number === 35)).toEqual([]);
    for (const number of [34, 35]) {
      expect((await dueOf(number)).flatMap(({ lines }) => lines)).toEqual([]);
      expect((await pay(celia, number)).body).toMatchObject({ status: 422, errors: [{ code: 'CHOICE', field: 'number' }] });
    }
  });

  it('takes nothing more for a document that an earlier release erased, also after a void', async () => {
    const db = service.app.get(Database);
    await Promise.all([36, 37].map((number) => announce(anInvoice(number))));
    const { id } = (await pay(celia, 37)).body.model;
    await db.write((tx) => tx.update(InvoiceRow, { documentId: In(['trip-36', 'trip-37']) }, { payer: '', payerFolded: '' }));
    await foldTill((work) => db.write(work));
    expect((await voidIt(clara, id)).status).toBe(200);
    expect((await unpaid()).body.records.filter(({ number }) => number === 36 || number === 37)).toEqual([]);
    for (const number of [36, 37]) expect((await pay(celia, number)).body).toMatchObject({ status: 422, errors: [{ code: 'CHOICE', field: 'number' }] });
  });

  it("finds shifts by the cashier's name without accents and case, also those that an earlier release wrote", async () => {
    const db = service.app.get(Database);
    const rosa = await around.token({ sub: 'rosa', name: 'Rosário Lima', agencies: ['TREASURY'], roles: ['payment-receipt-create', 'payment-receipt-search'] });
    await begin(rosa, []);
    const cashiers = async (operation: string, ...values: string[]) => {
      const { body } = await call<ListResult<Shift>>(clara, 'GET', `/shift/search?${query({ criteria: [{ operation, fieldName: 'cashier', values }] })}`);
      return [...new Set(body.records.map(({ cashier }) => cashier))].sort();
    };
    await db.write((tx) => tx.update(ShiftRow, { cashierSub: 'rosa' }, { cashierFolded: null }));
    expect(await cashiers('EQ', 'ROSARIO LIMA')).toEqual([]);
    await foldTill((work) => db.write(work));
    await begin(dora, []);
    for (const [operation, ...values] of [
      ['CONTAINS', 'rosario'],
      ['EQ', 'ROSARIO LIMA'],
      ['EQ', 'Rosário Lima'],
      ['IN', 'rosario lima', 'nobody'],
    ] as const)
      expect([operation, await cashiers(operation, ...values)]).toEqual([operation, ['Rosário Lima']]);
    expect(await cashiers('IN', 'ROSARIO LIMA', 'DORA')).toEqual(['Dora', 'Rosário Lima']);
    expect(await cashiers('NEQ', 'ROSARIO LIMA')).not.toContain('Rosário Lima');
    expect(await cashiers('CONTAINS', 'zzz')).toEqual([]);
  });

  it('exports what is unpaid completely where many have the same time', async () => {
    const db = service.app.get(Database);
    for (let number = 4000; number < 4012; number++) await announce(anInvoice(number, { payer: 'MANY AT ONCE' }));
    const at = new Date('2026-01-01T00:00:00Z');
    await db.write((tx) => tx.update(InvoiceRow, { payer: 'MANY AT ONCE' }, { unpaidSince: at }));
    const q = query({ criteria: [{ operation: 'EQ', fieldName: 'payer', values: ['many at once'] }] });
    const { body } = await call<string>(celia, 'GET', `/receipt/due?${q}`, undefined, { accept: 'text/csv' });
    const due = query({ criteria: [{ operation: 'EQ', fieldName: 'payer', values: ['many at once'] }], viewColumns: ['payer', 'total'] });
    const some = await call<string>(celia, 'GET', `/receipt/due?${due}`, undefined, { accept: 'text/csv' });
    expect(some.body.split('\r\n').slice(0, 2)).toEqual(['Payer,Amount due (minor units)', 'MANY AT ONCE,1000']);
    const references = [...String(body).matchAll(/TIBE-2026-00040\d\d/g)].map(([reference]) => reference);
    expect(references).toHaveLength(12);
    expect(new Set(references).size).toBe(12);
    await db.write((tx) => tx.delete(InvoiceRow, { payer: 'MANY AT ONCE' }));
  });
});
