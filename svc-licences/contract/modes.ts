/** What may be edited in which mode of the form. The screen shows it so, and the service keeps to it. */
import type { LicenceAction, LicenceMode } from './actions.ts';
import type { ProfessionalLicence } from './licence.ts';

type Field = keyof ProfessionalLicence;

/** What identifies the application itself; fixed once it is submitted. */
export const documentFields: readonly Field[] = ['agencyCode', 'documentCode', 'subDocumentCode', 'documentType', 'previousReference'];

const holderFields: readonly Field[] = [
  'expiryDate',
  'holderName',
  'gender',
  'nationalityCode',
  'birthDate',
  'districtName',
  'subdistrictName',
  'villageName',
  'indentityCode',
  'holderCode',
  'holderMobile',
  'holderPhone',
  'holderEmail',
  'workDistrictCode',
  'workSubdistrictName',
  'workVillageName',
  'workProfessionalCategory',
  'workSpecialisation',
  'workOtherCategory',
  'workInstitution',
  'workPlace',
  'workDepartment',
  'workServiceUnit',
  'institutionName',
  'institutionCityName',
  'institutionNationalityCode',
  'institutionFaculty',
  'institutionProgram',
  'graduationDate',
  'medias',
  'directors',
];

/** The fields that each kind of change replaces; an issuance sets its dates itself. */
export const changeableFields: Record<LicenceAction['changes'], readonly Field[]> = {
  nothing: [],
  application: [...documentFields, ...holderFields, 'photoInstance', 'requirements', 'bankCode'],
  verification: ['bankCode', 'requirements'],
  issuance: [],
  adjustment: [...holderFields, 'photoInstance'],
  modification: [...holderFields, 'beginDate', 'endDate'],
  scans: ['medias'],
};

const among =
  (modes: readonly LicenceMode[]) =>
  (mode: string): boolean =>
    (modes as readonly string[]).includes(mode);

/** The application itself: everything the applicant says. */
export const applicationEditable = among(['register', 'new', 'edit', 'submission', 'amendment', 'renewal']);
/** Holder, place of work and institution; an officer corrects them on an approved licence too. */
export const holderEditable = (mode: string): boolean => applicationEditable(mode) || mode === 'adjustment' || mode === 'modification';
/** Agency, document and academic level stay what was applied for. */
export const documentEditable = among(['register', 'new', 'edit', 'submission']);
export const photoEditable = among(['register', 'new', 'edit', 'amendment', 'adjustment']);
/** Where the applicant says which documents are provided. */
export const requirementsAcceptable = among(['register', 'new', 'edit', 'submission', 'amendment', 'renewal']);
/** Where the officer confirms them. */
export const requirementsConfirmable = among(['verification']);
export const bankEditable = (mode: string): boolean => applicationEditable(mode) || mode === 'verification';
export const scansEditable = (mode: string): boolean => holderEditable(mode) || mode === 'feedback';
export const datesEditable = among(['issuance', 'modification']);
