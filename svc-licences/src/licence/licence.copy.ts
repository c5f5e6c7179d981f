/** Copies fields of a licence as the actions change them. */
import { fieldsOf } from '@portal/contract-kit';
import { type LicenceDocument, ProfessionalLicence } from '../../contract/index.ts';

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
