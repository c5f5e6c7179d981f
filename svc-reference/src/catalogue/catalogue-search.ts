/** Runs the search query of the contract on records in memory. */
import { type CatalogueRecord, foldName, type ListResult, type SearchCriterion, type SearchFieldInfo, type SearchQuery } from '@portal/contract-kit';
import { describeFields, parseSearch, pickColumns } from '@portal/service-kit';
import type { CatalogueDefinition } from './definitions.ts';
import { type CatalogueField, day, searchType, text } from './field-kinds.ts';

/** Name of the field that searches code, name, names in other languages and other names at once, ignoring accents and case. */
const EVERYWHERE = 'search';

const common: Record<string, CatalogueField> = {
  code: text(70),
  name: text(500),
  'names.pt': text(500),
  retired: { kind: 'flag' },
  standing: text(10),
  effectiveFrom: day(),
  effectiveTo: day(),
  [EVERYWHERE]: text(500),
};

const fieldsByDefinition = new WeakMap<CatalogueDefinition, Record<string, CatalogueField>>();

function fieldsOf(definition: CatalogueDefinition): Record<string, CatalogueField> {
  const known = fieldsByDefinition.get(definition);
  if (known) return known;
  const fields = { ...common, ...definition.fields };
  for (const [alias, source] of Object.entries(definition.also ?? {})) fields[alias] = fields[source] as CatalogueField;
  fieldsByDefinition.set(definition, fields);
  return fields;
}

const isNumeric = (v: unknown): boolean => typeof v === 'number' || (typeof v === 'string' && /^-?\d+$/.test(v));

/** Converts values so that a flag can be searched by true, "true", 1 or "1", and a number by its text and vice versa, because screens use both forms. */
function lenient(raw: unknown, fields: Record<string, CatalogueField>): unknown {
  const c = raw as { fieldName?: unknown; dataType?: unknown; values?: unknown } | null;
  const field = typeof c?.fieldName === 'string' && Object.hasOwn(fields, c.fieldName) ? fields[c.fieldName] : undefined;
  if (!field || !Array.isArray(c?.values)) return raw;
  if (field.kind === 'flag')
    return {
      ...c,
      dataType: 'TEXT',
      values: c.values.map((v) => (v === 1 || v === '1' ? 'true' : v === 0 || v === '0' ? 'false' : typeof v === 'boolean' ? String(v) : v)),
    };
  if (field.kind === 'integer' && c.dataType === 'TEXT' && c.values.every(isNumeric)) return { ...c, dataType: 'INTEGER' };
  if (field.kind === 'bit' && c.values.every(isNumeric)) return { ...c, dataType: 'TEXT', values: c.values.map(String) };
  return raw;
}

/**
 * Parses and validates `q` for a catalogue. A criterion that is repeated is tested once.
 * @throws 400 BAD_REQUEST, UNKNOWN_FIELD, BAD_VALUE
 */
export function readQuery(q: string | undefined, definition: CatalogueDefinition, today: string): SearchQuery {
  const fields = fieldsOf(definition);
  let given = q;
  try {
    const parsed = JSON.parse(q ?? '') as { criteria?: unknown };
    if (Array.isArray(parsed?.criteria)) given = JSON.stringify({ ...parsed, criteria: parsed.criteria.map((c) => lenient(c, fields)) });
  } catch {
    // The text is not JSON; parseSearch reports the fault.
  }
  const query = parseSearch(given, searchFields(definition), today);
  return { ...query, criteria: [...new Map(query.criteria.map((criterion) => [JSON.stringify(criterion), criterion])).values()] };
}

/** Returns the fields by which a catalogue can be searched and sorted: all of them. */
const searchFields = (definition: CatalogueDefinition): Parameters<typeof describeFields>[0] =>
  Object.fromEntries(
    Object.entries(fieldsOf(definition)).map(([name, field]) => [
      name,
      name === EVERYWHERE ? { type: 'TEXT', operations: ['EQ', 'NEQ', 'IN', 'CONTAINS'] } : { type: searchType(field), sortable: true },
    ]),
  );

export const describeCatalogue = (definition: CatalogueDefinition): ListResult<SearchFieldInfo> => describeFields(searchFields(definition));

/** Maximum length of a catalogue text. */
const LONGEST_TEXT = 500;

/** Folded texts are cached: a catalogue may have many records, and a record object never changes. */
const foldedTexts = new WeakMap<CatalogueRecord, string[]>();
const foldedNames = new WeakMap<CatalogueRecord, Map<string, string>>();

/** Returns all texts by which a person might look for a record. */
function everywhere(record: CatalogueRecord): string[] {
  let texts = foldedTexts.get(record);
  if (!texts) {
    const other = Array.isArray(record.altNames) ? (record.altNames as string[]) : [];
    texts = [record.code, record.name, ...Object.values(record.names ?? {}), ...other].map(foldName);
    foldedTexts.set(record, texts);
  }
  return texts;
}

function foldedName(record: CatalogueRecord, fieldName: string, name: string): string {
  const names = foldedNames.get(record) ?? new Map<string, string>();
  const folded = names.get(fieldName) ?? foldName(name);
  foldedNames.set(record, names.set(fieldName, folded));
  return folded;
}

/** Returns whether a record can be chosen today, and if not, why. */
const standingOf = (record: CatalogueRecord): string => (record.standing as string | undefined) ?? (record.retired === true ? 'RETIRED' : 'IN_FORCE');

/** Returns the values of a field, in the form that the search compares. */
function valuesOf(record: CatalogueRecord, fieldName: string): (string | number)[] {
  if (fieldName === 'retired') return [record.retired === true ? 'true' : 'false'];
  if (fieldName === 'standing') return [standingOf(record)];
  const value = fieldName === 'names.pt' ? record.names?.pt : record[fieldName];
  if (value === undefined || value === null) return [];
  if (isName(fieldName)) return [foldedName(record, fieldName, String(value))];
  if (Array.isArray(value)) return value as string[];
  return [typeof value === 'boolean' ? String(value) : (value as string | number)];
}

/** Whether the field is a name; names are compared without accents and case. */
const isName = (fieldName: string): boolean => fieldName === 'name' || fieldName === 'names.pt';

function test(criterion: SearchCriterion): (record: CatalogueRecord) => boolean {
  const { operation, fieldName } = criterion;
  const values = isName(fieldName) ? criterion.values.map((value) => foldName(String(value))) : criterion.values;
  if (operation === 'ANY') return () => true;
  if (fieldName === EVERYWHERE) {
    const wanted = values
      .map(String)
      .filter((value) => value.length <= LONGEST_TEXT)
      .map(foldName);
    const found = (record: CatalogueRecord) => everywhere(record).some((t) => wanted.some((w) => (operation === 'CONTAINS' ? t.includes(w) : t === w)));
    return operation === 'NEQ' ? (record) => !found(record) : found;
  }
  const [wanted] = values;
  switch (operation) {
    case 'EQ':
      return (record) => valuesOf(record, fieldName).includes(wanted as string);
    case 'NEQ':
      return (record) => !valuesOf(record, fieldName).includes(wanted as string);
    case 'IN':
      return (record) => valuesOf(record, fieldName).some((v) => values.includes(v));
    case 'CONTAINS': {
      const part = String(wanted).toLowerCase();
      return (record) => valuesOf(record, fieldName).some((v) => String(v).toLowerCase().includes(part));
    }
    case 'GTE':
      return (record) => valuesOf(record, fieldName).some((v) => v >= (wanted as string));
    case 'LTE':
      return (record) => valuesOf(record, fieldName).some((v) => v <= (wanted as string));
    case 'BETWEEN':
      return (record) => valuesOf(record, fieldName).some((v) => v >= (wanted as string) && v <= (values[1] as string));
    case 'EMPTY':
      return (record) => valuesOf(record, fieldName).every((v) => v === '');
  }
}

/** Sorts records. Without a sorting they keep the order of the catalogue. Records without a value come last, and the code decides between equal records. */
function inOrder(records: CatalogueRecord[], sorting: SearchQuery['sorting']): CatalogueRecord[] {
  if (!sorting?.length) return records;
  const key = (record: CatalogueRecord, fieldName: string): string | number | undefined => {
    const [value] = valuesOf(record, fieldName);
    return typeof value === 'string' ? foldName(value) || undefined : value;
  };
  const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
  const keys = new Map(records.map((record) => [record, sorting.map(({ fieldName }) => key(record, fieldName))]));
  return [...records].sort((one, two) => {
    for (const [i, { direction }] of sorting.entries()) {
      const [a, b] = [keys.get(one)?.[i], keys.get(two)?.[i]];
      if (a === undefined && b === undefined) continue;
      if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
      const order = compare(a, b);
      if (order) return direction === 'DESC' ? -order : order;
    }
    const order = compare(one.code, two.code);
    return sorting.at(-1)?.direction === 'DESC' ? -order : order;
  });
}

/**
 * Returns one page of the records that match every criterion, in the order of the catalogue. Records that cannot be chosen today are left out unless a
 * criterion names `retired` or `standing`.
 */
export function searchRecords(records: readonly CatalogueRecord[], query: SearchQuery): ListResult<CatalogueRecord> {
  const tests = query.criteria.map(test);
  if (!query.criteria.some((c) => c.fieldName === 'retired' || c.fieldName === 'standing')) tests.push((record) => record.retired !== true);
  const found = inOrder(
    records.filter((record) => tests.every((t) => t(record))),
    query.sorting,
  );
  const { page, size } = query.paging;
  const shown = found.slice((page - 1) * size, page * size);
  const columns = query.viewColumns?.length ? ['code', 'name', ...query.viewColumns] : undefined;
  return { records: columns ? shown.map((r) => pickColumns(r, columns) as CatalogueRecord) : shown, totalRecords: found.length };
}
