import 'reflect-metadata';
import {
  type DocumentEnvelope,
  type DueInvoice,
  type InvoiceDue,
  type ListResult,
  type Receipt,
  type ReceiptRecorded,
  receiptTopic,
} from '@portal/contract-kit';
import { Database, type RunningService } from '@portal/service-kit';
import { areUnguessable, messagesOf, type StubServices, startStubServices, type TestBackend, testBackends, untilLockWait } from '@portal/service-kit/testing';
import { InvoiceRow, PaidLineRow } from '../database/payment.entities.ts';
import { createService } from '../index.ts';
import { anInvoice, announceTo, callPayments, permit } from '../testing/payments.ts';
import { Invoices } from './invoices.service.ts';

const exit = { code: 'TIBE-EXIT', name: 'Exit control', amount: 500 };

describe.each(testBackends())('receipts on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let service: RunningService;
  let cashier: string;

  const call = <T>(method: string, path: string, body?: unknown, headers = {}) => callPayments<T>(service, cashier, method, `/receipt${path}`, body, headers);
  const announce = (invoice: InvoiceDue, id?: string) => announceTo(service, invoice, id);
  const key = (number: number) => ({ documentCode: 'TIBE', year: 2026, serial: 'E', number });
  const pay = (number: number, total: number, headers = {}) => call<DocumentEnvelope<Receipt>>('POST', '/', { ...key(number), total }, headers);
  const due = async (number: number) => (await call<ListResult<DueInvoice>>('GET', `/TIBE/2026/E/${number}/searchDocumentToPay`)).body.records;
  const announced = async (documentId: string) => {
    return (await messagesOf<ReceiptRecorded>(service, receiptTopic('trips'))).filter((p) => p.documentId === documentId);
  };

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices();
    service = await createService({ ...backend.env, ...around.env });
    cashier = await around.token({ sub: 'celia', name: 'Celia', agencies: ['TREASURY'], roles: ['payment-receipt-create', 'payment-receipt-search'] });
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await backend?.remove();
  });

  it('shows the amount due, records its payment once and announces it', async () => {
    await announce(anInvoice(1));
    expect(await due(1)).toEqual([
      {
        documentId: 'TIBE-2026-0000001',
        reference: 'TIBE-2026-0000001',
        payer: 'ANA SOARES',
        currencyCode: 'USD',
        total: 1000,
        lines: [{ ...permit, status: 'DUE' }],
      },
    ]);
    const paid = await pay(1, 1000);
    expect(paid.status).toBe(201);
    expect(paid.body.model).toMatchObject({
      ...key(1),
      total: 1000,
      payer: 'ANA SOARES',
      cashier: 'Celia',
      lines: [permit],
      serialReference: { serial: 'A', number: expect.any(Number) },
    });
    expect(await due(1)).toEqual([]);
    expect((await pay(1, 1000)).body).toMatchObject({ status: 422, errors: [{ message: 'Nothing is due for TIBE-2026-0000001' }] });
    expect(await announced('trip-1')).toEqual([expect.objectContaining({ receiptId: paid.body.model.id, total: 1000, lines: [permit] })]);
  });

  it('gives receipts ids that do not follow from one another', async () => {
    const payAnother = async (number: number): Promise<string> => {
      await announce(anInvoice(number));
      return (await pay(number, 1000)).body.model.id;
    };
    expect(areUnguessable(await Promise.all(Array.from({ length: 30 }, (_, i) => payAnother(800 + i))))).toBe(true);
  });

  it('keeps the newer one of two announcements that come at the same moment', async () => {
    const numbers = Array.from({ length: 20 }, (_, i) => 900 + i);
    const both = numbers.flatMap((number) => [anInvoice(number), anInvoice(number, { version: 2, lines: [permit, exit] })]);
    await Promise.all(both.map((invoice) => announce(invoice)));
    expect(await Promise.all(numbers.map(async (number) => (await due(number))[0]?.total))).toEqual(numbers.map(() => 1500));
  });

  it('reports what was expected if the amount, the document or a line is wrong', async () => {
    await announce(anInvoice(2, { lines: [permit, exit] }));
    expect((await pay(2, 1000)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'total', message: 'The amount due for TIBE-2026-0000002 is USD 15.00' }],
    });
    expect((await pay(999, 1000)).body).toMatchObject({ status: 422, errors: [{ field: 'number' }] });
    const lines = await call('POST', '/', { ...key(2), total: 1500, lines: [{ code: permit.code, amount: 1500 }] });
    expect(lines.body.errors[0]).toMatchObject({ field: 'lines', message: 'To pay now: TIBE-PERMIT USD 10.00, TIBE-EXIT USD 5.00' });
    const twice = await call('POST', '/', {
      ...key(2),
      total: 1500,
      lines: [{ ...permit, amount: 999_999 }, permit, exit].map(({ code, amount }) => ({ code, amount })),
    });
    expect(twice.body).toMatchObject({ status: 422, errors: [{ code: 'CHOICE', field: 'lines' }] });
    // Malformed lines are refused and not ignored; otherwise nobody would notice that they were never compared.
    for (const [given, field] of [
      ['TIBE-PERMIT', 'lines'],
      [{ code: permit.code }, 'lines'],
      [[permit.code], 'lines.0'],
    ] as const)
      expect((await call('POST', '/', { ...key(2), total: 1500, lines: given })).body).toMatchObject({ status: 422, errors: [{ code: 'CHOICE', field }] });
    expect((await call('POST', '/', {})).body.errors.map((e) => e.field)).toEqual(['documentCode', 'year', 'serial', 'number', 'total']);
    for (const [language, said] of [
      ['en', '1250 for USD 12.50'],
      ['pt', '1250 para USD 12,50'],
    ] as const) {
      const { body } = await call('POST', '/', { ...key(2), total: 'abc' }, { 'accept-language': language });
      expect(body.errors).toEqual([{ code: 'INTEGER', field: 'total', message: expect.stringContaining(said) }]);
    }
    expect(await due(2)).toHaveLength(1);
  });

  it('records one payment when two cashiers record it at the same time', async () => {
    await announce(anInvoice(3));
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(3, 1000)));
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array(7).fill(422)]);
    expect(await announced('trip-3')).toHaveLength(1);
  });

  it('answers a repeated call as the first time', async () => {
    await announce(anInvoice(4));
    const headers = { 'idempotency-key': 'receipt-4' };
    const answers = await Promise.all([pay(4, 1000, headers), pay(4, 1000, headers), pay(4, 1000, headers)]);
    expect(answers.map((a) => a.status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((a) => a.body.model.id)).size).toBe(1);
    expect((await call('POST', '/', { ...key(4), total: 1 }, headers)).status).toBe(409);
  });

  it('asks for the next step only, and never for a paid fee again', async () => {
    await announce(anInvoice(5));
    await pay(5, 1000);
    await announce(anInvoice(5, { version: 2, lines: [permit, exit] }));
    expect(await due(5)).toMatchObject([{ total: 500, lines: [{ status: 'PAID' }, { status: 'DUE' }] }]);
    await announce(anInvoice(5, { version: 1 }), 'late');
    expect(await due(5)).toMatchObject([{ total: 500 }]);
    expect((await pay(5, 500)).body.model.lines).toEqual([exit]);
    await announce(anInvoice(5, { version: 3, lines: [] }));
    expect(await due(5)).toEqual([]);
  });

  it('processes an announcement once that is delivered twice', async () => {
    await announce(anInvoice(6), 'twice');
    await announce(anInvoice(6, { version: 2, lines: [exit] }));
    await announce(anInvoice(6, { version: 9 }), 'twice');
    expect(await due(6)).toMatchObject([{ total: 500 }]);
  });

  it('keeps the newest of announcements that come at the same moment', async () => {
    const numbers = Array.from({ length: 10 }, (_, i) => 100 + i);
    await Promise.all(numbers.map((number) => announce(anInvoice(number))));
    const versions = [2, 3, 4, 5, 6];
    await Promise.all(
      numbers.flatMap((number) => versions.map((version) => announce(anInvoice(number, { version, lines: [{ ...permit, amount: version * 100 }] })))),
    );
    expect((await Promise.all(numbers.map(due))).map(([invoice]) => invoice?.total)).toEqual(numbers.map(() => 600));
  });

  it('counts a payment that is stored while an announcement waits', async () => {
    await announce(anInvoice(70));
    const db = service.app.get(Database);
    const invoices = service.app.get(Invoices);
    let newer = Promise.resolve();
    await db.write(async (tx) => {
      const invoice = (await invoices.lock(tx, 'trip-70')) as InvoiceRow;
      newer = announce(anInvoice(70, { version: 2 }));
      await untilLockWait(db);
      await tx.insert(PaidLineRow, { documentId: 'trip-70', code: permit.code, receiptId: 'receipt-70' });
      await invoices.tally(tx, invoice);
    });
    await newer;
    expect(await db.reader.findOneBy(InvoiceRow, { documentId: 'trip-70' })).toMatchObject({ version: 2, unpaid: 0, unpaidSince: null });
  });

  it('finds receipts by the document and by their own number, and lists them', async () => {
    const byDocument = await call<ListResult<Receipt>>('GET', '/TIBE/2026/E/5/searchReceiptDetails');
    expect(byDocument.body.records.map((r) => r.total)).toEqual([500, 1000]);
    const [last] = byDocument.body.records;
    const own = await call<ListResult<Receipt>>('GET', `/REC/${last?.serialReference.year}/A/${last?.serialReference.number}/searchReceiptDetails`);
    expect(own.body.records.map((r) => r.id)).toEqual([last?.id]);
    expect((await call<DocumentEnvelope<Receipt>>('GET', `/${last?.id}/document`)).body.model).toEqual(last);
    const q = encodeURIComponent(JSON.stringify({ criteria: [{ operation: 'EQ', fieldName: 'documentReference', values: ['TIBE-2026-0000005'] }] }));
    expect((await call<ListResult<Receipt>>('GET', `/search?q=${q}`)).body.totalRecords).toBe(2);
    const csv = await call<string>('GET', `/search?q=${q}`, undefined, { accept: 'text/csv' });
    expect(String(csv.body).trim().split('\r\n')).toHaveLength(3);
    expect(csv.body).toContain(',Cashier,Created at (UTC),Method,');
    const some = encodeURIComponent(
      JSON.stringify({
        criteria: [{ operation: 'EQ', fieldName: 'documentReference', values: ['TIBE-2026-0000005'] }],
        viewColumns: ['total', 'serialReference', 'methodName'],
      }),
    );
    const chosen = await call<string>('GET', `/search?q=${some}`, undefined, { accept: 'text/csv', 'accept-language': 'pt' });
    const [head, line] = String(chosen.body).trim().split('\r\n');
    expect(head).toBe('Total (menor unidade da moeda),Recibo,Meio de pagamento');
    expect(line).toBe(`${last?.total},${last?.serialReference.reference},Numerário`);
    expect((await call('GET', '/none/document')).status).toBe(404);
    expect((await call('GET', '/TIBE/x/E/5/searchReceiptDetails')).status).toBe(400);
  });

  it('is on the trail of its document in the audit log', async () => {
    await announce(anInvoice(40));
    const paid = await pay(40, 1000);
    await call('GET', `/${paid.body.model.id}/document`);
    const auditor = await around.token({ sub: 'otilia', name: 'Otília', agencies: [], roles: ['audit-read'] });
    const answer = await fetch(`${service.url}/v1/audit/search`, {
      method: 'POST',
      headers: { authorization: auditor, 'content-type': 'application/json' },
      body: JSON.stringify({ criteria: [{ fieldName: 'documentId', operation: 'EQ', values: ['trip-40'] }] }),
    });
    const { records } = (await answer.json()) as ListResult<{ action: string; kind: string; userName: string }>;
    expect(records.map(({ action, kind, userName }) => [action, kind, userName])).toContainEqual(['record', 'receipt', 'Celia']);
  });

  it('is open to callers with the roles', async () => {
    const applicant = { authorization: await around.token({ sub: 'ana' }) };
    const officer = { authorization: await around.token({ sub: 'bento', agencies: ['CUSTOMS'], roles: ['traveller-declaration-read'] }) };
    for (const path of ['/TIBE/2026/E/1/searchDocumentToPay', '/TIBE/2026/E/1/searchReceiptDetails', '/REC/2026/A/1/searchReceiptDetails', '/search'])
      expect([path, (await call('GET', path, undefined, officer)).status, (await call('GET', path, undefined, { authorization: '' })).status]).toEqual([
        path,
        403,
        401,
      ]);
    expect((await call('POST', '/', key(1), applicant)).status).toBe(403);
    expect((await call('GET', '/search', undefined, applicant)).status).toBe(403);
    expect((await call('GET', '/TIBE/2026/E/1/searchDocumentToPay', undefined, applicant)).status).toBe(403);
    expect((await call('GET', '/TIBE/2026/E/1/searchDocumentToPay', undefined, { authorization: '' })).status).toBe(401);
  });

  it('answers with the printed receipt when it is drawn', async () => {
    const [receipt] = (await call<ListResult<Receipt>>('GET', '/TIBE/2026/E/1/searchReceiptDetails')).body.records;
    around.renders.set(`reference/${receipt?.id}/1/receipt.en`, Buffer.from('%PDF-receipt'));
    around.renders.set(`reference/${receipt?.id}/1/receipt.pt`, Buffer.from('%PDF-recibo'));
    const printed = await call<string>('GET', `/${receipt?.id}/print-form`);
    expect([printed.status, printed.headers.get('content-type'), printed.body]).toEqual([200, 'application/pdf', '%PDF-receipt']);
    expect((await call<string>('GET', `/${receipt?.id}/print-form?language=pt`)).body).toBe('%PDF-recibo');
  });

  it('lets officers who may read the document see its receipts, by the role of its kind and its agency', async () => {
    const of = async (agency: string, role: string) => ({ authorization: await around.token({ sub: 'rita', agencies: [agency], roles: [role] }) });
    const [{ id }] = (await call<ListResult<Receipt>>('GET', '/TIBE/2026/E/1/searchReceiptDetails')).body.records as [Receipt];
    const statuses = async (headers: Record<string, string>) => [
      (await call('GET', '/TIBE/2026/E/1/searchReceiptDetails', undefined, headers)).status,
      (await call('GET', `/${id}/document`, undefined, headers)).status,
    ];
    expect(await statuses(await of('DNTT', 'triptic-trip-read'))).toEqual([200, 200]);
    expect(await statuses(await of('CUSTOMS', 'triptic-trip-read'))).toEqual([403, 403]);
    expect(await statuses(await of('DNTT', 'professional-license-read'))).toEqual([403, 403]);
    expect((await call('GET', '/TIBE/2026/E/1/searchDocumentToPay', undefined, await of('DNTT', 'triptic-trip-read'))).status).toBe(403);
  });

  it('never answers with the id of a document', async () => {
    await announce(anInvoice(7, { documentId: 'the-key-of-its-applicant' }));
    const said = [await due(7), await pay(7, 1000), await call('GET', '/TIBE/2026/E/7/searchReceiptDetails'), await call('GET', '/search')];
    expect(JSON.stringify(said)).toContain('TIBE-2026-0000007');
    expect(JSON.stringify(said)).not.toContain('the-key-of-its-applicant');
  });

  it('names the agency to the public instead of the person', async () => {
    const [receipt] = (await call<ListResult<Receipt>>('GET', '/TIBE/2026/E/1/searchReceiptDetails')).body.records;
    const nobody = { authorization: '' };
    const shown = async (path: string) => (await call<DocumentEnvelope<Receipt>>('GET', path, undefined, nobody)).body.model.cashier;
    expect(receipt?.cashier).toBe('Celia');
    expect(await shown(`/${receipt?.id}/document`)).toBe('Treasury');
    expect(await shown(`/${receipt?.id}/document?language=pt`)).toBe('Tesouro');
  });

  it('is printed completely in the requested language, with dates and amounts in its format', async () => {
    await announce(anInvoice(8, { lines: [{ ...permit, amount: 125_050 }] }));
    const paid = await pay(8, 125_050, { 'accept-language': 'pt' });
    const jobs = (await messagesOf<{ key: string; layout: object }>(service, 'media.render')).filter(({ key: of }) => of.includes(paid.body.model.id));
    expect(jobs.map(({ key: of }) => of)).toEqual([`reference/${paid.body.model.id}/1/receipt.pt`]);
    const text = JSON.stringify(jobs[0]?.layout);
    const today = new Intl.DateTimeFormat('pt-PT', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${paid.body.model.date}T00:00:00Z`));
    for (const expected of ['Recibo', 'PAGO', 'Pagamento', 'Recebido por', 'Tesouro', 'Autorização', 'USD 1250,50', today]) expect(text).toContain(expected);
    for (const other of ['Receipt', 'PAID', 'Payment', 'Received', 'Permit', 'Celia', paid.body.model.date]) expect(text).not.toContain(other);
    expect((await call<ListResult<Receipt>>('GET', '/TIBE/2026/E/8/searchReceiptDetails')).body.records[0]?.lines[0]?.name).toBe('Permit');
  });

  it('files an amount due under the reference of the document, also after the document has changed', async () => {
    await announce(anInvoice(9));
    await announce(anInvoice(9, { version: 2, documentCode: 'TIBI', number: 99, year: 2025 }));
    expect(await due(9)).toMatchObject([{ reference: 'TIBE-2026-0000009', total: 1000 }]);
    expect((await pay(9, 1000)).status).toBe(201);
    expect((await call<ListResult<DueInvoice>>('GET', '/TIBI/2025/E/99/searchDocumentToPay')).body.records).toEqual([]);
  });

  it('files an amount due under its reference, also if the document code contains dashes, dots, spaces or an underscore', async () => {
    for (const code of ['TIB-2.0 X', 'TIB_E']) {
      await announce(anInvoice(10, { documentId: code, reference: `${code}-2026-0000010`, documentCode: code }));
      await announce(anInvoice(10, { documentId: code, reference: `${code}-2026-0000010`, version: 2, documentCode: 'TIBI', number: 99, year: 2025 }));
      const { body } = await call<ListResult<DueInvoice>>('GET', `/${encodeURIComponent(code)}/2026/E/10/searchDocumentToPay`);
      expect(body.records).toMatchObject([{ reference: `${code}-2026-0000010`, total: 1000 }]);
      const paid = await call<DocumentEnvelope<Receipt>>('POST', '/', { documentCode: code, year: 2026, serial: 'E', number: 10, total: 1000 });
      expect([paid.status, paid.body.model.documentReference]).toEqual([201, `${code}-2026-0000010`]);
    }
  });
});
