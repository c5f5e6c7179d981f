import { L } from '@portal/contract-kit';
import { contains, eq, formatDate, useCatalogue } from '@portal/web-kit';
import { type FieldSpec, type Model, type SectionSpec, valueAt } from '@portal/web-kit/forms';
import { AttachmentTable } from '@portal/web-kit/media';
import {
  attachmentsDeletable,
  authoriserShown,
  authorisersOf,
  DecisionInput,
  fieldsEditable,
  type GoodsRow,
  goodsEditable,
  type Movement,
  movementEditable,
  ownerEditable,
  paymentShown,
  questionsEditable,
  requirementsConfirmable,
  requirementsEditable,
  TripBody,
  type TripDocument,
  type TripMode,
} from 'svc-trips/contract';
import { fieldMaker } from '../shared/contract-fields.ts';
import { GoodsList, GoodsTable } from './goods.tsx';
import { Accounts, Declarations, Fees, Requirements } from './lists.tsx';
import { ReceiptLink } from './receipt-link.tsx';
import { t } from './texts.ts';

const f = fieldMaker(TripBody);
const decision = fieldMaker(DecisionInput);
const asTrip = (model: Model): Partial<TripDocument> => model as Partial<TripDocument>;
const inMode = (test: (mode: TripMode) => boolean) => (_model: Model, mode: string) => test(mode as TripMode);
const fixed = (name: string, label: FieldSpec['label'], more: Partial<FieldSpec> = {}): FieldSpec => ({ name, label, type: 'static', ...more });
const given = (name: string) => (model: Model) => Boolean(valueAt(model, name));
const text = (model: Model, name: string): string => String(valueAt(model, name) ?? '');

/** Which lists a section fills besides its fields: where an error of theirs belongs. */
export type TripSection = SectionSpec & { id: string; lists?: readonly string[] };

/** What is chosen for a document is no answer any more once the document changes. */
const ofTheDocument = ['subDocumentDetails.code', 'subDocumentDetails.name', 'centerDetails.code', 'centerDetails.name', 'destinationCode', 'destinationName'];

/** Who may apply for what is the catalogue's: staff see their agencies' documents, everyone else the open ones. */
const documentInformation = (movement: Movement | undefined): TripSection => ({
  id: 'document',
  title: t.document,
  editable: inMode(fieldsEditable),
  fields: [
    f('documentDetails.code', {
      catalogue: 'documents/extension',
      criteria: [eq('binder', 'TRIPTIC'), contains('code', 'IB'), ...(movement ? [eq('movement', movement)] : [])],
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
  visible: given('serialReference.reference'),
  editable: () => false,
  fields: [
    fixed('serialReference.year', t.year),
    fixed('serialReference.number', t.number),
    fixed('serialReference.date', t.date, { format: (value) => formatDate(String(value)) }),
    f('documentDetails.movement', {
      nameField: 'documentDetails.movementName',
      format: (value, model) => text(model, 'documentDetails.movementName') || String(value ?? ''),
    }),
    fixed('serialReference.reference', t.reference),
  ],
};

const vehicle: TripSection[] = [
  {
    id: 'vehicle',
    title: t.vehicle,
    editable: inMode(fieldsEditable),
    fields: [f('vehicleNumber'), f('tempVehicleNumber'), f('chasisNumber'), f('engineNumber')],
  },
  {
    id: 'manufacturer',
    title: t.manufacturer,
    editable: inMode(fieldsEditable),
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
    editable: inMode(fieldsEditable),
    fields: [f('colorCode'), f('classCode'), f('engineCapacity', { width: 5 }), f('seatCapacity', { width: 3 }), f('fuelCode')],
  },
];

/** Ticking it copies the owner to the driver; the copies can be changed afterwards. */
const ownerIsDriver = f('ownerDriver', {
  hint: t.ownerDriverHint,
  onPick: (ticked, form) => {
    if (!ticked) return;
    const copy = (from: string, to: string, upper = false): void => {
      const value = String(form.getValues(from) ?? '');
      form.setValue(to, upper ? value.toUpperCase() : value, { shouldDirty: true });
      if (value) form.clearErrors(to);
    };
    copy('ownerName', 'driverName');
    copy('ownerAddress', 'localAddress', true);
  },
});

const owner: TripSection = { id: 'owner', title: t.owner, editable: inMode(ownerEditable), fields: [f('ownerName'), f('ownerAddress'), ownerIsDriver] };

const driver: TripSection = {
  id: 'driver',
  title: t.driver,
  editable: inMode(fieldsEditable),
  fields: [
    f('identityNumber'),
    f('driverName'),
    f('nationalityCode'),
    f('licenseNumber'),
    f('numberOfBaggages', { width: 3 }),
    f('contactNumber', { inputType: 'tel' }),
    f('localAddress'),
    f('foreignAddress'),
    f('objectiveCode'),
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
    fixed('authoriserDetails.serial', L('Serial', 'Número'), { visible: given('authoriserDetails.serial') }),
    fixed('authoriserDetails.title', L('Title', 'Cargo'), { visible: given('authoriserDetails.title') }),
  ],
};

/** The day the vehicle crossed is the border's: it is entered where it is confirmed, and put right in a modification. */
const crossingEditable = (_model: Model, mode: string): boolean => mode === 'confirmation' || mode === 'modification';
const returnEditable = (_model: Model, mode: string): boolean => mode === 'return-confirmation';

const movement: TripSection = {
  id: 'movement',
  title: t.movement,
  editable: inMode(movementEditable),
  fields: [
    f('crossCode', { hint: t.airportHint }),
    f('entryDate'),
    f('crossingDate', { editable: crossingEditable, visible: (model, mode) => crossingEditable(model, mode) || given('crossingDate')(model) }),
    f('destinationCode', { editable: inMode(fieldsEditable), criteria: (model) => [eq('documentCode', text(model, 'documentDetails.code'))] }),
    f('expectedDate'),
    f('returnCode', { hint: t.airportHint }),
    f('actualDate', { editable: returnEditable, visible: (model, mode) => returnEditable(model, mode) || given('actualDate')(model) }),
  ],
};

const declarations: TripSection = {
  id: 'declarations',
  title: t.declarations,
  lists: ['questions'],
  editable: inMode(questionsEditable),
  render: ({ model, editable }) => <Declarations trip={asTrip(model)} editable={editable} />,
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
    f('accountDetails.totalFee', { type: 'money', minor: 2, format: undefined }),
    fixed('accountDetails.receiptYear', L('Receipt year', 'Ano do recibo')),
    fixed('accountDetails.receiptNumber', L('Receipt number', 'Número do recibo')),
    fixed('accountDetails.receiptDate', L('Receipt date', 'Data do recibo'), { format: (value) => (value ? formatDate(String(value)) : '') }),
  ],
  render: ({ model }) => <ReceiptLink trip={asTrip(model)} />,
};

const bank: TripSection = {
  id: 'bank',
  title: t.bank,
  visible: (model) => (asTrip(model).accounts ?? []).length > 0,
  render: ({ model }) => <Accounts trip={asTrip(model)} />,
};

/** Scanned documents: added while the application is filled in, and kept where the specification names the mode. */
function Scans({ mode, scope }: { mode: TripMode; scope: string }) {
  const { records } = useCatalogue('attachment-types');
  const codes = records.filter((record) => !record.binder || record.binder === 'TRIPTIC');
  return (
    <AttachmentTable
      name="medias"
      scope={scope}
      readOnly={!fieldsEditable(mode)}
      deletable={fieldsEditable(mode) && attachmentsDeletable(mode)}
      codes={codes}
    />
  );
}

const scans = (mediaScope: string): TripSection => ({
  id: 'scans',
  title: t.scans,
  lists: ['medias'],
  editable: inMode(fieldsEditable),
  render: ({ mode }) => <Scans mode={mode as TripMode} scope={mediaScope} />,
});

/** Every section of the form, in its order. */
export const tripSections = ({ movement: only, mediaScope = 'trip' }: { movement?: Movement; mediaScope?: string } = {}): TripSection[] => [
  documentInformation(only),
  unique,
  ...vehicle,
  owner,
  driver,
  authoriser,
  movement,
  declarations,
  goods,
  requirements,
  fees,
  payment,
  bank,
  scans(mediaScope),
];

/** Every path of the sections in the order of the screen: the order of the error summary. */
export const pathsOf = (sections: readonly TripSection[]): string[] =>
  sections.flatMap((section) => [...(section.fields ?? []).filter((field) => field.type !== 'static').map(({ name }) => name), ...(section.lists ?? [])]);
