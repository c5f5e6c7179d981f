import type { CatalogueRecord } from '@portal/contract-kit';
import { formatDate, type ListState, oneOf } from '@portal/web-kit';
import { compactSections, fieldMaker, isGiven, type Model, type SectionSpec, staticField } from '@portal/web-kit/forms';
import {
  applicationEditable,
  bankEditable,
  creationTypeFragment,
  datesEditable,
  documentEditable,
  holderEditable,
  type LicenceDirector,
  type LicenceDocument,
  type LicenceMedia,
  type LicenceRequirement,
  licenceBinder,
  ProfessionalLicence,
  photoEditable,
  requirementsConfirmable,
  requirementsEditable,
  scansEditable,
  signatureEditable,
} from 'svc-licences/contract';
import { Directors } from './directors.tsx';
import type { Codes } from './empty-list-message.tsx';
import { Fees } from './fees.tsx';
import { Photo } from './photo.tsx';
import { LiveRequirements, Requirements } from './requirements.tsx';
import { Scans, type StoredScans } from './scans.tsx';
import { Signature } from './signature.tsx';
import { t } from './texts.ts';

const f = fieldMaker(ProfessionalLicence);
const inMode = (test: (mode: string) => boolean) => (_model: Model, mode: string) => test(mode);
const hasReference = isGiven('serialReference.reference');
/** Checks that the type of application can be chosen: it can until the registration. */
const choosesDocument = (model: Model, mode: string): boolean => documentEditable(mode, hasReference(model));
const codesOf = ({ documentCode, subDocumentCode }: Model): Codes => [(documentCode as string) || undefined, (subDocumentCode as string) || undefined];

export type LicenceSection = SectionSpec & { id: string };

const agencyAndDocument: LicenceSection = {
  id: 'document',
  title: t.sectionDocument,
  editable: choosesDocument,
  fields: [
    f('documentCode', {
      // The service lists only the documents that the user may apply for.
      catalogue: 'documents/extension',
      criteria: [oneOf('binder', [licenceBinder])],
      onPick: (record, form) => {
        form.setValue('agencyCode', record?.agencyCode ?? '', { shouldDirty: true });
        form.setValue('agencyName', '', { shouldDirty: true });
      },
    }),
    // The agency follows from the document.
    f('agencyCode', { editable: () => false, visible: isGiven('documentCode') }),
    f('subDocumentCode'),
  ],
};

const unique = (types: readonly CatalogueRecord[], typesState?: ListState): LicenceSection => ({
  id: 'unique',
  title: t.sectionUnique,
  fields: [
    staticField('serialReference.year', t.year, { visible: hasReference }),
    staticField('serialReference.number', t.number, { visible: hasReference }),
    staticField('serialReference.date', t.date, { visible: hasReference, format: (value) => formatDate(String(value)) }),
    staticField('serialReference.reference', t.reference, { visible: hasReference }),
    staticField('storageReference.reference', t.licenceNumber, { visible: isGiven('storageReference.reference') }),
    f('beginDate', { editable: inMode(datesEditable), visible: (model, mode) => datesEditable(mode) || isGiven('beginDate')(model) }),
    f('endDate', { editable: inMode(datesEditable), visible: (model, mode) => datesEditable(mode) || isGiven('endDate')(model) }),
    f('documentType', {
      editable: choosesDocument,
      catalogue: undefined,
      records: types,
      listState: typesState,
    }),
    f('previousReference', { editable: choosesDocument, hint: t.previousHint }),
    staticField('renewalReference', t.renewedBy, { visible: isGiven('renewalReference') }),
  ],
});

/** Fields of a licence that hold the data of the holder's passport or identity card. */
const passport: LicenceSection['passport'] = {
  fields: {
    fullName: 'holderName',
    sex: 'gender',
    nationality: 'nationalityCode',
    birthDate: 'birthDate',
    number: 'holderCode',
    expiryDate: 'expiryDate',
  },
  label: t.scanDocument,
};

const holder: LicenceSection = {
  passport,
  id: 'holder',
  title: t.sectionHolder,
  editable: inMode(holderEditable),
  fields: [f('holderName', { hint: t.nameHint, autoComplete: 'name' }), f('gender', { type: 'radios' }), f('nationalityCode', { nameField: undefined })],
};

const photo: LicenceSection = {
  id: 'photo',
  title: t.sectionPhoto,
  lists: ['photoInstance'],
  visible: (model, mode) => photoEditable(mode) || isGiven('photoInstance')(model),
  editable: inMode(photoEditable),
  render: ({ editable }) => <Photo editable={editable} />,
};

const birth: LicenceSection = {
  id: 'birth',
  title: t.sectionBirth,
  editable: inMode(holderEditable),
  fields: [f('birthDate', { hint: t.dateHint, autoComplete: 'bday' }), f('districtName'), f('subdistrictName'), f('villageName')],
};

const identity: LicenceSection = {
  passport,
  id: 'identity',
  title: t.sectionIdentity,
  editable: inMode(holderEditable),
  fields: [f('indentityCode'), f('holderCode', { hint: t.identityNumberHint }), f('expiryDate')],
};

const contact: LicenceSection = {
  id: 'contact',
  title: t.sectionContact,
  // Readers who come from the public register do not see the contact details.
  visible: (model, mode) => holderEditable(mode) || isGiven('holderMobile')(model),
  editable: inMode(holderEditable),
  fields: [
    f('holderMobile', { hint: t.phoneHint, inputType: 'tel', autoComplete: 'tel' }),
    f('holderPhone', { inputType: 'tel' }),
    f('holderEmail', { inputType: 'email', autoComplete: 'email' }),
  ],
};

const work: LicenceSection = {
  id: 'work',
  title: t.sectionWork,
  editable: inMode(holderEditable),
  fields: [
    f('workDistrictCode'),
    ...['workSubdistrictName', 'workVillageName', 'workProfessionalCategory', 'workSpecialisation', 'workOtherCategory'].map((name) => f(name)),
    f('workInstitution'),
    ...['workPlace', 'workDepartment', 'workServiceUnit'].map((name) => f(name)),
  ],
};

const institution: LicenceSection = {
  id: 'institution',
  title: t.sectionInstitution,
  editable: inMode(holderEditable),
  fields: [
    f('institutionName'),
    f('institutionCityName'),
    f('institutionNationalityCode'),
    f('institutionFaculty'),
    f('institutionProgram'),
    f('graduationDate'),
  ],
};

const requirements: LicenceSection = {
  id: 'requirements',
  title: t.sectionRequirements,
  lists: ['requirements'],
  editable: inMode((mode) => requirementsEditable(mode) || requirementsConfirmable(mode)),
  render: ({ mode, model, editable }) =>
    editable ? (
      <LiveRequirements part={requirementsConfirmable(mode) ? 'confirm' : 'accept'} codes={codesOf(model)} />
    ) : (
      <Requirements part="read" rows={(model.requirements as LicenceRequirement[] | undefined) ?? []} codes={codesOf(model)} />
    ),
};

const fees: LicenceSection = {
  id: 'fees',
  title: t.sectionFees,
  render: ({ model }) => <Fees licence={model as Partial<LicenceDocument>} codes={codesOf(model)} />,
};

const bank: LicenceSection = {
  id: 'bank',
  title: t.sectionBank,
  // The service says when there is nothing to pay. The verifier chooses an account anyway.
  visible: (model, mode) => model.bankDisabled !== true || requirementsConfirmable(mode),
  editable: inMode(bankEditable),
  fields: [
    f('bankCode', { hint: t.bankHint, required: (_model, mode) => requirementsConfirmable(mode) }),
    staticField('bankName', t.bankName, { visible: isGiven('bankName') }),
    staticField('bankAccount', t.bankAccount, { visible: isGiven('bankAccount') }),
  ],
};

const scans = (stored: StoredScans): LicenceSection => ({
  id: 'scans',
  title: t.sectionScans,
  lists: ['medias'],
  visible: (model, mode) => scansEditable(mode) || ((model.medias as LicenceMedia[] | undefined)?.length ?? 0) > 0,
  editable: inMode(scansEditable),
  render: ({ editable }) => <Scans editable={editable} {...stored} />,
});

const signature: LicenceSection = {
  id: 'signature',
  title: t.sectionSignature,
  lists: ['signature'],
  visible: (model, mode) => signatureEditable(mode) || isGiven('signature')(model),
  editable: inMode(signatureEditable),
  render: ({ editable }) => <Signature editable={editable} />,
};

const directors: LicenceSection = {
  id: 'directors',
  title: t.sectionDirectors,
  lists: ['directors'],
  visible: (model, mode) => applicationEditable(mode) || holderEditable(mode) || ((model.directors as LicenceDirector[] | undefined)?.length ?? 0) > 0,
  editable: inMode(holderEditable),
  render: ({ model, editable }) => <Directors editable={editable} rows={(model.directors as LicenceDirector[] | undefined) ?? []} />,
};

/** Returns the document types that a mode offers. A new application must have a type for new applications. */
export const typesFor = (model: Model, mode: string, all: readonly CatalogueRecord[]): readonly CatalogueRecord[] =>
  choosesDocument(model, mode) ? all.filter((type) => type.code.includes(creationTypeFragment)) : all;

/** Returns all sections of the form, in order. */
export const licenceSections = (types: readonly CatalogueRecord[], storedScans: StoredScans = {}, typesState?: ListState): LicenceSection[] =>
  compactSections([
    agencyAndDocument,
    unique(types, typesState),
    holder,
    photo,
    birth,
    identity,
    contact,
    work,
    institution,
    requirements,
    fees,
    bank,
    scans(storedScans),
    directors,
    signature,
  ]);

/** Steps of the public form, each a group of sections. */
export const publicSteps = [
  { id: 'document', title: t.stepDocument, sections: ['document', 'unique', 'fees'] },
  { id: 'holder', title: t.stepHolder, sections: ['holder', 'birth', 'photo'] },
  { id: 'identity', title: t.stepIdentity, sections: ['identity', 'contact'] },
  { id: 'work', title: t.stepWork, sections: ['work', 'directors'] },
  { id: 'education', title: t.stepEducation, sections: ['institution'] },
  { id: 'documents', title: t.stepDocuments, sections: ['requirements', 'scans', 'bank'] },
] as const;
