/** References as people type them: in small letters, with other separators, or with none. */
import { foldIdentifier, latinDigits, type SearchQuery } from '@portal/contract-kit';

/** The code, the year and the number of a reference. Every year of the portal begins with 20. */
const reference = /^(.*[^\s-])[\s-]*(20\d\d)[\s-]*(\d{7,})$/;

/** Returns the forms in which a typed reference may be stored: as it is typed, and as references are written, also with a code that contains dashes. */
export function formsOfReference(typed: string): string[] {
  const written = [latinDigits(typed).trim().toUpperCase(), foldIdentifier(typed)].flatMap((text) => {
    const [, code, year, number] = reference.exec(text) ?? [];
    return code ? [`${code}-${year}-${number}`] : [];
  });
  return [...new Set([typed, ...written])];
}

/** Returns a query that also finds references in these fields that are stored in another form than they are typed. */
export const withReferences = (query: SearchQuery, ...fields: string[]): SearchQuery => ({
  ...query,
  criteria: query.criteria.map((each) =>
    fields.includes(each.fieldName) && (each.operation === 'EQ' || each.operation === 'IN')
      ? { ...each, operation: 'IN', values: each.values.flatMap((value) => formsOfReference(String(value))) }
      : each,
  ),
});
