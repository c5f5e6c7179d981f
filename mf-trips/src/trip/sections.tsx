import { L, valueAt } from '@portal/contract-kit';
import { contains, eq, formatDate, formatMoney } from '@portal/web-kit';
import { fieldMaker, isGiven, type Model, type SectionSpec, staticField } from '@portal/web-kit/forms';
import {
  applicationEditable,
  authoriserShown,
  authorisersOf,
  creationTypeFragment,
  type GoodsRow,
  goodsEditable,
  type MediaRow,
  type Movement,
  movementEditable,
  OwnershipInput,
  ownerEditable,
  paymentShown,
  questionsEditable,
  requirementsConfirmable,
  requirementsEditable,
  scansEditable,
  TripBody,
  type TripDocument,
  type TripMode,
  tripBinder,
  VerificationInput,
} from 'svc-trips/contract';
import { Accounts } from './accounts.tsx';
import { Fees } from './fees.tsx';
import { GoodsList, GoodsTable } from './goods.tsx';
import { Questions } from './questions.tsx';
import { ReceiptLink } from './receipt-link.tsx';
import { Requirements } from './requirements.tsx';
import { Scans } from './scans.tsx';
import { t } from './texts.ts';

const f = fieldMaker(TripBody);
const decision = fieldMaker(VerificationInput);
const ownership = fieldMaker(OwnershipInput);
const asTrip = (model: Model): Partial<TripDocument> => model as Partial<TripDocument>;
const inMode = (test: (mode: TripMode) => boolean) => (_model: Model, mode: string) => test(mode as TripMode);
const text = (model: Model, name: string): string => String(valueAt(model, name) ?? '');

export type TripSection = SectionSpec & { id: string };

/** Fields that depend on the document. They are cleared when another document is chosen. */
const ofTheDocument = ['subDocumentDetails.code', 'subDocumentDetails.name', 'centerDetails.code', 'centerDetails.name', 'destinationCode', 'destinationName'];

/** Returns the section of the document. The service lists only the documents that the user may apply for. */
const documentInformation = (movement: Movement | undefined): TripSection => ({
  id: 'document',
  title: t.document,
  editable: inMode(applicationEditable),
  fields: [
    f('documentDetails.code', {
      // The document cannot be changed after the registration.
      editable: (model, mode) => applicationEditable(mode as TripMode) && !asTrip(model).serialReference,
      catalogue: 'documents/extension',
      criteria: [eq('binder', tripBinder), contains('code', creationTypeFragment), ...(movement ? [eq('movement', movement)] : [])],
      onPick: (_record, form) => {
        for (const name of ofTheDocument) form.setValue(name, '', { shouldDirty: true });
      },
    }),
    f('centerDetails.code', {
      visible: (model) => valueAt(model, 'documentDetails.centerStatus') === true,
      required: true,
      criteria: (model) => [eq('agencyCode', text(model, 'documentDetails.agencyCode'))],
    }),
    f('subDocumentDetails.code', { criteria: (model) => [eq('documentCode', text(model, 'documentDetails.code'))] }),
  ],
});

const unique: TripSection = {
  id: 'unique',
  title: t.unique,
  visible: isGiven('serialReference.reference'),
  editable: () => false,
  fields: [
    staticField('serialReference.year', t.year),
    staticField('serialReference.number', t.number),
    staticField('serialReference.date', t.date, { format: (value) => formatDate(String(value)) }),
    f('documentDetails.movement', {
      nameField: 'documentDetails.movementName',
      format: (value, model) => text(model, 'documentDetails.movementName') || String(value ?? ''),
    }),
    staticField('serialReference.reference', t.reference),
  ],
};

const vehicle: TripSection[] = [
  {
    id: 'vehicle',
    title: t.vehicle,
    editable: inMode(applicationEditable),
    fields: [f('vehicleNumber'), f('tempVehicleNumber'), f('chasisNumber'), f('engineNumber')],
  },
  {
    id: 'manufacturer',
    title: t.manufacturer,
    editable: inMode(applicationEditable),
    fields: [
      f('categoryCode'),
      f('brandCode'),
      f('manufactureYear', { width: 4, hint: t.yearHint, format: (value) => String(value ?? '') }),
      f('modelDetails'),
    ],
  },
  {
    id: 'others',
    title: t.others,
    editable: inMode(applicationEditable),
    fields: [f('colorCode'), f('classCode'), f('engineCapacity', { width: 5 }), f('seatCapacity', { width: 3 }), f('fuelCode')],
  },
];

const ownerDrives = (model: Model): boolean => valueAt(model, 'ownerDriver') === true;

const owner: TripSection = {
  id: 'owner',
  title: t.owner,
  editable: inMode(ownerEditable),
  fields: [f('ownerName'), f('ownerAddress'), f('ownerDriver', { hint: t.ownerDriverHint })],
};

/** Checks that the new owner is also the new driver. The form then requires the papers of the new driver and shows nothing of the old one. */
const newDriver = (model: Model, mode: string): boolean => mode === 'transfer-ownership' && ownerDrives(model);
const notDerived = (model: Model, mode: string): boolean => applicationEditable(mode as TripMode) && !ownerDrives(model);

const driver: TripSection = {
  id: 'driver',
  // If the owner drives, the driver's name is the owner's name and is not read from the passport.
  passport: {
    fields: (model) => ({ number: 'identityNumber', nationality: 'nationalityCode', ...(ownerDrives(model) ? {} : { fullName: 'driverName' }) }),
    label: t.scanPassport,
  },
  title: t.driver,
  visible: (model, mode) => !newDriver(model, mode),
  editable: inMode(applicationEditable),
  fields: [
    f('identityNumber'),
    f('driverName', { editable: notDerived }),
    f('nationalityCode'),
    f('licenseNumber'),
    f('numberOfBaggages', { width: 3 }),
    f('contactNumber', { inputType: 'tel' }),
    f('localAddress', { editable: notDerived }),
    f('foreignAddress'),
    f('objectiveCode'),
  ],
};

const driverAfterTransfer: TripSection = {
  id: 'new-driver',
  passport: { fields: { number: 'identityNumber', nationality: 'nationalityCode' }, label: t.scanPassport },
  title: t.newDriver,
  visible: newDriver,
  fields: [
    ownership('identityNumber', { required: true }),
    ownership('nationalityCode'),
    ownership('licenseNumber', { required: true }),
    ownership('contactNumber', { inputType: 'tel', required: true }),
    ownership('foreignAddress', { required: true }),
  ],
};

const authoriser: TripSection = {
  id: 'authoriser',
  title: t.authoriser,
  visible: (model, mode) => authoriserShown(mode as TripMode, asTrip(model)) || Boolean(valueAt(model, 'authoriserDetails.code')),
  editable: (model, mode) => authoriserShown(mode as TripMode, asTrip(model)),
  fields: [
    decision('authoriserDetails.code', {
      criteria: (model) => {
        const { type, documentCode, status } = authorisersOf(asTrip(model));
        return [eq('type', type), eq('documentCode', documentCode), eq('status', status)];
      },
    }),
    staticField('authoriserDetails.serial', L('Serial', 'Número'), { visible: isGiven('authoriserDetails.serial') }),
    staticField('authoriserDetails.title', L('Title', 'Cargo'), { visible: isGiven('authoriserDetails.title') }),
  ],
};

/** The border enters the day on which the vehicle crossed when it confirms the crossing. A modification can correct this day. */
const crossingEditable = (_model: Model, mode: string): boolean => mode === 'confirmation' || mode === 'modification';
const returnEditable = (_model: Model, mode: string): boolean => mode === 'return-confirmation';

const movement: TripSection = {
  id: 'movement',
  title: t.movement,
  editable: inMode(movementEditable),
  fields: [
    f('crossCode', { hint: t.airportHint }),
    f('entryDate'),
    f('crossingDate', { editable: crossingEditable, visible: (model, mode) => crossingEditable(model, mode) || isGiven('crossingDate')(model) }),
    f('destinationCode', { editable: inMode(applicationEditable), criteria: (model) => [eq('documentCode', text(model, 'documentDetails.code'))] }),
    f('expectedDate'),
    f('returnCode', { hint: t.airportHint }),
    f('actualDate', { editable: returnEditable, visible: (model, mode) => returnEditable(model, mode) || isGiven('actualDate')(model) }),
  ],
};

const declarations: TripSection = {
  id: 'declarations',
  title: t.declarations,
  lists: ['questions'],
  editable: inMode(questionsEditable),
  render: ({ model, editable }) => <Questions trip={asTrip(model)} editable={editable} />,
};

const goods: TripSection = {
  id: 'goods',
  title: t.merchandise,
  lists: ['goods'],
  editable: inMode(goodsEditable),
  render: ({ model, editable }) => (editable ? <GoodsList /> : <GoodsTable rows={(model.goods as GoodsRow[] | undefined) ?? []} />),
};

const requirements: TripSection = {
  id: 'requirements',
  title: t.requirements,
  lists: ['requirements'],
  editable: inMode((mode) => requirementsEditable(mode) || requirementsConfirmable(mode)),
  render: ({ model, mode, editable }) => <Requirements trip={asTrip(model)} mode={mode as TripMode} editable={editable} />,
};

const fees: TripSection = { id: 'fees', title: t.fees, render: ({ model }) => <Fees trip={asTrip(model)} /> };

const payment: TripSection = {
  id: 'payment',
  title: t.payment,
  visible: (model, mode) => paymentShown(mode as TripMode, asTrip(model)),
  editable: () => false,
  fields: [
    staticField('accountDetails.totalFee', L('Total fee', 'Total das taxas'), {
      format: (value, model) => (typeof value === 'number' ? formatMoney(value, asTrip(model).fees?.[0]?.currencyCode) : ''),
    }),
    staticField('accountDetails.receiptYear', L('Receipt year', 'Ano do recibo')),
    staticField('accountDetails.receiptNumber', L('Receipt number', 'Número do recibo')),
    staticField('accountDetails.receiptDate', L('Receipt date', 'Data do recibo'), { format: (value) => (value ? formatDate(String(value)) : '') }),
  ],
  render: ({ model }) => <ReceiptLink trip={asTrip(model)} />,
};

const bank: TripSection = {
  id: 'bank',
  title: t.bank,
  // Keep the place of the accounts on a blank form, until they have been loaded from the service.
  visible: (model, mode) => mode === 'register' || (asTrip(model).accounts ?? []).length > 0,
  render: ({ model }) => <Accounts trip={asTrip(model)} />,
};

const scans = (mediaScope: string, kept: readonly MediaRow[]): TripSection => ({
  id: 'scans',
  title: t.scans,
  lists: ['medias'],
  editable: inMode(scansEditable),
  render: ({ model, mode, editable }) => <Scans trip={asTrip(model)} mode={mode as TripMode} editable={editable} scope={mediaScope} kept={kept} />,
});

export interface TripSectionOptions {
  /** Movement for which the user may apply; both movements if it is undefined. */
  movement?: Movement;
  /** The scope of new files in svc-media. */
  mediaScope?: string;
  /** Files of the registered trip. */
  kept?: readonly MediaRow[];
}

/** Returns all sections of the form, in order. */
export const tripSections = ({ movement: only, mediaScope = 'trip', kept = [] }: TripSectionOptions = {}): TripSection[] => [
  documentInformation(only),
  unique,
  ...vehicle,
  owner,
  driver,
  driverAfterTransfer,
  authoriser,
  movement,
  declarations,
  goods,
  requirements,
  fees,
  payment,
  bank,
  scans(mediaScope, kept),
];
