/** The checks of an application that is about to be submitted. */
import { type FieldError, type Language, validateContract } from '@portal/contract-kit';
import { ProfessionalLicence } from './licence.ts';

/** Every broken rule of an application that is about to be submitted. */
export const submissionErrors = (plain: unknown, language: Language = 'en'): FieldError[] => validateContract(ProfessionalLicence, plain, language).errors;
