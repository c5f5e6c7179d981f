import { addPack, type PrintLayout } from '@portal/contract-kit';
import { addDays, ReceiptConsumer } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import { anApplication, catalogues, type UserName } from '../testing/bodies.ts';
import { useDesk } from '../testing/desk.ts';

(catalogues.fees as object[]).push({ code: 'MEDIB-FREE', name: 'Copies', documentCode: 'MEDIB', subDocumentCode: '', amount: 0, currencyCode: 'USD' });

describe.each(testBackends())('the prints of a licence on %s', (_name, makeBackend) => {
  const { desk, clock } = useDesk(makeBackend);

  /** Returns the layout that the service sends when it requests a print. */
  async function layoutOf(id: string, print: string, language = 'en', by: UserName = 'public'): Promise<PrintLayout> {
    desk().around.awaited.clear();
    await desk().call(by, 'GET', `/v1/professional/${id}/${print}?language=${language}`);
    const [layout] = [...desk().around.awaited].flatMap(([key, one]) => (key.includes(id) ? [one] : []));
    return layout as PrintLayout;
  }

  it('an expired licence is never printed as valid: the print shows the standing on its day', async () => {
    const id = await desk().lead('ISSUED');
    const { beginDate, endDate } = (await desk().load(id)).body.model;
    const valid = await layoutOf(id, 'print');
    expect(valid.badge).toEqual({ text: 'Valid licence / Licença válida', tone: 'good' });
    clock.pass(Date.parse(addDays(String(endDate), 1)) - Date.parse(String(beginDate)));
    const expired = await layoutOf(id, 'print');
    expect(expired.badge).toEqual({ text: 'Licence expired / Licença caducada', tone: 'bad' });
    expect(JSON.stringify(expired)).toContain('does not allow its holder to practise: licence expired');
    expect(JSON.stringify(expired)).not.toContain('is licensed to practise');
  });

  it('a suspended licence prints that it is suspended', async () => {
    const id = await desk().lead('ISSUED');
    await desk().act('licence-approver', id, 'suspension', { comment: 'Inquiry' });
    expect((await layoutOf(id, 'print')).badge).toEqual({ text: 'Licence suspended / Licença suspensa', tone: 'bad' });
  });

  it('the invoice asks for what is due, and for nothing once the application is rejected or withdrawn', async () => {
    const asks = async (id: string) => {
      const { badge, blocks } = await layoutOf(id, 'print-invoice');
      return [badge?.text, JSON.stringify(blocks).includes('with your payment'), JSON.stringify(blocks).includes('MEDIB-APP')];
    };
    const { id } = (await desk().register()).body.model;
    expect(await asks(id)).toEqual([expect.stringMatching(/^To pay.*: USD 30\.00$/), true, true]);
    expect((await desk().act('licence-verifier', id, 'rejection', { comment: 'No diploma' })).status).toBe(200);
    expect(await asks(id)).toEqual(['Nothing to pay / Nada a pagar', false, false]);
    const other = (await desk().register()).body.model;
    expect((await desk().act('public', other.id, 'withdrawal')).status).toBe(200);
    expect(await asks(other.id)).toEqual(['Nothing to pay / Nada a pagar', false, false]);
  });

  it('the prints of a draft ask for no payment, because it has no reference to pay under', async () => {
    const { id } = (await desk().call('licence-clerk', 'POST', '/v1/professional/actions/store', anApplication())).body.model;
    const layouts: [string, PrintLayout][] = [];
    for (const print of ['print-invoice', 'print-form', 'print']) layouts.push([print, await layoutOf(id, print, 'en', 'licence-clerk')]);
    const notDue = Array(2).fill('Not due yet / Ainda não devida');
    for (const [print, { reference, blocks }] of layouts) {
      const rows = blocks.flatMap((block) => (block.kind === 'table' && block.title.startsWith('Fees') ? block.rows : []));
      expect([print, reference, rows.map(([, , state]) => state)]).toEqual([print, 'DRAFT / RASCUNHO', [...notDue, '–']]);
      expect(JSON.stringify(blocks)).not.toContain('reference above');
    }
    const invoice = layouts[0]?.[1];
    expect(invoice?.badge?.text).toBe('Nothing to pay now / Nada a pagar agora');
    expect(JSON.stringify(invoice?.blocks)).not.toContain('Pay to');
    expect((await desk().act('licence-clerk', id, 'submission')).status).toBe(200);
    const submitted = await layoutOf(id, 'print-invoice');
    expect([submitted.badge?.text, JSON.stringify(submitted.blocks).includes('reference above')]).toEqual(['To pay / Por pagar: USD 30.00', true]);
  });

  it('the form lists what is to pay, and no unpaid fee once the application is rejected or withdrawn', async () => {
    const fees = async (id: string) => (await layoutOf(id, 'print-form')).blocks.find((block) => block.kind === 'table' && block.title.startsWith('Fees'));
    const { id } = (await desk().register()).body.model;
    expect(await fees(id)).toMatchObject({ total: ['Total', '', '', 'USD 30.00'] });
    expect((await desk().act('public', id, 'withdrawal')).status).toBe(200);
    expect(await fees(id)).toBeUndefined();
    const paid = (await desk().register()).body.model;
    const [line] = (paid.fees ?? []).flatMap(({ code = '', name = '', amount = 0 }) => (code === 'MEDIB-CARD' ? [{ code, name, amount }] : []));
    const ids = { receiptId: 'card', documentId: paid.id, reference: 'R-7', year: 2026, number: 7 };
    const receipt = { ...ids, date: '2026-05-02', payer: 'MARIA', total: 500, currencyCode: 'USD', lines: line ? [line] : [] };
    await desk().service.app.get(ReceiptConsumer).record(receipt);
    expect((await desk().act('licence-verifier', paid.id, 'rejection', { comment: 'No diploma' })).status).toBe(200);
    expect(await fees(paid.id)).toMatchObject({ rows: [['MEDIB-CARD', 'Licence card', 'Paid / Pago', 'USD 5.00']], total: ['Total', '', '', 'USD 5.00'] });
  });

  it('the copy of what is held says of a fee that it is to pay only while the invoice asks for it', async () => {
    const { id } = (await desk().register()).body.model;
    const statuses = async () => {
      await desk().call('public', 'GET', `/v1/professional/${id}/export?format=pdf`);
      const [held] = (desk().around.unstored.at(-1)?.blocks ?? []).flatMap((block) => (block.kind === 'section' ? [block.rows] : []));
      return (held ?? []).filter(({ label }) => /^Fees \d: Status$/.test(label)).map(({ value }) => value);
    };
    expect(await statuses()).toEqual(['To pay', 'To pay', '–']);
    expect((await desk().act('public', id, 'withdrawal')).status).toBe(200);
    expect(await statuses()).toEqual(['Not due', 'Not due', '–']);
  });

  it('the copy of what is held names the status, the licence number and every amount with its currency', async () => {
    const id = await desk().lead('ISSUED');
    const { storageReference } = (await desk().load(id)).body.model;
    await desk().call('public', 'GET', `/v1/professional/${id}/export?format=pdf`, undefined, { 'accept-language': 'pt' });
    const [held] = (desk().around.unstored.at(-1)?.blocks ?? []).flatMap((block) => (block.kind === 'section' ? [block.rows] : []));
    expect(held).toEqual(
      expect.arrayContaining([
        { label: 'Estado', value: 'Aprovado' },
        { label: 'Número da licença', value: storageReference?.reference },
        { label: 'Total das taxas', value: 'USD 30,00' },
        { label: 'Taxas 1: Montante', value: expect.stringMatching(/^USD \d+,00$/) },
      ]),
    );
    expect(held?.filter(({ value }) => /^(true|false|YES|NO|F|TL|\d{4}-\d\d-\d\d)$/.test(value))).toEqual([]);
  });

  it('prints names and dates in the requested language', async () => {
    const medias = [{ uid: desk().addFile('diploma'), info: { code: 'DIPLOMA' } }];
    const { id } = (await desk().register('public', { medias })).body.model;
    const [en, pt] = [await layoutOf(id, 'print-form'), await layoutOf(id, 'print-form', 'pt')];
    expect([en.language, pt.language, en.subtitle, pt.subtitle]).toEqual(['en', 'pt', 'Medical practitioner licence', 'Licença de médico']);
    expect(JSON.stringify(en)).toContain('29 February 1980');
    for (const text of ['29 de fevereiro de 1980', 'Cópia autenticada do diploma', 'Taxa de pedido', 'Nome de DIPLOMA', 'Bilhete de identidade'])
      expect([text, JSON.stringify(pt).includes(text)]).toEqual([text, true]);
  });

  it('shows the telephone numbers of the holder and of the directors with their plus', async () => {
    const directors = [{ code: 'D1', name: 'Rui Costa', phoneNumber: '67077000003' }];
    const { id } = (await desk().register('public', { holderPhone: '67033000002', directors })).body.model;
    for (const print of ['print-form', 'print-invoice'])
      expect([print, JSON.stringify(await layoutOf(id, print)).includes('"+67077000001"')]).toEqual([print, true]);
    const form = JSON.stringify(await layoutOf(id, 'print-form'));
    for (const number of ['+67033000002', '+67077000003']) expect([number, form.includes(`"${number}"`)]).toEqual([number, true]);
  });

  it('is mirrored in a language that is written from right to left', async () => {
    addPack({ tag: 'ar', name: 'العربية', direction: 'rtl', checked: null, texts: {} });
    const { id } = (await desk().register('public')).body.model;
    const [ar, en] = [await layoutOf(id, 'print-form', 'ar'), await layoutOf(id, 'print-form')];
    expect([ar.language, ar.direction, en.direction]).toEqual(['ar', 'rtl', undefined]);
  });

  it('names each scan by its kind, not by its code', async () => {
    const medias = [{ uid: desk().addFile('certificate'), info: { code: 'DIPLOMA' } }];
    const { id } = (await desk().register('public', { medias })).body.model;
    const scans = (await layoutOf(id, 'print-form')).blocks.find((block) => block.kind === 'table' && block.title.startsWith('Scanned'));
    expect(scans).toMatchObject({ rows: [['Name of DIPLOMA', 'certificate.png']] });
  });
});
