/** Copies fields of a licence as the actions change them. */
import { fieldsOf } from '@portal/contract-kit';
import type { Fault } from '@portal/service-kit';
import { documentFields, type LicenceDocument, ProfessionalLicence } from '../../contract/index.ts';

type Input = Readonly<Record<string, unknown>>;

const metaOf = new Map(fieldsOf(ProfessionalLicence).map((meta) => [meta.name, meta]));

/** Returns these fields, and for each code the fields with its texts from the catalogue. */
export const withNames = (fields: readonly string[]): string[] => fields.flatMap((field) => [field, ...Object.keys(metaOf.get(field)?.catalogue?.copy ?? {})]);

/** Takes the named fields from the input, including empty ones. All other fields stay unchanged. */
export function take(fields: readonly string[], licence: LicenceDocument, input: Input): LicenceDocument {
  const changed = { ...licence } as unknown as Record<string, unknown>;
  for (const field of withNames(fields)) {
    if (input[field] === undefined) delete changed[field];
    else changed[field] = input[field];
  }
  return changed as unknown as LicenceDocument;
}

/**
 * Checks that the type of application is unchanged, because it is fixed at registration. A different value is refused, not ignored. @param input the whole
 * licence with the values of the body
 */
export function fixedFieldErrors(licence: LicenceDocument, input: Input): Fault[] {
  if (!licence.serialReference) return [];
  return documentFields
    .filter((field) => (input[field] ?? '') !== (licence[field] ?? ''))
    .map((field) => {
      const { en, pt } = metaOf.get(field)?.label ?? { en: field, pt: field };
      return {
        code: 'CHOICE',
        field,
        message: { en: `${en} was fixed at registration and cannot be changed`, pt: `${pt} ficou fixado no registo e não pode ser alterado` },
      };
    });
}
