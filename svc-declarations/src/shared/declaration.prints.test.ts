import { addPack, type PrintBlock } from '@portal/contract-kit';
import { layoutIn } from '@portal/service-kit';
import { testBackends } from '@portal/service-kit/testing';
import type { ArrivalDeclaration, DepartureDeclaration } from '../../contract/index.ts';
import { arrivalPrints } from '../arrival/arrival.prints.ts';
import { departurePrints } from '../departure/departure.prints.ts';
import { aDeparture, anArrival } from '../testing/bodies.ts';
import { arrival as arrivalPath, departure as departurePath, useDesk } from '../testing/desk.ts';

const english = { language: 'en' as const, qrUrl: 'https://portal.example/v/token', productName: 'Customs', portalName: 'Single Window', today: '2026-05-03' };
const portuguese = { ...english, language: 'pt' as const };
const server = (reference: string) => ({
  id: 'x',
  version: 3,
  documentCreatedAt: '2026-05-02T10:00:00',
  serialReference: { reference },
  applicantUser: { name: 'A' },
  actions: [],
});
const departure = (changes = {}) =>
  ({
    ...aDeparture(),
    ...server('DEP-2026-0000001'),
    documentStatus: 'APPROVED',
    flightDetails: { code: 'DIL', description: 'Dili airport' },
    ...changes,
  }) as unknown as DepartureDeclaration;
const arrival = (changes = {}) =>
  ({
    ...anArrival(),
    ...server('ARR-2026-0000001'),
    documentStatus: 'CREATED',
    lane: 'GREEN',
    typeDetails: { name: 'Visitor' },
    ...changes,
  }) as unknown as ArrivalDeclaration;
const titles = (blocks: PrintBlock[]): string[] => blocks.flatMap((b) => ('title' in b && b.title ? [b.title] : []));
const rows = (blocks: PrintBlock[]): Record<string, string> =>
  Object.fromEntries(blocks.flatMap((b) => (b.kind === 'section' ? b.rows.map((r) => [r.label, r.value]) : [])));

const tables = (blocks: PrintBlock[]): Record<string, string[][]> => Object.fromEntries(blocks.flatMap((b) => (b.kind === 'table' ? [[b.title, b.rows]] : [])));
const answered = (blocks: PrintBlock[]) => Object.fromEntries(blocks.flatMap((b) => (b.kind === 'answers' ? [[b.title, b.items]] : [])));
const paragraphs = (blocks: PrintBlock[]): string => blocks.flatMap((b) => (b.kind === 'paragraph' ? [b.text] : [])).join(' ');

describe('the printed departure declaration', () => {
  const money = { currencyStatus: 'YES', currencyAmount: 9000, currencyCode: 'USD', expiryDate: '2030-01-02' };
  const layout = departurePrints['print-declaration'].layout(departure(money), english);

  it('is named after the passport number', () => expect(departurePrints['print-declaration'].fileName(departure({ travellerCode: 'P1' }))).toBe('P1.pdf'));
  it('names the traveller on every page, as the arrival does', () => {
    const name = { firstName: 'MARIA', lastName: 'DA SILVA' };
    expect(
      [departurePrints['print-declaration'], arrivalPrints['print-form']].map(
        (print) => print.layout({ ...departure(name), ...arrival(name) } as never, english).holder,
      ),
    ).toEqual(['MARIA DA SILVA', 'MARIA DA SILVA']);
  });
  it('shows reference, status and the QR code', () =>
    expect(layout).toMatchObject({ reference: 'DEP-2026-0000001', badge: { text: 'Approved', tone: 'good' }, qr: { text: english.qrUrl } }));
  it('prints labels in both languages and readable values', () => {
    expect(rows(layout.blocks)).toMatchObject({
      'Passport expiry date / Data de validade do passaporte': '2 January 2030',
      'Amount of money / Montante': '9,000',
      'Do you carry more than 5000 USD or the equivalent? / Transporta mais de 5000 USD ou o equivalente?': 'Yes',
    });
    expect(paragraphs(layout.blocks)).toContain('Money above 5000 USD');
  });
  it('prints values, dates, the money notice, the caption and the status in Portuguese on request', () => {
    const inPortuguese = departurePrints['print-declaration'].layout(departure(money), portuguese);
    expect(inPortuguese).toMatchObject({
      language: 'pt',
      badge: { text: 'Aprovada' },
      qr: { caption: 'Apresente aos funcionários da Imigração' },
      footer: 'Registada em 2 de maio de 2026, 10:00:00 UTC · versão 3',
    });
    expect(rows(inPortuguese.blocks)).toMatchObject({
      'Passport expiry date / Data de validade do passaporte': '2 de janeiro de 2030',
      'Do you carry more than 5000 USD or the equivalent? / Transporta mais de 5000 USD ou o equivalente?': 'Sim',
    });
    expect(paragraphs(inPortuguese.blocks)).toContain('Dinheiro acima de 5000 USD');
    expect(answered(inPortuguese.blocks)['Questions / Perguntas']?.map(({ answer }) => answer)).toEqual(['Não', 'Sim', 'Não', 'Não', 'Não', 'Não']);
  });
  it('prints choices with the names of the form', () => {
    const named = rows(departurePrints['print-declaration'].layout(departure({ flightDetails: { code: 'DIL', description: 'Dili airport' } }), english).blocks);
    expect(named).toMatchObject({ 'Exit point / Ponto de saída': 'Dili airport' });
    const entry = { typeDetails: { code: 'VIS', name: 'Visitor' }, flightDetails: { code: 'DIL', description: 'Dili airport' } };
    expect(rows(arrivalPrints['print-form'].layout(arrival(entry), english).blocks)).toMatchObject({
      'Purpose of travel / Motivo da viagem': 'Visitor',
      'Entry point / Ponto de entrada': 'Dili airport',
    });
  });
  it('leaves out what was not asked', () => expect(titles(layout.blocks)).not.toContain('Goods / Bens'));
});

describe('the printed arrival declaration', () => {
  it('prints the lane in words', () => {
    expect(arrivalPrints['print-form'].layout(arrival(), english).badge).toEqual({ text: 'Green lane', tone: 'good' });
    expect(arrivalPrints['print-form'].layout(arrival({ lane: 'RED' }), portuguese).badge).toEqual({ text: 'Canal vermelho', tone: 'bad' });
  });
  it('shows lane, status and decision', () => {
    expect(arrivalPrints['print-form'].layout(arrival(), english)).toMatchObject({ badge: { text: 'Green lane' }, subtitle: 'Status / Estado: Created' });
    const decided = arrivalPrints['print-form'].layout(arrival({ documentStatus: 'CLEARED', decision: 'CLEARED' }), english);
    expect(decided.subtitle).toBe('Status / Estado: Cleared · Decision / Decisão: Cleared');
  });
  it.each([
    ['351912345678', '+351912345678'],
    ['0067077123456', '+67077123456'],
    ['77123456', '77123456'],
    ['0912345678', '0912345678'],
  ])('prints the telephone number %s as %s, on the departure too', (phoneNumber, expected) => {
    for (const layout of [
      arrivalPrints['print-form'].layout(arrival({ phoneNumber, contactDetails: { phone: phoneNumber } }), english),
      departurePrints['print-declaration'].layout(departure({ phoneNumber }), english),
    ])
      expect(rows(layout.blocks)).toMatchObject({ 'Phone number / Número de telefone': expected });
    expect(rows(arrivalPrints['print-form'].layout(arrival({ contactDetails: { phone: phoneNumber } }), english).blocks)).toMatchObject({
      'Telephone of your contact / Telefone do seu contacto': expected,
    });
  });
  it('prints requirements with their quantity, and a dash where a box is not ticked', () => {
    const requirements = [
      { description: 'Passport', quantity: 2, accepted: true, confirmed: true },
      { description: 'Ticket', accepted: false, confirmed: false },
    ];
    const printed = tables(arrivalPrints['print-form'].layout(arrival({ requirements }), english).blocks)['Requirements / Requisitos'];
    expect(printed).toEqual([
      ['Passport', '2', 'Yes', 'Yes'],
      ['Ticket', '', '–', '–'],
    ]);
  });
  it('prints NO as an answer only where it answers a question, not in a name or a list', () => {
    const no = { lastName: 'NO', hasMerchandise: 'NO', goods: [{ description: 'NO' }], requirements: [{ description: 'NO' }] };
    const { blocks } = arrivalPrints['print-form'].layout(arrival(no), portuguese);
    expect(rows(blocks)).toMatchObject({ 'Family or last name / Apelido': 'NO', 'Do you have merchandise to declare? / Tem mercadorias a declarar?': 'Não' });
    expect(tables(blocks)).toMatchObject({ 'Goods / Bens': [['NO', '', '']], 'Requirements / Requisitos': [['NO', '', '–', '–']] });
  });
  it('prints goods that were described, the sponsor and the destination ticket where there are any', () => {
    const layout = arrivalPrints['print-form'].layout(
      arrival({
        goods: [{}, { description: 'Coffee', quantity: 2, value: 90, currencyCode: 'USD' }],
        reason: 'OBJ08',
        sponsorDetails: { name: 'Firm' },
        accommodationType: 'FFA',
      }),
      english,
    );
    expect(tables(layout.blocks)['Goods / Bens']).toEqual([['Coffee', '2', '90 USD']]);
    expect(titles(layout.blocks)).toContain('Sponsor / Patrocinador');
    expect(rows(layout.blocks)).toMatchObject({
      'Destination Ticket Reference / Referência do bilhete de destino': 'TKT-42',
      'Type of accommodation / Tipo de alojamento': 'Friends or family',
    });
    expect(titles(arrivalPrints['print-form'].layout(arrival(), english).blocks)).not.toContain('Sponsor / Patrocinador');
  });
});

it('is in the language that it is printed in, to the lines for the signatures and the name of the authority', () => {
  const texts = {
    Traveller: 'Pelancong',
    Officer: 'Petugas',
    Customs: 'Bea Cukai',
    '{{portal}} · {{product}} & Immigration': '{{portal}} · {{product}} & Imigrasi',
  };
  addPack({ tag: 'id', name: 'Bahasa Indonesia', direction: 'ltr', checked: null, texts });
  const indonesian = { ...english, language: 'id' };
  const layouts = layoutIn('id', () => [
    arrivalPrints['print-form'].layout(arrival(), indonesian),
    departurePrints['print-declaration'].layout(departure(), indonesian),
  ]);
  for (const layout of layouts) {
    expect(layout.blocks).toContainEqual({ kind: 'signatures', lines: ['Pelancong / Traveller', 'Petugas / Officer'] });
    expect(layout.issuer).toBe('Single Window · Bea Cukai & Imigrasi');
  }
  expect(arrivalPrints['print-form'].layout(arrival(), portuguese).issuer).toBe('Single Window · Alfândega e Imigração');
  expect(arrivalPrints['print-form'].layout(arrival(), { ...portuguese, productName: 'Border Force' }).issuer).toBe('Single Window · Border Force e Imigração');
});

describe.each(testBackends())('the copy of what is held on a traveller, on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);
  const copyOf = async (path: string, changes: Record<string, unknown> = {}) => {
    const { id } = (await desk().register(path, { lastName: 'No', ...changes })).model;
    await desk().call('public', 'GET', `${path}/${id}/export?format=pdf`, undefined, { 'accept-language': 'pt' });
    return rows(desk().around.unstored.at(-1)?.blocks ?? []);
  };

  it('has answers, dates and choices in the language of the reader', async () => {
    const copy = await copyOf(arrivalPath, { birthDate: '1985-11-02' });
    expect(copy).toMatchObject({
      Apelido: 'NO',
      'Data de nascimento': '2 de novembro de 1985',
      'Tem mercadorias a declarar?': 'Não',
      'As minhas respostas às declarações são verdadeiras': 'Sim',
      'Tipo de alojamento': 'Hotel ou outro alojamento pago',
    });
    const { Apelido: _surname, ...others } = copy;
    expect(Object.values(others).filter((value) => /^(YES|NO|HTL|true|false|\d{4}-\d\d-\d\d)$/.test(value))).toEqual([]);
  });

  it('has a dash in place of a box that is not ticked', async () =>
    expect(await copyOf(departurePath)).toMatchObject({
      'Perguntas 1: Sim': '–',
      'Perguntas 1: Não': 'Sim',
      'Perguntas 2: Sim': 'Sim',
      'Perguntas 2: Não': '–',
    }));
});
