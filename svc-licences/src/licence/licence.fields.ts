/** Copies fields of a licence as the actions change them. */
import { fieldsOf } from '@portal/contract-kit';
import type { Fault } from '@portal/service-kit';
import { documentFields, type LicenceDocument, ProfessionalLicence } from '../../contract/index.ts';

type Input = Readonly<Record<string, unknown>>;

const metaOf = new Map(fieldsOf(ProfessionalLicence).map((meta) => [meta.name, meta]));

/** These fields, with the catalogue's texts beside each code. */
export const withNames = (fields: readonly string[]): string[] => fields.flatMap((field) => [field, ...Object.keys(metaOf.get(field)?.catalogue?.copy ?? {})]);

/** Takes the named fields from the input, including cleared ones; all others stay. */
export function take(fields: readonly string[], licence: LicenceDocument, input: Input): LicenceDocument {
  const changed = { ...licence } as unknown as Record<string, unknown>;
  for (const field of withNames(fields)) {
    if (input[field] === undefined) delete changed[field];
    else changed[field] = input[field];
  }
  return changed as unknown as LicenceDocument;
}

/** The type of application is fixed from registration on: another value is refused, not ignored. @param input the whole licence with the body's values */
export function staysAppliedFor(licence: LicenceDocument, input: Input): Fault[] {
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
