/** The checks of an application before it is submitted. */
import { type FieldError, type Language, validateContract } from '@portal/contract-kit';
import { ProfessionalLicence } from './licence.ts';

/** Returns an error for every rule that the application breaks. */
export const submissionErrors = (plain: unknown, language: Language = 'en'): FieldError[] => validateContract(ProfessionalLicence, plain, language).errors;
