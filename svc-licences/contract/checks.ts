/** The checks of an application: lenient for a draft, complete for a submission. */
import { errorsOf, type FieldError, type Language, validateContract } from '@portal/contract-kit';
import { ProfessionalLicence } from './licence.ts';

/** Errors that a draft may have, because it is unfinished. */
const unfinished = new Set(['REQUIRED', 'MIN_ITEMS']);

/** Checks the types and lengths of a draft only. */
export const draftErrors = (licence: ProfessionalLicence, language: Language = 'en'): FieldError[] =>
  errorsOf(ProfessionalLicence, licence, language).filter((e) => !unfinished.has(e.code));

/** Every broken rule of an application that is about to be submitted. */
export const submissionErrors = (plain: unknown, language: Language = 'en'): FieldError[] => validateContract(ProfessionalLicence, plain, language).errors;
