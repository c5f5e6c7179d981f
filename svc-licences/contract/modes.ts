/** The modes of the form, and what can be edited in each. Both the screen and the service apply these rules. */
import type { ProfessionalLicence } from './licence.ts';

/** The modes of the form. Those from `view` to `print` are also actions in its URL. */
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

/** The fields that determine the type of application. They are fixed at registration. */
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

/** The fields that each action can change. An issuance sets its dates separately. */
export const changeableFields = {
  application: [...documentFields, ...holderFields, 'photoInstance', 'signature', 'requirements', 'bankCode'],
  verification: ['bankCode', 'requirements', 'medias'],
  adjustment: [...holderFields, 'photoInstance'],
  modification: [...holderFields, 'beginDate', 'endDate'],
  scans: ['medias'],
} as const satisfies Record<string, readonly Field[]>;

/** The identity of the holder, and the validity. An officer's change of these fields takes effect when another officer confirms it. */
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

/** The modes in which all fields of the applicant can be edited. */
export const applicationEditable = among(['register', 'new', 'edit', 'submission', 'amendment', 'renewal']);
/** The modes in which holder, place of work and institution can be edited. They include the officers' corrections of an approved licence. */
export const holderEditable = (mode: string): boolean => applicationEditable(mode) || mode === 'adjustment' || mode === 'modification';
/** Whether the type of application can be chosen: only until registration. @param registered whether the application has a serial reference */
export const documentEditable = (mode: string, registered: boolean): boolean => !registered && among(['register', 'new', 'edit', 'submission'])(mode);
export const photoEditable = among(['register', 'new', 'edit', 'amendment', 'adjustment']);
/** The modes in which the applicant ticks which documents are provided. */
export const requirementsEditable = (mode: string): boolean => applicationEditable(mode);
/** The modes in which the officer confirms the provided documents. */
export const requirementsConfirmable = among(['verification']);
export const bankEditable = (mode: string): boolean => applicationEditable(mode) || mode === 'verification';
export const scansEditable = (mode: string): boolean => holderEditable(mode) || mode === 'feedback' || mode === 'verification';
/** The modes in which the applicant signs. */
export const signatureEditable = (mode: string): boolean => applicationEditable(mode);
export const datesEditable = among(['issuance', 'modification']);
