/** Runs the search query of the contract on records in memory. */
import type { CatalogueRecord, ListResult, SearchCriterion, SearchQuery } from '@portal/contract-kit';
import { parseSearch, pickColumns } from '@portal/service-kit';
import type { CatalogueDefinition } from './definitions.ts';
import { type CatalogueField, searchType, text } from './field-kinds.ts';

/** Searches code, name, names in other languages and other names at once, ignoring accents and case. */
const EVERYWHERE = 'search';

const common: Record<string, CatalogueField> = { code: text(70), name: text(500), 'names.pt': text(500), retired: { kind: 'flag' }, [EVERYWHERE]: text(500) };

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

/** A flag can be searched by true, "true", 1 or "1", and a number by its text and the other way round, because screens use both. */
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
 * Parses and checks `q` for a catalogue.
 * @throws 400 BAD_REQUEST, UNKNOWN_FIELD, BAD_VALUE
 */
export function readQuery(q: string | undefined, definition: CatalogueDefinition): SearchQuery {
  const fields = fieldsOf(definition);
  let given = q;
  try {
    const parsed = JSON.parse(q ?? '') as { criteria?: unknown };
    if (Array.isArray(parsed?.criteria)) given = JSON.stringify({ ...parsed, criteria: parsed.criteria.map((c) => lenient(c, fields)) });
  } catch {
    // parseSearch reports what is wrong with it.
  }
  return parseSearch(given, Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { type: searchType(field) }])));
}

/** No catalogue text is longer. Removing the accents of long runs of them takes quadratic time. */
const LONGEST_TEXT = 500;
const fold = (value: string): string => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** All texts by which a person might look for a record. */
function everywhere(record: CatalogueRecord): string[] {
  const other = Array.isArray(record.altNames) ? (record.altNames as string[]) : [];
  return [record.code, record.name, ...Object.values(record.names ?? {}), ...other].map(fold);
}

/** The values of a field, in the form that the search compares. */
function valuesOf(record: CatalogueRecord, fieldName: string): (string | number)[] {
  if (fieldName === 'retired') return [record.retired === true ? 'true' : 'false'];
  const value = fieldName === 'names.pt' ? record.names?.pt : record[fieldName];
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as string[];
  return [typeof value === 'boolean' ? String(value) : (value as string | number)];
}

function test(criterion: SearchCriterion): (record: CatalogueRecord) => boolean {
  const { operation, fieldName, values } = criterion;
  if (operation === 'ANY') return () => true;
  if (fieldName === EVERYWHERE) {
    const wanted = values
      .map(String)
      .filter((value) => value.length <= LONGEST_TEXT)
      .map(fold);
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
  }
}

/**
 * The records that match every criterion, in the catalogue's order, one page of them.
 * Retired ones are left out unless a criterion names `retired`.
 */
export function searchRecords(records: readonly CatalogueRecord[], query: SearchQuery): ListResult<CatalogueRecord> {
  const tests = query.criteria.map(test);
  if (!query.criteria.some((c) => c.fieldName === 'retired')) tests.push((record) => record.retired !== true);
  const found = records.filter((record) => tests.every((t) => t(record)));
  const { page, size } = query.paging;
  const shown = found.slice((page - 1) * size, page * size);
  const columns = query.viewColumns?.length ? ['code', 'name', ...query.viewColumns] : undefined;
  return { records: columns ? shown.map((r) => pickColumns(r, columns) as CatalogueRecord) : shown, totalRecords: found.length };
}
