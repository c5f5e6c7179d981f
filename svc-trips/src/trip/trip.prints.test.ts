import { addPack, type PrintBlock } from '@portal/contract-kit';
import { layoutIn } from '@portal/service-kit';
import { codesOf, testBackends } from '@portal/service-kit/testing';
import type { TripDocument } from '../../contract/index.ts';
import { aTrip } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';
import { tripPrintNames, tripPrints } from './trip.prints.ts';

const context = { language: 'en' as const, qrUrl: 'https://portal.example/v/token', productName: 'Customs', portalName: 'Single Window', today: '2026-05-20' };
const entry = (action: string | undefined, operation: string, name: string) => ({
  id: operation,
  action,
  operation,
  dateTime: '2026-05-10T06:30:00',
  details: '',
  status: '',
  user: { name, mobile: '', email: '' },
});
const trip = (change: object = {}): TripDocument =>
  ({
    ...aTrip('TIBE', { documentDetails: { code: 'TIBE', name: 'Temporary exit', movement: 'E' } }),
    id: 'x',
    version: 4,
    documentStatus: 'CONFIRMED FOR EXIT',
    serialReference: { reference: 'TIBE-2026-0000007' },
    fees: [{ code: 'P', name: 'Permit', amount: 1000, currencyCode: 'USD', status: 'PAID' }],
    accountDetails: { totalFee: 1000 },
    accounts: [{ bankCode: 'BNU', bankName: 'Bank', accountNumber: '0060' }],
    goods: [{}, { productCode: '0901', productName: 'Coffee', quantity: 2, value: 1290 }],
    crossName: 'Batugade',
    returnName: 'Salele',
    actions: [entry('validation', 'Validate', 'Vera Validator'), entry('confirmation', 'Confirm', 'Carlos Confirmer')],
    ...change,
  }) as unknown as TripDocument;

const titles = (blocks: PrintBlock[]): string[] => blocks.flatMap((b) => ('title' in b && b.title ? [b.title] : []));
const rows = (blocks: PrintBlock[]): Record<string, string> =>
  Object.fromEntries(blocks.flatMap((b) => (b.kind === 'section' ? b.rows.map((r) => [r.label, r.value]) : [])));

describe('the papers of a trip', () => {
  it.each(tripPrintNames)('%s shows the reference, the status and the code', (name) => {
    expect(tripPrints[name].fileName(trip())).toBe(`TIBE-2026-0000007-${name}.pdf`);
    expect(tripPrints[name].layout(trip(), context)).toMatchObject({
      reference: 'TIBE-2026-0000007',
      badge: { text: name === 'print-invoice' ? 'Nothing to pay / Nada a pagar' : 'Confirmed for exit / Confirmada para saída', tone: 'good' },
      qr: { text: context.qrUrl },
    });
  });

  it('the permit shows every section that has content, in both languages', () => {
    const { blocks } = tripPrints['print-form'].layout(trip(), context);
    expect(titles(blocks)).toEqual([
      'Document / Documento',
      'Vehicle / Veículo',
      'Owner / Proprietário',
      'Driver / Condutor',
      'Movement / Movimento',
      'Merchandise / Mercadorias',
      'Declarations / Declarações',
      'Fees / Taxas',
    ]);
    expect(rows(blocks)).toMatchObject({ 'Entry date / Data de entrada': '10 May 2026', 'Owner name / Nome do proprietário': 'Maria da Silva' });
    expect(blocks.find((b) => b.kind === 'table' && b.title.startsWith('Merchandise'))).toMatchObject({ rows: [['Coffee', '', '2', '1,290']] });
  });

  it('the form is in the language that it is printed in, to the total and the lines for the signatures', () => {
    addPack({ tag: 'id', name: 'Bahasa Indonesia', direction: 'ltr', checked: null, texts: { Driver: 'Pengemudi', Officer: 'Petugas', Total: 'Jumlah' } });
    const { blocks } = layoutIn('id', () => tripPrints['print-form'].layout(trip(), { ...context, language: 'id' }));
    expect(blocks).toContainEqual({ kind: 'signatures', lines: ['Pengemudi / Driver', 'Petugas / Officer'] });
    expect(blocks).toContainEqual(expect.objectContaining({ total: ['Jumlah / Total', '', '', 'USD 10,00'] }));
  });

  it('the invoice of a closed trip shows what was paid, and asks for nothing', () => {
    const fees = [...(trip().fees ?? []), { code: 'X', name: 'Exit', amount: 500, currencyCode: 'USD', status: 'DUE', stage: 'exit' }];
    const of = (documentStatus: string) => {
      const { blocks } = tripPrints['print-invoice'].layout(trip({ documentStatus, fees, accountDetails: { totalFee: 1500 } }), context);
      const [table] = blocks.filter((b) => b.kind === 'table' && b.title.startsWith('Fees'));
      return [
        table?.kind === 'table' && table.rows.map(([code]) => code),
        table?.kind === 'table' && table.total?.at(-1),
        titles(blocks).some((t) => t.startsWith('Bank')),
      ];
    };
    expect(of('APPROVED TO EXIT')).toEqual([['P', 'X'], expect.stringContaining('15.00'), true]);
    expect(of('TERMINATED')).toEqual([['P'], expect.stringContaining('10.00'), false]);
  });

  it.each([
    ['SUBMITTED', 'DUE', 'Nothing to pay now / Nada a pagar agora', ['Not due yet / Ainda não devida', 'Not due yet / Ainda não devida'], false],
    ['VERIFIED FOR EXIT', 'DUE', 'To pay / Por pagar: USD 10.00', ['To pay / Por pagar', 'Not due yet / Ainda não devida'], true],
    ['PAID FOR APPROVAL', 'PAID', 'Nothing to pay now / Nada a pagar agora', ['Paid / Pago', 'Not due yet / Ainda não devida'], true],
    ['APPROVED TO EXIT', 'PAID', 'To pay / Por pagar: USD 5.00', ['Paid / Pago', 'To pay / Por pagar'], true],
    ['CONFIRMED FOR EXIT', 'DUE', 'To pay / Por pagar: USD 15.00', ['To pay / Por pagar', 'To pay / Por pagar'], true],
    // A payment that was voided after the return: the till still takes it.
    ['CONFIRMED FOR RETURN', 'PAID', 'To pay / Por pagar: USD 5.00', ['Paid / Pago', 'To pay / Por pagar'], true],
  ])('the invoice in %s with the permit fee %s says "%s"', (documentStatus, permit, badge, states, payable) => {
    const fees = [
      { code: 'P', amount: 1000, currencyCode: 'USD', status: permit, stage: 'permit' },
      { code: 'X', amount: 500, currencyCode: 'USD', status: 'DUE', stage: 'exit' },
    ];
    for (const name of ['print-invoice', 'print-form'] as const) {
      const layout = tripPrints[name].layout(trip({ documentStatus, fees }), context);
      const [table] = layout.blocks.filter((b) => b.kind === 'table' && b.title.startsWith('Fees'));
      expect(table).toMatchObject({ rows: states.map((state) => expect.arrayContaining([state])) });
      if (name === 'print-invoice') expect([layout.badge?.text, titles(layout.blocks).some((t) => t.startsWith('Bank'))]).toEqual([badge, payable]);
    }
  });

  it('the invoice shows what is due, what was paid and the bank accounts', () => {
    const { blocks } = tripPrints['print-invoice'].layout(trip(), context);
    expect(blocks).toContainEqual(expect.objectContaining({ rows: [['P', 'Permit', 'Paid / Pago', 'USD 10.00']], total: ['Total', '', '', 'USD 10.00'] }));
    expect(titles(blocks)).toContain('Bank details / Dados bancários');
  });

  it.each([
    ['print-validated-exit', 'E', 'validation', 'Validate', 'Batugade'],
    ['print-confirmed-exit', 'E', 'confirmation', 'Confirm', 'Batugade'],
    ['print-validated-entry', 'E', 'return-validation', 'Validate return', 'Salele'],
    ['print-validated-entry', 'I', 'validation', 'Validate', 'Batugade'],
    ['print-confirmed-exit', 'I', 'return-confirmation', 'Confirm return', 'Salele'],
    // A trip whose document names no movement is an exit.
    ['print-confirmed-exit', undefined, 'confirmation', 'Confirm', 'Batugade'],
    ['print-validated-exit', undefined, 'validation', 'Validate', 'Batugade'],
  ] as const)('%s of movement %s shows when and where %s was done, and not by whom', (name, movement, action, operation, post) => {
    // A history entry of an earlier release has only a label, and no action name.
    for (const done of [entry(action, operation, 'The Officer'), entry(undefined, operation, 'The Officer')]) {
      const actions = [entry('register', 'Register', 'Nobody'), done, { ...entry('modification', 'Modify', 'Somebody'), dateTime: '2026-05-11T00:00:00' }];
      const { blocks } = tripPrints[name].layout(trip({ documentDetails: { movement }, actions }), context);
      expect(rows(blocks)).toMatchObject({ 'Border post / Posto de fronteira': post, 'Date and time (UTC) / Data e hora (UTC)': '2026-05-10 06:30:00' });
      expect(JSON.stringify(blocks)).not.toContain('The Officer');
    }
  });

  it('has the dates of the language it is printed in, and labels in both', () => {
    const { language, blocks } = tripPrints['print-form'].layout(trip(), { ...context, language: 'pt' });
    expect([language, rows(blocks)['Entry date / Data de entrada']]).toEqual(['pt', '10 de maio de 2026']);
  });

  it.each([
    ['2026-06-10', 'CONFIRMED FOR EXIT', 'Confirmed for exit / Confirmada para saída', 'good'],
    ['2026-06-11', 'CONFIRMED FOR EXIT', 'Overdue / Prazo ultrapassado', 'bad'],
    ['2026-06-11', 'CONFIRMED FOR RETURN', 'Confirmed for return / Confirmada para regresso', 'good'],
    ['2026-05-20', 'SUBMITTED', 'Submitted / Submetida', 'plain'],
    ['2026-05-20', 'TERMINATED', 'Terminated / Terminada', 'bad'],
  ])('on %s says of a trip that is %s: %s', (today, documentStatus, text, tone) => {
    expect(tripPrints['print-form'].layout(trip({ documentStatus }), { ...context, today }).badge).toEqual({ text, tone });
    expect(tripPrints['print-form'].daily).toBe(true);
  });

  it('a draft has no code and is marked as a draft', () => {
    const layout = tripPrints['print-form'].layout(trip({ serialReference: undefined, documentStatus: 'STORED' }), { ...context, qrUrl: '' });
    expect([layout.reference, layout.qr]).toEqual(['DRAFT / RASCUNHO', undefined]);
  });
});

describe.each(testBackends())('the files of the prints of a trip on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  it.each(tripPrintNames)('%s is named after the reference and the print', async (print) => {
    const id = await desk().lead(print.endsWith('entry') ? 'CONFIRMED FOR ENTRY' : 'CONFIRMED FOR EXIT', print.endsWith('entry') ? 'I' : 'E');
    const { version, serialReference } = (await desk().load(id)).body.model;
    desk().around.renders.set(`trips/${id}/${version}/${print}.en.2026-05-02`, Buffer.from('%PDF-1.7'));
    const pdf = await desk().call<string>('trip-border', 'GET', `/v1/triptic/trip/${id}/${print}`);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.body]).toEqual([200, 'application/pdf', '%PDF-1.7']);
    expect(pdf.headers.get('content-disposition')).toContain(`"${serialReference.reference}-${print}.pdf"`);
  });

  it('of a border check do not exist before it', async () => {
    const id = await desk().lead('PAID TO EXIT');
    for (const print of ['print-validated-exit', 'print-confirmed-exit', 'print-validated-entry', 'print-confirmed-entry'])
      expect([print, codesOf(await desk().call('trip-border', 'GET', `/v1/triptic/trip/${id}/${print}`))]).toEqual([print, ['ACTION_NOT_ALLOWED']]);
  });
});
