/** The modes of the form, and what may be edited in each. The screen shows it so, and the service keeps to it. */
import type { ProfessionalLicence } from './licence.ts';

/** The modes of the form; `view` to `print` are also the actions of its address. */
export const licenceModes = [
  'register',
  'new',
  'view',
  'submission',
  'withdrawal',
  'edit',
  'verification',
  'query',
  'recommendation',
  'feedback',
  'rejection',
  'assessment',
  'amendment',
  'approval',
  'issuance',
  'adjustment',
  'renewal',
  'modification',
  'suspension',
  'activation',
  'printform',
  'print',
] as const;

export type LicenceMode = (typeof licenceModes)[number];

type Field = keyof ProfessionalLicence;

/** What is applied for: fixed from registration. */
export const documentFields = ['agencyCode', 'documentCode', 'subDocumentCode', 'documentType', 'previousReference'] as const satisfies readonly Field[];

const holderFields = [
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
] as const satisfies readonly Field[];

/** The fields that each part of the form holds; an issuance sets its dates itself. */
export const changeableFields = {
  application: [...documentFields, ...holderFields, 'photoInstance', 'signature', 'requirements', 'bankCode'],
  verification: ['bankCode', 'requirements', 'medias'],
  adjustment: [...holderFields, 'photoInstance'],
  modification: [...holderFields, 'beginDate', 'endDate'],
  scans: ['medias'],
} as const satisfies Record<string, readonly Field[]>;

/** Who the licence is for and how long it lasts: an officer's change of these takes effect when another officer confirms it. */
export const confirmedFields = [
  'holderName',
  'gender',
  'birthDate',
  'nationalityCode',
  'indentityCode',
  'holderCode',
  'photoInstance',
  'beginDate',
  'endDate',
] as const satisfies readonly Field[];

const among =
  (modes: readonly LicenceMode[]) =>
  (mode: string): boolean =>
    (modes as readonly string[]).includes(mode);

/** The application itself: everything the applicant says. */
export const applicationEditable = among(['register', 'new', 'edit', 'submission', 'amendment', 'renewal']);
/** Holder, place of work and institution; an officer corrects them on an approved licence too. */
export const holderEditable = (mode: string): boolean => applicationEditable(mode) || mode === 'adjustment' || mode === 'modification';
/** What is applied for is chosen until the application is registered. @param registered whether it has a serial reference */
export const documentEditable = (mode: string, registered: boolean): boolean => !registered && among(['register', 'new', 'edit', 'submission'])(mode);
export const photoEditable = among(['register', 'new', 'edit', 'amendment', 'adjustment']);
/** Where the applicant says which documents are provided. */
export const requirementsAcceptable = among(['register', 'new', 'edit', 'submission', 'amendment', 'renewal']);
/** Where the officer confirms them. */
export const requirementsConfirmable = among(['verification']);
export const bankEditable = (mode: string): boolean => applicationEditable(mode) || mode === 'verification';
export const scansEditable = (mode: string): boolean => holderEditable(mode) || mode === 'feedback' || mode === 'verification';
/** The applicant signs what the applicant says. */
export const signatureEditable = (mode: string): boolean => applicationEditable(mode);
export const datesEditable = among(['issuance', 'modification']);
