/** The six prints of a trip: the permit, its invoice, and the papers with the border's stamp, two for each direction. Labels are in both languages. */
import { type Bilingual, L, type Language, type PrintBlock, type PrintLayout } from '@portal/contract-kit';
import {
  answers,
  dueBadge,
  feesTable,
  fileNameOf,
  inTwoLanguages,
  type PrintContext,
  type PrintDefinition,
  printed,
  printedNumber,
  qrCode,
  receiptsTable,
  referenceOf,
  section,
  sectionsOf,
  signatures,
  table,
  ticked,
  totalOf,
  versionFooter,
} from '@portal/service-kit';
import { dueNow, type FeeRow, isClosed, isUnpaid, movementOf, statusLabels, TripBody, type TripDocument, tripStatusOf } from '../../contract/index.ts';

export const tripPrintNames = [
  'print-form',
  'print-invoice',
  'print-validated-exit',
  'print-confirmed-exit',
  'print-validated-entry',
  'print-confirmed-entry',
] as const;
type TripPrint = (typeof tripPrintNames)[number];

type Part = (trip: TripDocument, language: Language) => PrintBlock[];

const sections = (trip: TripDocument, language: Language) => sectionsOf(TripBody, trip, language);

const titles: Record<TripPrint, Bilingual> = {
  'print-form': L('Vehicle trip permit', 'Autorização de viagem de veículo'),
  'print-invoice': L('Invoice', 'Fatura'),
  'print-validated-exit': L('Validated exit of a vehicle', 'Saída de veículo validada'),
  'print-confirmed-exit': L('Confirmed exit of a vehicle', 'Saída de veículo confirmada'),
  'print-validated-entry': L('Validated entry of a vehicle', 'Entrada de veículo validada'),
  'print-confirmed-entry': L('Confirmed entry of a vehicle', 'Entrada de veículo confirmada'),
};

const currencyOf = (t: TripDocument): string => t.fees?.[0]?.currencyCode ?? 'USD';

/** Returns the fees that are listed: of a closed trip, only those that were paid and those that are still due. */
function listedFees(t: TripDocument): FeeRow[] {
  const due = dueNow(t);
  const closed = isClosed(t.documentDetails.movement, t.documentStatus);
  return (t.fees ?? []).filter((fee) => fee.status === 'PAID' || due.includes(fee) || !closed);
}

/** Returns what is due now. */
function invoiceBadge(t: TripDocument): NonNullable<PrintLayout['badge']> {
  const due = dueNow(t);
  return dueBadge(totalOf(due), currencyOf(t), listedFees(t).filter(isUnpaid).length > due.length);
}

/** Returns the status, or "overdue" if the vehicle is still away after the expected day of return. */
function badgeOf(t: TripDocument, today: string): NonNullable<PrintLayout['badge']> {
  const tripStatus = tripStatusOf(t, today);
  const overdue = tripStatus === 'X' && !isClosed(t.documentDetails.movement, t.documentStatus);
  const label = overdue ? L('Overdue', 'Prazo ultrapassado') : (statusLabels[t.documentStatus] ?? L(t.documentStatus, t.documentStatus));
  const bad = overdue || t.documentStatus === 'TERMINATED';
  return { text: inTwoLanguages(label), tone: bad ? 'bad' : tripStatus === 'N' ? 'plain' : 'good' };
}

const applied: Part = (t, language) =>
  sections(t, language)(L('Document', 'Documento'), 'documentDetails.name', 'subDocumentDetails.name', 'centerDetails.name', 'documentDetails.movementName');

const vehicle: Part = (t, language) =>
  sections(t, language)(
    L('Vehicle', 'Veículo'),
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
  );

const people: Part = (t, language) => [
  ...sections(t, language)(L('Owner', 'Proprietário'), 'ownerName', 'ownerAddress'),
  ...sections(t, language)(
    L('Driver', 'Condutor'),
    'driverName',
    'identityNumber',
    'nationalityName',
    'licenseNumber',
    'numberOfBaggages',
    'contactNumber',
    'localAddress',
    'foreignAddress',
    'objectiveDescription',
  ),
];

const movement: Part = (t, language) =>
  sections(t, language)(L('Movement', 'Movimento'), 'crossName', 'entryDate', 'crossingDate', 'destinationName', 'expectedDate', 'returnName', 'actualDate');

const authoriser: Part = (t, language) =>
  sections(t, language)(L('Authoriser', 'Autorizante'), 'authoriserDetails.name', 'authoriserDetails.title', 'authoriserDetails.serial');

const goods: Part = (t, language) =>
  table(
    L('Merchandise', 'Mercadorias'),
    [
      { title: L('Commodity', 'Mercadoria'), width: 35 },
      { title: L('Description', 'Descrição'), width: 35 },
      { title: L('Quantity', 'Quantidade'), width: 15, align: 'right' },
      { title: L('Value', 'Valor'), width: 15, align: 'right' },
    ],
    (t.goods ?? [])
      .filter((g) => g.productCode || g.goodDescription)
      .map((g) => [g.productName ?? '', g.goodDescription ?? '', printedNumber(g.quantity, language), printedNumber(g.value, language)]),
  );

const questions: Part = (t, language) => answers(L('Declarations', 'Declarações'), t.questions, language);

const requirements: Part = (t, language) =>
  table(
    L('Document requirements', 'Documentos exigidos'),
    [
      { title: L('Requirement', 'Requisito'), width: 36 },
      { title: L('Quantity', 'Quantidade'), width: 22, align: 'right' },
      { title: L('Provided', 'Entregue'), width: 19 },
      { title: L('Confirmed', 'Confirmado'), width: 23 },
    ],
    (t.requirements ?? []).map((r) => [
      printed(r.description, language),
      printed(r.quantity, language),
      ticked(r.accepted, language),
      ticked(r.confirmed, language),
    ]),
  );

const fees: Part = (t) => {
  const due = dueNow(t);
  const listed = listedFees(t);
  return feesTable(listed, totalOf(listed), currencyOf(t), L('Status', 'Situação'), (fee) => due.includes(fee));
};

/** The bank accounts, from the moment when a fee is due for the first time until the trip is closed with nothing due. */
const accounts: Part = (t) => {
  const closed = isClosed(t.documentDetails.movement, t.documentStatus);
  const payable = dueNow(t).length > 0 || (!closed && listedFees(t).some(({ status }) => status === 'PAID'));
  return table(
    L('Bank details', 'Dados bancários'),
    [
      { title: L('Bank Code', 'Código do banco'), width: 20 },
      { title: L('Bank Name', 'Nome do banco'), width: 45 },
      { title: L('Account Number', 'Número da conta'), width: 35 },
    ],
    (payable ? (t.accounts ?? []) : []).map((a) => [a.bankCode ?? '', a.bankName ?? '', a.accountNumber ?? '']),
  );
};

const receipts: Part = (t, language) => receiptsTable(t.receipts, currencyOf(t), language);

/** The actions that stamp a paper, with their labels. History entries of earlier releases have only the label. */
const stamping = {
  validation: 'Validate',
  confirmation: 'Confirm',
  'return-validation': 'Validate return',
  'return-confirmation': 'Confirm return',
} as const;
type Stamping = keyof typeof stamping;

/**
 * Builds the stamp: where and when the border checked the vehicle. The traveller keeps the paper, so it names the post but not the officer, who is in the
 * history.
 */
const stamp = (t: TripDocument, action: Stamping): PrintBlock[] => {
  const entry = t.actions.findLast((a) => (a.action ? a.action === action : a.operation === stamping[action]));
  if (!entry) return [];
  const post = action.startsWith('return') ? (t.returnName ?? t.crossName) : t.crossName;
  return section(L('Border check', 'Controlo de fronteira'), [
    { label: L('Border post', 'Posto de fronteira'), value: post },
    { label: L('Date and time (UTC)', 'Data e hora (UTC)'), value: entry.dateTime.replace('T', ' ') },
  ]);
};

const signatureBlock = () => signatures(L('Driver', 'Condutor'), L('Officer', 'Funcionário'));

/** Builds a paper of the border. One action stamps it on the outward journey, the other on the way back. */
const borderPaper =
  (leaves: 'E' | 'I', outward: Stamping, back: Stamping): Part =>
  (t, language) => [
    ...applied(t, language),
    ...vehicle(t, language),
    ...people(t, language),
    ...movement(t, language),
    ...stamp(t, movementOf(t) === leaves ? outward : back),
    signatureBlock(),
  ];

const blocks: Record<TripPrint, Part> = {
  'print-form': (t, language) => [
    ...[applied, vehicle, people, authoriser, movement, goods, questions, requirements, fees].flatMap((part) => part(t, language)),
    signatureBlock(),
  ],
  'print-invoice': (t, language) => [
    ...applied(t, language),
    ...sections(t, language)(L('Payer', 'Pagador'), 'ownerName', 'ownerAddress', 'vehicleNumber'),
    ...fees(t, language),
    ...receipts(t, language),
    ...accounts(t, language),
  ],
  'print-validated-exit': borderPaper('E', 'validation', 'return-validation'),
  'print-confirmed-exit': borderPaper('E', 'confirmation', 'return-confirmation'),
  'print-validated-entry': borderPaper('I', 'validation', 'return-validation'),
  'print-confirmed-entry': borderPaper('I', 'confirmation', 'return-confirmation'),
};

/** Returns the vehicle and its driver. */
const holderOf = ({ vehicleNumber, tempVehicleNumber, driverName }: TripDocument): string =>
  [vehicleNumber ?? tempVehicleNumber, driverName].filter(Boolean).join(' · ');

const formOf = (name: TripPrint): PrintDefinition<TripDocument> => ({
  fileName: (t) => fileNameOf(t, name),
  // Printed anew each day, because whether a vehicle is overdue depends on the day.
  daily: true,
  layout: (t, { language, portalName, qrUrl, today }: PrintContext): PrintLayout => ({
    page: 'form',
    language,
    issuer: portalName,
    title: inTwoLanguages(titles[name]),
    ...(t.documentDetails.name ? { subtitle: t.documentDetails.name } : {}),
    ...(holderOf(t) ? { holder: holderOf(t) } : {}),
    reference: referenceOf(t),
    badge: name === 'print-invoice' ? invoiceBadge(t) : badgeOf(t, today),
    ...qrCode(qrUrl, inTwoLanguages(L('Scan to check this trip', 'Leia para verificar esta viagem'))),
    blocks: blocks[name](t, language),
    footer: versionFooter(t, L('Scan the code for the present validity', 'Leia o código para a validade atual')),
  }),
});

export const tripPrints = Object.fromEntries(tripPrintNames.map((name) => [name, formOf(name)])) as Record<TripPrint, PrintDefinition<TripDocument>>;
