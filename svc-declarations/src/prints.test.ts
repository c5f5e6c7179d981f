import type { PrintBlock } from '@portal/contract-kit';
import type { ArrivalDeclaration, DepartureDeclaration } from '../contract/index.ts';
import { arrivalPrint } from './arrival/arrival.print.ts';
import { departurePrint } from './departure/departure.print.ts';
import { aDeparture, anArrival } from './testing/bodies.ts';

const context = { qrUrl: 'https://portal.example/v/token', productName: 'Customs', portalName: 'Single Window' };
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

describe('the printed departure declaration', () => {
  const layout = departurePrint.layout(departure({ currencyStatus: 'YES', currencyAmount: 9000, currencyCode: 'USD', expiryDate: '2030-01-02' }), context);

  it('is named after the passport number', () => expect(departurePrint.fileName(departure({ travellerCode: 'P1' }))).toBe('P1.pdf'));
  it('carries reference, status and the QR code', () =>
    expect(layout).toMatchObject({ reference: 'DEP-2026-0000001', badge: { text: 'Approved / Aprovada', tone: 'good' }, qr: { text: context.qrUrl } }));
  it('prints labels in both languages and values as people read them', () => {
    expect(rows(layout.blocks)).toMatchObject({
      'Passport expiry date / Data de validade do passaporte': '2 January 2030',
      'Amount of money / Montante': '9000',
      'Do you carry more than 5000 USD or the equivalent? / Transporta mais de 5000 USD ou o equivalente?': 'Yes / Sim',
    });
    expect(layout.blocks.some((b) => b.kind === 'paragraph' && b.text.includes('5000 USD'))).toBe(true);
  });
  it('leaves out what was not asked', () => expect(titles(layout.blocks)).not.toContain('Goods / Bens'));
});

describe('the printed arrival declaration', () => {
  it('says the lane in words', () => {
    expect(arrivalPrint.layout(arrival(), context).badge).toEqual({ text: 'Green lane / Canal verde', tone: 'good' });
    expect(arrivalPrint.layout(arrival({ lane: 'RED' }), context).badge).toEqual({ text: 'Red lane / Canal vermelho', tone: 'bad' });
  });
  it('prints goods that were described, the sponsor and the destination ticket where there are any', () => {
    const layout = arrivalPrint.layout(
      arrival({
        goods: [{}, { description: 'Coffee', quantity: 2, value: 90, currencyCode: 'USD' }],
        reason: 'OBJ08',
        sponsorDetails: { name: 'Firm' },
        accommodationType: 'FFA',
      }),
      context,
    );
    expect(layout.blocks.find((b) => b.kind === 'table' && b.title.startsWith('Goods'))).toMatchObject({ rows: [['Coffee', '2', '90 USD']] });
    expect(titles(layout.blocks)).toContain('Sponsor / Patrocinador');
    expect(rows(layout.blocks)).toMatchObject({
      'Destination Ticket Reference / Referência do bilhete de destino': 'TKT-42',
      'Type of accommodation / Tipo de alojamento': 'Friends or family / Casa de amigos ou familiares',
    });
    expect(titles(arrivalPrint.layout(arrival(), context).blocks)).not.toContain('Sponsor / Patrocinador');
  });
});
