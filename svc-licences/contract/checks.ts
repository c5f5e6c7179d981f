/** How a whole application is checked: a draft loosely, a submission fully. */
import { errorsOf, type FieldError, type Language, validateContract } from '@portal/contract-kit';
import { ProfessionalLicence } from './licence.ts';

/** What a draft may leave open: it is not finished yet. */
const unfinished = new Set(['REQUIRED', 'MIN_ITEMS']);

/** A draft is checked for types and lengths only. */
export const draftErrors = (licence: ProfessionalLicence, language: Language = 'en'): FieldError[] =>
  errorsOf(ProfessionalLicence, licence, language).filter((e) => !unfinished.has(e.code));

/** Every broken rule of an application about to be submitted. */
export const submissionErrors = (plain: unknown, language: Language = 'en'): FieldError[] => validateContract(ProfessionalLicence, plain, language).errors;
