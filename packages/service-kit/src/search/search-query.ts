/** Parses the search query `q` of the published contract. */
import { isDay, type SearchCriterion, type SearchDataType, type SearchOperation, type SearchQuery } from '@portal/contract-kit';
import { parseJson } from '../http/parse-json.ts';
import { badRequest } from '../http/problems.ts';

const operations = new Set<string>(['EQ', 'NEQ', 'IN', 'CONTAINS', 'ANY']);
const dataTypes = new Set<string>(['TEXT', 'INTEGER', 'DATE']);

/** A field that may be searched, by its published (dotted) name. */
export interface SearchField {
  /** Property of the row entity. */
  column: string;
  type: SearchDataType;
  /** Allowed operations; all when missing. */
  operations?: readonly SearchOperation[];
  /** Set by the document kit where the column holds a digest instead of the value. */
  blind?: BlindColumn;
}

/** How a column of digests is searched. */
export interface BlindColumn {
  /** All stored forms that the value may have. */
  forms(value: string): string[];
  /** `like` patterns for the parts of a text: a row matches when all patterns of any one list match. Empty where the text is too short to search by. */
  patterns(text: string): string[][];
  tokensColumn: string;
}

export type SearchFields = Record<string, SearchField>;

/** A text field that lists can be searched by. */
export const textField = (column: string): SearchFields[string] => ({ column, type: 'TEXT' });
/** A day or time that lists can be searched by. */
export const dateField = (column: string): SearchFields[string] => ({ column, type: 'DATE' });
/** A whole number that lists can be searched by. */
export const integerField = (column: string): SearchFields[string] => ({ column, type: 'INTEGER' });

/** Text fields whose column has the name of the field. */
export const textFields = (...names: readonly string[]): SearchFields => Object.fromEntries(names.map((name) => [name, textField(name)]));
/** Date fields whose column has the name of the field. */
export const dateFields = (...names: readonly string[]): SearchFields => Object.fromEntries(names.map((name) => [name, dateField(name)]));

/** The parts of a search field that `parseSearch` needs: everything but its column. */
type KnownFields = Record<string, { type: SearchDataType; operations?: readonly SearchOperation[] }>;

function checkedValue(raw: unknown, type: SearchDataType, field: string): string | number {
  if (type === 'INTEGER') {
    const n = typeof raw === 'number' ? raw : typeof raw === 'string' && /^-?\d{1,15}$/.test(raw.trim()) ? Number(raw) : Number.NaN;
    if (!Number.isSafeInteger(n)) throw badRequest('BAD_VALUE', field, `${field} must be a whole number`);
    return n;
  }
  if (typeof raw !== 'string' || raw.length > 500) throw badRequest('BAD_VALUE', field, `${field} must be text`);
  if (type === 'DATE' && !(isDay(raw.slice(0, 10)) && (raw.length === 10 || /^.{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(raw))))
    throw badRequest('BAD_VALUE', field, `${field} must be a date, YYYY-MM-DD`);
  return raw;
}

function criterionOf(raw: unknown, fields: KnownFields): SearchCriterion {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) throw badRequest('BAD_REQUEST', 'criteria', 'Each criterion must be an object');
  const c = raw as Partial<SearchCriterion>;
  const name = typeof c.fieldName === 'string' ? c.fieldName : '';
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw badRequest('UNKNOWN_FIELD', name || 'fieldName', `There is no search field ${name || '(none named)'}`);
  if (c.expressionType !== undefined && c.expressionType !== 'SearchCriterion')
    throw badRequest('BAD_REQUEST', 'expressionType', 'expressionType must be SearchCriterion');
  const operation = c.operation as SearchOperation;
  if (!operations.has(operation) || (field.operations && operation !== 'ANY' && !field.operations.includes(operation)))
    throw badRequest('UNKNOWN_FIELD', name, `${name} cannot be searched with the operation ${String(c.operation)}`);
  if (c.dataType !== undefined && !dataTypes.has(c.dataType)) throw badRequest('BAD_VALUE', name, `${name} has no data type ${String(c.dataType)}`);
  if (c.dataType !== undefined && c.dataType !== field.type) throw badRequest('BAD_VALUE', name, `${name} is of type ${field.type}`);
  if (operation === 'ANY') return { expressionType: 'SearchCriterion', operation, dataType: field.type, fieldName: name, values: [] };
  if (!Array.isArray(c.values) || c.values.length === 0 || c.values.length > 200 || (operation !== 'IN' && c.values.length !== 1))
    throw badRequest('BAD_VALUE', name, `${name} needs ${operation === 'IN' ? 'one to 200 values' : 'one value'}`);
  return {
    expressionType: 'SearchCriterion',
    operation,
    dataType: field.type,
    fieldName: name,
    values: c.values.map((v) => checkedValue(v, field.type, name)),
  };
}

const whole = (raw: unknown, fallback: number, max: number, name: string): number => {
  if (raw === undefined || raw === null) return fallback;
  if (typeof raw !== 'number' || !Number.isInteger(raw) || raw < 1 || raw > max)
    throw badRequest('BAD_VALUE', name, `${name} must be a whole number from 1 to ${max}`);
  return raw;
};

/**
 * Parses and checks `q`. Without `q` the search returns everything, first page.
 * @throws 400 BAD_REQUEST, UNKNOWN_FIELD or BAD_VALUE, with the field's name
 */
export function parseSearch(q: string | undefined, fields: KnownFields): SearchQuery {
  let raw: unknown = {};
  if (q !== undefined && q !== '') {
    try {
      raw = parseJson(q);
    } catch {
      throw badRequest('BAD_REQUEST', 'q', 'q is not readable JSON');
    }
  }
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) throw badRequest('BAD_REQUEST', 'q', 'q must be an object');
  const { criteria = [], paging = {}, viewColumns } = raw as { criteria?: unknown; paging?: { page?: unknown; size?: unknown }; viewColumns?: unknown };
  if (!Array.isArray(criteria) || criteria.length > 50) throw badRequest('BAD_REQUEST', 'criteria', 'criteria must be a list of at most 50');
  if (paging === null || typeof paging !== 'object') throw badRequest('BAD_REQUEST', 'paging', 'paging must be an object');
  if (viewColumns !== undefined && !(Array.isArray(viewColumns) && viewColumns.every((v) => typeof v === 'string')))
    throw badRequest('BAD_REQUEST', 'viewColumns', 'viewColumns must be a list of names');
  return {
    criteria: criteria.map((c) => criterionOf(c, fields)),
    paging: { page: whole(paging.page, 1, 1_000_000, 'paging.page'), size: whole(paging.size, 25, 200, 'paging.size') },
    ...(viewColumns ? { viewColumns: viewColumns as string[] } : {}),
  };
}

/** A criterion that the server adds: the field has one of these values. */
export const oneOf = (fieldName: string, values: string[]): SearchCriterion => ({
  expressionType: 'SearchCriterion',
  operation: 'IN',
  dataType: 'TEXT',
  fieldName,
  values,
});

/** Fields by which the server limits a search to the records that the caller may see; a query cannot name them. */
export const scopeFields = { agency: '$agency', status: '$status', owner: '$owner' } as const;

/** The search fields, and the server's own ones. */
export const withScope = (fields: SearchFields): SearchFields => ({
  ...fields,
  [scopeFields.agency]: { column: 'agencyCode', type: 'TEXT' },
  [scopeFields.status]: { column: 'documentStatus', type: 'TEXT' },
  [scopeFields.owner]: { column: 'ownerSub', type: 'TEXT' },
});

/** Picks dotted paths out of an object and keeps the nesting; `id` is always kept. */
export function pickColumns<T extends object>(record: T, columns: readonly string[] | undefined): Partial<T> {
  if (!columns?.length) return record;
  const out: Record<string, unknown> = {};
  for (const path of ['id', ...columns]) {
    const parts = path.split('.');
    let from: unknown = record;
    let to = out;
    for (const [i, part] of parts.entries()) {
      if (from === null || typeof from !== 'object' || !Object.hasOwn(from, part)) break;
      from = (from as Record<string, unknown>)[part];
      if (i === parts.length - 1) to[part] = from;
      else {
        to[part] ??= {};
        to = to[part] as Record<string, unknown>;
      }
    }
  }
  return out as Partial<T>;
}
