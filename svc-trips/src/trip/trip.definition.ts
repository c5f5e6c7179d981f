import { type Bilingual, dayOf, fieldAt, inBoth, L, sentence } from '@portal/contract-kit';
import {
  actionsOf,
  actionsWithInput,
  byCreation,
  type Call,
  columnsOf,
  type DocumentDefinition,
  type DocumentKind,
  type DocumentKit,
  dateField,
  distinctFiles,
  type Fault,
  keepRegisteredFiles,
  nameField,
  numberField,
  numberFields,
  openQuestionStep,
  phoneField,
  type Reminder,
  registeredSearch,
  type SearchFields,
  serialColumns,
  sortable,
  textField,
  textFields,
} from '@portal/service-kit';
import {
  type Movement,
  movementOf,
  statusLabels,
  TripBody,
  type TripDocument,
  type TripDocumentStatus,
  tripCaptions,
  tripStatusOf,
} from '../../contract/index.ts';
import type { TripSettings } from '../settings.ts';
import { accountsOf, authoriserErrors, choiceErrors, completeLists, fillAccounts, fixedFieldErrors } from './trip.application.ts';
import { crossingErrors } from './trip.crossing.ts';
import { deriveDriver } from './trip.effects.ts';
import { fileErrors, filesOf } from './trip.files.ts';
import { tripPrints } from './trip.prints.ts';
import { hasUnpaidFees, invoiceOf, receiptAction } from './trip.receipt.ts';
import { TripRow } from './trip.row.ts';
import { tripPlace, tripWorkflow } from './trip.workflow.ts';

/** Fields that are stored in a column of the same name. */
const texts = ['crossCode', 'returnCode', 'destinationCode'] as const;
const names = ['ownerName', 'driverName'] as const;
const numbers = ['vehicleNumber', 'chasisNumber', 'identityNumber', 'licenseNumber'] as const;
const phones = ['contactNumber'] as const;
export const movements: readonly Movement[] = ['E', 'I'];
const days = ['entryDate', 'expectedDate'] as const;

/** The index prefixes for sorting. Every staff list shows only one movement. */
const withinMovement = [['movement', 'documentStatus'], ['movement']];

/** The search fields of the staff lists, named as in the contract. */
const search: SearchFields = {
  ...registeredSearch,
  ...textFields('movement', 'agencyCode', ...texts),
  ...numberFields(...numbers),
  contactNumber: phoneField('contactNumber'),
  createdAt: byCreation(...withinMovement),
  documentCreatedAt: byCreation(...withinMovement),
  'serialReference.reference': sortable(numberField('reference'), ['movement']),
  vehicleNumber: sortable(numberField('vehicleNumber'), ['movement']),
  ownerName: sortable(nameField('ownerName'), ['movement']),
  driverName: sortable(nameField('driverName'), ['movement']),
  entryDate: sortable(dateField('entryDate'), ...withinMovement),
  expectedDate: sortable(dateField('expectedDate'), ...withinMovement),
  'documentDetails.code': textField('documentCode'),
  'documentDetails.movement': textField('movement'),
  'documentDetails.agencyCode': textField('agencyCode'),
  'subDocumentDetails.code': textField('subDocumentCode'),
  'centerDetails.code': textField('centerCode'),
  'serialReference.serial': textField('movement'),
};

/** Actions that write the application. */
const applying = actionsWithInput(tripWorkflow, TripBody);
/** Actions that check whether the caller may apply for the document: only those that submit the application. */
const submitting = actionsOf(tripWorkflow, 'register', 'direct-submit', 'submission');
/** Actions that can add and replace files: those of the applicant, and some of the officers. */
const attaching = actionsOf(tripWorkflow, ...applying, 'verification', 'modification', 'transfer-ownership');
/** The action that issues the permit, in the name of the authoriser. */
const issuing = actionsOf(tripWorkflow, 'approval');

/** Whether the authoriser is checked: on a choice, and when the permit is issued. A permit that is issued keeps an authoriser who leaves office. */
const checksAuthoriser = (action: string, trip: TripDocument, before: TripDocument | undefined): boolean =>
  issuing.has(action) || trip.authoriserDetails?.code !== before?.authoriserDetails?.code;

const atTheBorder = L('Present the code at the border', 'Apresente o código na fronteira');
const payThePermit = L('Pay the permit fee', 'Pague a taxa da autorização');
/** What the applicant must do in each status. In all other statuses the office must act. */
const applicantsSteps: Record<Movement, Partial<Record<TripDocumentStatus, Bilingual>>> = {
  E: {
    STORED: L('Submit', 'Enviar'),
    'VERIFIED FOR EXIT': payThePermit,
    'APPROVED TO EXIT': L('Pay the exit fee', 'Pague a taxa de saída'),
    'PAID TO EXIT': atTheBorder,
    'CONFIRMED FOR EXIT': L('Present the code when the vehicle comes back', 'Apresente o código quando o veículo regressar'),
  },
  I: {
    STORED: L('Submit', 'Enviar'),
    'VERIFIED FOR ENTRY': payThePermit,
    'APPROVED TO ENTER': atTheBorder,
    'CONFIRMED FOR ENTRY': L('Present the code when the vehicle leaves', 'Apresente o código quando o veículo sair'),
  },
};

/** Returns the reminders: one before the permit ends, and one when the vehicle should have returned and no return is recorded. */
const remindersOf = (
  { expiryNoticeDays }: Pick<TripSettings, 'expiryNoticeDays'>,
  movement: Movement,
  before: readonly TripDocumentStatus[],
  away: readonly TripDocumentStatus[],
): Reminder<TripDocument>[] => {
  const back = movement === 'E' ? L('come back', 'regressar') : L('leave the country', 'sair do país');
  return [
    {
      event: 'about-to-expire',
      statuses: [...before, ...away],
      where: { movement },
      column: 'expectedDate',
      after: -expiryNoticeDays,
      until: 0,
      says: (day) =>
        sentence(
          'Your permit ends on {{day}}. By then the vehicle has to {{back}}. If it cannot, ask the office before that day to change the date.',
          'A sua autorização termina a {{day}}. Até lá o veículo tem de {{back}}. Se não puder, peça ao serviço antes desse dia que altere a data.',
          { day, back },
        ),
    },
    {
      event: 'overdue',
      statuses: away,
      where: { movement },
      column: 'expectedDate',
      after: 1,
      says: (day) =>
        sentence(
          'The vehicle had to {{back}} by {{day}}, and that is not recorded. Take it to the border, or go to the office.',
          'O veículo tinha de {{back}} até {{day}} e isso não está registado. Apresente-o na fronteira ou dirija-se ao serviço.',
          { back, day },
        ),
    },
  ];
};

const column = (path: string, title?: Bilingual): { title: Bilingual; path: string } => ({
  title: title ?? fieldAt(TripBody, path)?.label ?? inBoth(path),
  path,
});

/**
 * Returns how trips are stored and searched, and when they are erased: a closed trip `days` after its last step, a draft `draftDays` after its last change. A
 * trip is kept at least until its vehicle has returned or it is terminated.
 */
export const tripKind = ({ retentionDays: days, draftDays }: Pick<TripSettings, 'retentionDays' | 'draftDays'>): DocumentKind => ({
  kind: 'triptic-trip',
  contract: TripBody,
  row: TripRow,
  search,
  countedBy: 'movement',
  statistics: { entryPoint: 'crossCode' },
  listTotals: ['entryDate', 'expectedDate', 'stepSince', 'dueAt'].map((day) => ({ day, columns: ['movement', 'crossCode'] })),
  openData: [
    {
      name: 'trips-by-day',
      title: L('Applications for vehicle trips by planned day', 'Pedidos de viagens de veículos por dia previsto'),
      list: 0,
      by: 'day',
      columns: [
        { name: 'movement', of: 'movement', catalogue: 'movements' },
        { name: 'entryPoint', of: 'crossCode', catalogue: 'entry-points' },
      ],
    },
  ],
  retention: [
    { days, statuses: ['TERMINATED', 'CONFIRMED FOR RETURN'] satisfies TripDocumentStatus[], since: 'updatedAt' },
    { days, statuses: ['CONFIRMED FOR EXIT'] satisfies TripDocumentStatus[], since: 'updatedAt', where: { movement: 'I' } },
    { days: draftDays, statuses: ['STORED'] satisfies TripDocumentStatus[], since: 'updatedAt' },
  ],
});

/** Returns the definition of trips for the document kit. */
export const tripDefinition = (
  { catalogues, calendar, clock, media }: DocumentKit,
  settings: TripSettings,
): DocumentDefinition<TripBody, TripDocument, TripDocumentStatus, TripRow> => ({
  ...tripPlace,
  ...tripKind(settings),
  contract: TripBody,
  row: TripRow,
  service: 'trips',
  title: L('Vehicle trip permit', 'Autorização de viagem de veículo'),
  applicationTitle: L('Application for a vehicle trip permit', 'Pedido de autorização de viagem de veículo'),
  workflow: tripWorkflow,
  documentCode: (t) => t.documentDetails?.code ?? '',
  series: movementOf,
  project: (t) => ({
    ...serialColumns(t.serialReference),
    ...columnsOf(t, ...texts, ...names, ...numbers, ...phones, ...days),
    // A trip whose document names no movement is treated as an exit, also in lists and queues.
    movement: t.documentDetails?.code ? movementOf(t) : null,
    agencyCode: t.documentDetails?.agencyCode ?? null,
    subDocumentCode: t.subDocumentDetails?.code ?? null,
    centerCode: t.centerDetails?.code ?? null,
  }),
  listFields: [
    'serialReference',
    'documentDetails.code',
    'documentDetails.name',
    'documentDetails.movement',
    'documentDetails.movementName',
    'subDocumentDetails.name',
    'centerDetails.name',
    'vehicleNumber',
    'brandName',
    'modelDetails',
    'ownerName',
    'driverName',
    'identityNumber',
    'crossName',
    'destinationName',
    'returnName',
    'entryDate',
    'expectedDate',
    'actualDate',
    'applicantUser',
  ],
  csv: [
    column('serialReference.reference', L('Reference', 'Referência')),
    column('serialReference.date', L('Date', 'Data')),
    column('documentDetails.name', L('Document', 'Documento')),
    column('subDocumentDetails.name', L('Sub-document', 'Subdocumento')),
    column('documentDetails.movementName', L('Movement', 'Movimento')),
    ...[
      'vehicleNumber',
      'chasisNumber',
      'brandName',
      'modelDetails',
      'ownerName',
      'driverName',
      'identityNumber',
      'licenseNumber',
      'crossName',
      'entryDate',
      'destinationName',
      'expectedDate',
      'returnName',
      'actualDate',
    ].map((path) => column(path)),
    column('accountDetails.totalFee', L('Total fee (minor units)', 'Total das taxas (unidades mínimas)')),
    // All fees of a trip are in one currency.
    column('fees.0.currencyCode', L('Currency', 'Moeda')),
    column('documentStatus', L('Status', 'Situação')),
    column('createdAt', L('Created at (UTC)', 'Criado em (UTC)')),
  ],
  access: {
    contact: ['contactNumber', 'ownerAddress', 'localAddress', 'foreignAddress', 'identityNumber', 'licenseNumber'],
    files: ['medias'],
    office: [],
  },
  reachedBy: { phone: 'contactNumber' },
  reminders: [
    ...remindersOf(settings, 'E', ['APPROVED TO EXIT', 'PAID TO EXIT', 'VALIDATED FOR EXIT'], ['CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN']),
    ...remindersOf(settings, 'I', ['APPROVED TO ENTER', 'VALIDATED FOR ENTRY'], ['CONFIRMED FOR ENTRY', 'VALIDATED FOR EXIT']),
  ],
  nextStep: (t) => {
    const asked = openQuestionStep(tripWorkflow)(t);
    if (asked) return asked;
    const text = applicantsSteps[movementOf(t)][t.documentStatus];
    return text && { text, waitsForApplicant: true };
  },
  draftStatus: 'STORED',
  statusLabels,
  amounts: ['accountDetails.totalFee', 'fees.amount'],
  lookup: {
    person: ['identityNumber'],
    vehicle: ['vehicleNumber', 'chasisNumber'],
    names,
    phones,
    within: { column: 'movement', values: movements },
    subtitle: (t) => [t.brandName, t.driverName].filter(Boolean).join(' '),
  },
  nameOf: (t) => t.vehicleNumber ?? '',
  publicScreen: '/eservice/triptic/trip/view',
  verificationScreen: '/eservice/triptic/validity',
  prints: tripPrints,
  staffScreen: '/triptic/trip/view',
  staffList: '/triptic/trip/search',
  commentField: 'comment',
  // Nothing is chosen in a blank form, so nothing is required yet.
  blank: async ({ language }) => ({
    ...new TripBody(),
    goods: [],
    questions: [],
    requirements: [],
    fees: [],
    accounts: await accountsOf(catalogues, await calendar.dayOf(), language),
    medias: [],
    accountDetails: { totalFee: 0 },
  }),
  async prepare(trip, _call, before) {
    // Only border officers may set the days of the crossing and the return.
    trip.crossingDate = before?.crossingDate;
    trip.actualDate = before?.actualDate;
    const files = trip.medias ?? [];
    trip.medias = before?.serialReference ? keepRegisteredFiles(before.medias, files) : distinctFiles(files);
    await completeLists({ catalogues, calendar }, trip, before);
  },
  async derive(trip, whole) {
    // Every step shows the accounts of its day until all fees are paid, because nobody may pay into a closed account.
    if (whole || hasUnpaidFees(trip)) await fillAccounts({ catalogues, calendar }, trip);
    deriveDriver(trip);
    if (!trip.applicantUser?.name) trip.applicantUser = { name: trip.ownerName ?? '' };
  },
  async check(trip, action, call: Call, before): Promise<Fault[]> {
    return [
      ...fixedFieldErrors(trip, before),
      ...(applying.has(action) ? await choiceErrors(catalogues, await calendar.dayOf(before), trip, submitting.has(action) ? call : null) : []),
      ...(checksAuthoriser(action, trip, before) ? await authoriserErrors(catalogues, await calendar.dayOf(), trip) : []),
      ...crossingErrors(before, trip, [clock.today(), await calendar.dayOf()]),
      ...(attaching.has(action) ? await fileErrors(media, trip, before, call) : []),
    ];
  },
  standing(trip, now) {
    const code = tripStatusOf(trip, dayOf(now));
    return { code, label: tripCaptions[code] };
  },
  validity: (trip) => ({
    ...(trip.entryDate ? { nbf: Date.parse(`${trip.entryDate}T00:00:00Z`) / 1000 } : {}),
    ...(trip.expectedDate ? { exp: Date.parse(`${trip.expectedDate}T23:59:59Z`) / 1000 } : {}),
  }),
  filesOf,
  invoice: invoiceOf,
  receiptAction,
});
