/** The six papers of a trip: the permit, its invoice, and what the border stamped on each way. */
import { L, type PrintBlock, type PrintLayout } from '@portal/contract-kit';
import type { PrintDefinition } from '@portal/service-kit';
import { statusLabels, type TripDocument } from '../../contract/index.ts';
import { both, money, printed, section, table } from './print-parts.ts';
import { type TripPrint, tripPrints } from './trip.workflow.ts';

type Context = Parameters<PrintDefinition<TripDocument>['layout']>[1];

const titles: Record<TripPrint, string> = {
  'print-form': both(L('Vehicle trip permit', 'Licença de viagem de veículo')),
  'print-invoice': both(L('Invoice', 'Fatura')),
  'print-validated-exit': both(L('Validated exit of a vehicle', 'Saída de veículo validada')),
  'print-confirmed-exit': both(L('Confirmed exit of a vehicle', 'Saída de veículo confirmada')),
  'print-validated-entry': both(L('Validated entry of a vehicle', 'Entrada de veículo validada')),
  'print-confirmed-entry': both(L('Confirmed entry of a vehicle', 'Entrada de veículo confirmada')),
};

const reference = (t: TripDocument): string => t.serialReference?.reference ?? 'DRAFT / RASCUNHO';
const tone = (t: TripDocument): 'good' | 'bad' | 'plain' =>
  t.documentStatus === 'TERMINATED' ? 'bad' : /^(APPROVED|PAID TO|VALIDATED|CONFIRMED)/.test(t.documentStatus) ? 'good' : 'plain';
const currencyOf = (t: TripDocument): string => t.fees?.[0]?.currencyCode ?? 'USD';

const applied = (t: TripDocument): PrintBlock[] =>
  section('Document / Documento', t, ['documentDetails.name', 'subDocumentDetails.name', 'centerDetails.name', 'documentDetails.movementName']);

const vehicle = (t: TripDocument): PrintBlock[] =>
  section('Vehicle / Veículo', t, [
    'vehicleNumber',
    'tempVehicleNumber',
    'chasisNumber',
    'engineNumber',
    'categoryName',
    'brandName',
    'manufactureYear',
    'modelDetails',
    'colorName',
    'className',
    'engineCapacity',
    'seatCapacity',
    'fuelName',
  ]);

const people = (t: TripDocument): PrintBlock[] => [
  ...section('Owner / Proprietário', t, ['ownerName', 'ownerAddress']),
  ...section('Driver / Condutor', t, [
    'driverName',
    'identityNumber',
    'nationalityName',
    'licenseNumber',
    'numberOfBaggages',
    'contactNumber',
    'localAddress',
    'foreignAddress',
    'objectiveDescription',
  ]),
];

const movement = (t: TripDocument): PrintBlock[] =>
  section('Movement / Movimento', t, ['crossName', 'entryDate', 'crossingDate', 'destinationName', 'expectedDate', 'returnName', 'actualDate']);

const authoriser = (t: TripDocument): PrintBlock[] =>
  section('Authoriser / Autorizante', t, ['authoriserDetails.name', 'authoriserDetails.title', 'authoriserDetails.serial']);

const goods = (t: TripDocument): PrintBlock[] =>
  table(
    'Merchandise / Mercadoria',
    [
      { title: 'Commodity / Mercadoria', width: 35 },
      { title: 'Description / Descrição', width: 35 },
      { title: 'Quantity / Quantidade', width: 15, align: 'right' },
      { title: 'Value / Valor', width: 15, align: 'right' },
    ],
    (t.goods ?? [])
      .filter((g) => g.productCode || g.goodDescription)
      .map((g) => [printed(g.productName), printed(g.goodDescription), printed(g.quantity), printed(g.value)]),
  );

const questions = (t: TripDocument): PrintBlock[] =>
  table(
    'Declarations / Declarações',
    [
      { title: 'Question / Pergunta', width: 80 },
      { title: 'Answer / Resposta', width: 20 },
    ],
    (t.questions ?? []).map((q) => [printed(q.description), q.accepted ? printed(true) : q.declined ? printed(false) : '']),
  );

const requirements = (t: TripDocument): PrintBlock[] =>
  table(
    'Document requirements / Documentos exigidos',
    [
      { title: 'Requirement / Requisito', width: 60 },
      { title: 'Provided / Entregue', width: 20 },
      { title: 'Confirmed / Confirmado', width: 20 },
    ],
    (t.requirements ?? []).map((r) => [printed(r.description), printed(r.accepted ?? false), printed(r.confirmed ?? false)]),
  );

const fees = (t: TripDocument): PrintBlock[] =>
  table(
    'Fees / Taxas',
    [
      { title: 'Code / Código', width: 25 },
      { title: 'Fee / Taxa', width: 35 },
      { title: 'Status / Situação', width: 20 },
      { title: 'Amount / Montante', width: 20, align: 'right' },
    ],
    (t.fees ?? []).map((f) => [printed(f.code), printed(f.name), f.status === 'PAID' ? 'Paid / Pago' : 'Due / Por pagar', money(f.amount, currencyOf(t))]),
    ['Total', '', '', money(t.accountDetails?.totalFee, currencyOf(t))],
  );

const accounts = (t: TripDocument): PrintBlock[] =>
  table(
    'Bank details / Dados bancários',
    [
      { title: 'Bank Code / Código do banco', width: 20 },
      { title: 'Bank Name / Nome do banco', width: 45 },
      { title: 'Account Number / Número da conta', width: 35 },
    ],
    (t.accounts ?? []).map((a) => [printed(a.bankCode), printed(a.bankName), printed(a.accountNumber)]),
  );

const receipts = (t: TripDocument): PrintBlock[] =>
  table(
    'Receipts / Recibos',
    [
      { title: 'Receipt / Recibo', width: 50 },
      { title: 'Date / Data', width: 25 },
      { title: 'Amount / Montante', width: 25, align: 'right' },
    ],
    (t.receipts ?? []).map((r) => [r.reference, printed(r.date), money(r.total, currencyOf(t))]),
  );

/** Who stamped it and when: the history's entry that a paper stands for. */
const stamp = (t: TripDocument, operations: readonly string[]): PrintBlock[] => {
  const entry = t.actions.findLast((a) => operations.includes(a.operation));
  if (!entry) return [];
  return [
    {
      kind: 'section',
      title: 'Border check / Controlo de fronteira',
      rows: [
        { label: 'Officer / Funcionário', value: entry.user.name },
        { label: 'Date and time (UTC) / Data e hora (UTC)', value: entry.dateTime.replace('T', ' ') },
      ],
    },
  ];
};

const signatures: PrintBlock = { kind: 'signatures', lines: ['Driver / Condutor', 'Officer / Funcionário'] };

const paper =
  (stamped: (t: TripDocument) => readonly string[]) =>
  (t: TripDocument): PrintBlock[] => [...applied(t), ...vehicle(t), ...people(t), ...movement(t), ...stamp(t, stamped(t)), signatures];
const outward =
  (there: string, back: string) =>
  (leaves: 'E' | 'I') =>
  (t: TripDocument): readonly string[] => [t.documentDetails.movement === leaves ? there : back];
const validated = outward('Validate', 'Validate return');
const confirmed = outward('Confirm', 'Confirm return');

const blocks: Record<TripPrint, (t: TripDocument) => PrintBlock[]> = {
  'print-form': (t) => [
    ...applied(t),
    ...vehicle(t),
    ...people(t),
    ...authoriser(t),
    ...movement(t),
    ...goods(t),
    ...questions(t),
    ...requirements(t),
    ...fees(t),
    signatures,
  ],
  'print-invoice': (t) => [
    ...applied(t),
    ...section('Payer / Pagador', t, ['ownerName', 'ownerAddress', 'vehicleNumber']),
    ...fees(t),
    ...receipts(t),
    ...accounts(t),
  ],
  'print-validated-exit': paper(validated('E')),
  'print-confirmed-exit': paper(confirmed('E')),
  'print-validated-entry': paper(validated('I')),
  'print-confirmed-entry': paper(confirmed('I')),
};

const formOf = (name: TripPrint): PrintDefinition<TripDocument> => ({
  fileName: (t) => `${t.serialReference?.reference ?? 'draft'}-${name}.pdf`,
  layout: (t, c: Context): PrintLayout => ({
    page: 'form',
    language: 'en',
    issuer: c.portalName,
    title: titles[name],
    ...(t.documentDetails.name ? { subtitle: t.documentDetails.name } : {}),
    reference: reference(t),
    badge: { text: both(statusLabels[t.documentStatus] ?? L(t.documentStatus, t.documentStatus)), tone: tone(t) },
    ...(c.qrUrl ? { qr: { text: c.qrUrl, caption: 'Scan to check this trip / Leia para verificar esta viagem' } } : {}),
    blocks: blocks[name](t),
    footer: `${reference(t)} · version ${t.version} / versão ${t.version} · Scan the code for the present validity / Leia o código para a validade atual`,
  }),
});

export const tripPrintForms = Object.fromEntries(tripPrints.map((name) => [name, formOf(name)])) as Record<TripPrint, PrintDefinition<TripDocument>>;
