/** The modes of the form, and what can be edited in each. Both the screen and the service follow it. */
import type { ProfessionalLicence } from './licence.ts';

/** The modes of the form; `view` to `print` are also actions in its URL. */
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

/** The type of application: fixed from registration on. */
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

/** The fields of each part of the form; an issuance sets its dates itself. */
export const changeableFields = {
  application: [...documentFields, ...holderFields, 'photoInstance', 'signature', 'requirements', 'bankCode'],
  verification: ['bankCode', 'requirements', 'medias'],
  adjustment: [...holderFields, 'photoInstance'],
  modification: [...holderFields, 'beginDate', 'endDate'],
  scans: ['medias'],
} as const satisfies Record<string, readonly Field[]>;

/** The holder and the validity: an officer's change of these takes effect when another officer confirms it. */
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

/** All fields that the applicant fills in. */
export const applicationEditable = among(['register', 'new', 'edit', 'submission', 'amendment', 'renewal']);
/** Holder, place of work and institution; officers can correct them on an approved licence too. */
export const holderEditable = (mode: string): boolean => applicationEditable(mode) || mode === 'adjustment' || mode === 'modification';
/** The type of application can be chosen until registration. @param registered whether it has a serial reference */
export const documentEditable = (mode: string, registered: boolean): boolean => !registered && among(['register', 'new', 'edit', 'submission'])(mode);
export const photoEditable = among(['register', 'new', 'edit', 'amendment', 'adjustment']);
/** The modes in which the applicant ticks which documents are provided. */
export const requirementsAcceptable = among(['register', 'new', 'edit', 'submission', 'amendment', 'renewal']);
/** The modes in which the officer confirms them. */
export const requirementsConfirmable = among(['verification']);
export const bankEditable = (mode: string): boolean => applicationEditable(mode) || mode === 'verification';
export const scansEditable = (mode: string): boolean => holderEditable(mode) || mode === 'feedback' || mode === 'verification';
/** The modes in which the applicant signs. */
export const signatureEditable = (mode: string): boolean => applicationEditable(mode);
export const datesEditable = among(['issuance', 'modification']);
