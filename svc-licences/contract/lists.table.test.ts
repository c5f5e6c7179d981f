import { errorsOf, validateContract } from '@portal/contract-kit';
import {
  changeableFields,
  confirmedFields,
  documentFields,
  finderColumns,
  finderFields,
  hasDueFee,
  isInProcess,
  isSubmitted,
  isWithAuthor,
  type LicenceFee,
  type LicenceMode,
  licenceModes,
  licenceStandingOf,
  licenceStatuses,
  officerChanges,
  ProfessionalLicence,
  recommendations,
} from './index.ts';
import * as modes from './modes.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The modes in which each part of the form can be edited, as the table lists them. */
const editable: Record<string, [(mode: LicenceMode) => boolean, string]> = {
  application: [modes.applicationEditable, 'register new submission edit amendment renewal'],
  holder: [modes.holderEditable, 'register new submission edit amendment adjustment renewal modification'],
  document: [(mode) => modes.documentEditable(mode, false), 'register new submission edit'],
  'document once registered': [(mode) => modes.documentEditable(mode, true), ''],
  photo: [modes.photoEditable, 'register new edit amendment adjustment'],
  'requirements, by the applicant': [modes.requirementsEditable, 'register new submission edit amendment renewal'],
  'requirements, by the officer': [modes.requirementsConfirmable, 'verification'],
  bank: [modes.bankEditable, 'register new submission edit verification amendment renewal'],
  scans: [modes.scansEditable, 'register new submission edit verification feedback amendment adjustment renewal modification'],
  signature: [modes.signatureEditable, 'register new submission edit amendment renewal'],
  dates: [modes.datesEditable, 'issuance modification'],
};

it.each(Object.entries(editable))('%s: can be changed in the modes that are published', (_part, [may, inModes]) =>
  expect(licenceModes.filter(may).join(' ')).toBe(inModes),
);

const holder = `expiryDate holderName gender nationalityCode birthDate districtName subdistrictName villageName indentityCode holderCode holderMobile holderPhone
  holderEmail workDistrictCode workSubdistrictName workVillageName workProfessionalCategory workSpecialisation workOtherCategory workInstitution workPlace
  workDepartment workServiceUnit institutionName institutionCityName institutionNationalityCode institutionFaculty institutionProgram graduationDate medias directors`;
const applied = 'agencyCode documentCode subDocumentCode documentType previousReference';

it.each<[string, readonly string[], string]>([
  [
    'modes',
    licenceModes,
    'register new view submission withdrawal edit verification query recommendation feedback rejection assessment amendment approval issuance adjustment renewal modification suspension activation printform print',
  ],
  ['what is applied for', documentFields, applied],
  ['what an application holds', changeableFields.application, `${applied} ${holder} photoInstance signature requirements bankCode`],
  ['what a verification changes', changeableFields.verification, 'bankCode requirements medias'],
  ['what an adjustment changes', changeableFields.adjustment, `${holder} photoInstance`],
  ['what a modification changes', changeableFields.modification, `${holder} beginDate endDate`],
  ['what a feedback changes', changeableFields.scans, 'medias'],
  ['what a second officer confirms', confirmedFields, 'holderName gender birthDate nationalityCode indentityCode holderCode photoInstance beginDate endDate'],
  [
    'columns of the finder',
    finderColumns,
    'serialReference.date serialReference.reference holderName indentityName holderCode beginDate endDate documentStatus',
  ],
  [
    'criteria of the finder',
    finderFields.map(({ name, operation, dataType }) => `${name}:${operation}:${dataType}`),
    'holderName:CONTAINS:TEXT birthDate:EQ:DATE indentityCode:EQ:TEXT holderCode:EQ:TEXT',
  ],
  ['changes of officers', officerChanges, 'adjustment modification'],
  ['recommendations', recommendations, 'RECOMMEND RETURN'],
])('the list of %s equals the published one', (_name, list, text) => expect([...list]).toEqual(words(text)));

it('the statuses are those that are published', () =>
  expect(licenceStatuses.join(', ')).toBe(
    'STORED, SUBMITTED, WITHDRAWN, QUERIED, REPLIED, VERIFIED, ASSESSED, RECOMMENDED, RETURNED, SENT FOR APPROVAL, APPROVED, REJECTED, SUSPENDED',
  ));

it('a requirement is provided or not provided, never both', () => {
  const said = (accept: boolean, decline: boolean): boolean =>
    validateContract(ProfessionalLicence, { requirements: [{ id: 'a', accept, decline }] }).errors.some(
      (e) => e.field === 'requirements.0' && e.code === 'CHOICE',
    );
  expect([said(true, true), said(true, false), said(false, true), said(false, false)]).toEqual([true, false, false, false]);
});

it('fees that are due are those with an amount that are not paid', () =>
  expect(
    [{ status: 'DUE', amount: 1 }, { status: 'PAID', amount: 1 }, { status: 'DUE', amount: 0 }, { status: 'DUE' }].map((fee) =>
      hasDueFee({ fees: [fee as LicenceFee] }),
    ),
  ).toEqual([true, false, false, false]));

it('an application is submitted in every status but STORED, and with its author before that and when it is returned', () => {
  expect([undefined, '', ...licenceStatuses].filter((status) => !isSubmitted(status))).toEqual([undefined, '', 'STORED']);
  expect([undefined, '', ...licenceStatuses].filter(isWithAuthor)).toEqual([undefined, '', 'STORED', 'RETURNED']);
});

it('an application is in process from its submission to its decision, except while it is back with its author', () => {
  const inProcess = ['SUBMITTED', 'QUERIED', 'REPLIED', 'VERIFIED', 'ASSESSED', 'RECOMMENDED', 'SENT FOR APPROVAL'];
  expect([undefined, '', ...licenceStatuses].filter(isInProcess)).toEqual(inProcess);
});

it('a licence is valid from its first day to its last, once both are set', () => {
  const of = (beginDate: string | undefined, endDate: string | undefined): string =>
    licenceStandingOf({ documentStatus: 'APPROVED', beginDate, endDate }, '2026-05-02').code;
  expect([of('2026-05-02', '2026-06-01'), of('2026-05-03', '2026-06-01'), of('2026-01-01', '2026-05-02')]).toEqual(['VALID', 'NOT_YET_VALID', 'VALID']);
  expect([of('2026-05-02', undefined), of(undefined, '2026-05-02')]).toEqual(['NOT_ISSUED', 'NOT_ISSUED']);
});

it.each([
  [{ beginDate: '2026-05-02', endDate: '2026-05-01' }, ['endDate']],
  [{ beginDate: '2026-05-02', endDate: '2026-05-02' }, []],
  [{ endDate: '2026-05-02' }, []],
  [{ birthDate: '1990-05-02', graduationDate: '1990-05-02' }, ['graduationDate']],
  [{ birthDate: '1990-05-02', graduationDate: '1990-05-03' }, []],
  [{ graduationDate: '1990-05-03' }, []],
])('of the dates %j those are refused: %j', (dates, fields) => {
  const licence = Object.assign(new ProfessionalLicence(), dates);
  const refused = errorsOf(ProfessionalLicence, licence).filter((e) => e.code === 'DATE');
  expect(refused.map((e) => e.field)).toEqual(fields);
});
