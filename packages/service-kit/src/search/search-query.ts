/** Parses the search query `q` of the published contract. */
import {
  type Bilingual,
  isDay,
  L,
  type ListResult,
  listResult,
  type SearchCriterion,
  type SearchDataType,
  type SearchFieldInfo,
  type SearchOperation,
  type SearchQuery,
  type SearchSorting,
  searchOperations,
  sentence,
} from '@portal/contract-kit';
import { addDays } from '../clock.ts';
import { parseJson } from '../http/parse-json.ts';
import { badRequest } from '../http/problems.ts';
import type { Folding } from './folding.ts';

const comparing = ['EQ', 'NEQ', 'IN', 'GTE', 'LTE', 'BETWEEN', 'EMPTY'] as const;
/** Operations allowed for a field of each type if the field does not list its own. `ANY` is always allowed. */
const operationsOf: Record<SearchDataType, readonly SearchOperation[]> = {
  TEXT: ['EQ', 'NEQ', 'IN', 'CONTAINS', 'GTE', 'LTE', 'BETWEEN', 'EMPTY'],
  INTEGER: comparing,
  DATE: comparing,
};
/** Operations on a column of digests, which have no order. */
export const blindOperations: readonly SearchOperation[] = ['EQ', 'NEQ', 'IN', 'CONTAINS', 'EMPTY'];

/** How the whole list can be ordered by a field. */
export interface SortableBy {
  /**
   * The columns with which the indices for this order begin, the longest list first. For each entry there is an index on `[...within, column, 'id']`; a page is
   * read from it if the query gives values for all these columns. An empty entry stands for the index that begins with the column itself.
   */
  within: readonly (readonly string[])[];
}

/** A field by which lists can be searched; its published name may be dotted. */
export interface SearchField {
  /** Name of the property in the row entity. */
  column: string;
  /**
   * Name of the table beside the documents that contains the column; its rows refer to their document in `documentId`. Such a field is searched only by whole
   * values: `EQ` and `IN`.
   */
  beside?: string;
  type: SearchDataType;
  /** Allowed operations; if omitted, those of the type. */
  operations?: readonly SearchOperation[];
  /** Whether the column is a time; a day then means any time on that day. */
  isTime?: true;
  /** Whether the day says nothing about when a document was registered, such as a birth date: rows with the same value are spread over the whole list. */
  spread?: true;
  /** How values are folded for comparison. A field in clear has its folded form in a second column, `foldedColumn`. */
  folding?: Folding;
  /** Whether a personal field is found only by its whole value; it then has no column for the tokens of its parts. */
  whole?: true;
  /** Name of a catalogue: the column holds its codes, and the field is searched by their names in any language. */
  catalogue?: string;
  /** Whether many rows have the same value, as with names: CONTAINS then first looks up the values that contain the text. */
  repeats?: true;
  /** Set where lists can be ordered by the field. */
  sortable?: SortableBy;
  /** Set by the document kit where the column holds a digest instead of the value. */
  blind?: BlindColumn;
}

/** How a column of digests is searched. */
export interface BlindColumn {
  /** Returns all stored forms that the value may have. */
  forms(value: string): string[];
  /**
   * Returns `like` patterns for the parts of a text: a row matches if all patterns of any one list match. Returns no lists if the text is too short to search
   * for.
   */
  patterns(text: string): string[][];
  tokensColumn: string;
}

export type SearchFields = Record<string, SearchField>;

/** Returns a text field by which lists can be searched. */
export const textField = (column: string): SearchField => ({ column, type: 'TEXT' });
/** Returns a field for the name of a person or company, which is found without regard to accents and case. */
export const nameField = (column: string): SearchField => ({ column, type: 'TEXT', folding: 'name', repeats: true });
/** Returns a field for the name of a code. @param column the column with the code @param catalogue the catalogue of the code */
export const codeNameField = (column: string, catalogue: string): SearchField => ({ column, type: 'TEXT', catalogue });
/** Returns a field for the number of a document or vehicle, which is found without regard to spaces and dashes. */
export const numberField = (column: string): SearchField => ({ column, type: 'TEXT', folding: 'number' });
/** Returns a field for a telephone number, which is found by its last digits. */
export const phoneField = (column: string): SearchField => ({ column, type: 'TEXT', folding: 'phone', whole: true, operations: ['EQ', 'IN', 'EMPTY'] });
/** Returns a field for a day by which lists can be searched. */
export const dateField = (column: string): SearchField => ({ column, type: 'DATE' });
/** Returns a field for a time by which lists can be searched, also by its day. */
export const timeField = (column: string): SearchField => ({ column, type: 'DATE', isTime: true });
/** Returns a field for a whole number by which lists can be searched. */
export const integerField = (column: string): SearchField => ({ column, type: 'INTEGER' });

const sameNamed =
  (make: (column: string) => SearchField) =>
  (...names: readonly string[]): SearchFields =>
    Object.fromEntries(names.map((name) => [name, make(name)]));
/** Returns text fields whose columns have the same names as the fields. */
export const textFields = sameNamed(textField);
/** Returns date fields whose columns have the same names as the fields. */
export const dateFields = sameNamed(dateField);
/** Returns name fields whose columns have the same names as the fields. */
export const nameFields = sameNamed(nameField);
/** Returns fields for numbers of documents and vehicles whose columns have the same names as the fields. */
export const numberFields = sameNamed(numberField);

/** Returns a field by which lists can also be ordered. @param within see `SortableBy` */
export const sortable = (field: SearchField, ...within: readonly (readonly string[])[]): SearchField => ({ ...field, sortable: { within } });

/** The parts of a search field that `parseSearch` needs. */
type KnownFields = Record<string, Pick<SearchField, 'type' | 'operations' | 'isTime'> & { sortable?: unknown }>;

const operationsFor = ({ type, operations }: KnownFields[string]): readonly SearchOperation[] => operations ?? operationsOf[type];

/** Describes the fields by which a list can be searched and ordered. */
export const describeFields = (fields: KnownFields): ListResult<SearchFieldInfo> =>
  listResult(
    Object.entries(fields).map(([fieldName, field]) => ({
      fieldName,
      dataType: field.type,
      operations: searchOperations.filter((operation) => operation === 'ANY' || operationsFor(field).includes(operation)),
      sortable: Boolean(field.sortable),
    })),
  );

/** `TODAY`, `TODAY-7`, `TODAY+30`; a blank is accepted in place of the plus sign, because an unencoded plus sign in a URL becomes a blank. */
export const relativeDay = /^TODAY(?:([+ -])(\d{1,4}))?$/;

/**
 * Checks a day, or a day with a time. The time is kept only if the field is a time; in a field for days it is cut off, because it would be compared as text.
 */
function checkedDate(raw: string, field: string, today: string, isTime?: boolean): string {
  const relative = relativeDay.exec(raw);
  if (relative) return addDays(today, Number(relative[2] ?? 0) * (relative[1] === '-' ? -1 : 1));
  if (isDay(raw.slice(0, 10)) && (raw.length === 10 || /^.{10}T([01]\d|2[0-3])(:[0-5]\d:[0-5]\d)?$/.test(raw))) return isTime ? raw : raw.slice(0, 10);
  throw badRequest(
    'BAD_VALUE',
    field,
    sentence('{{field}} must be a date, YYYY-MM-DD, or a day such as TODAY-7', '{{field}} deve ser uma data, AAAA-MM-DD, ou um dia como TODAY-7', { field }),
  );
}

/** Maximum number of characters of a text that is searched for. */
const longestText = 500;

function checkedValue(raw: unknown, type: SearchDataType, field: string, today: string, isTime?: boolean): string | number {
  if (type === 'INTEGER') {
    const n = typeof raw === 'number' ? raw : typeof raw === 'string' && /^-?\d{1,15}$/.test(raw.trim()) ? Number(raw) : Number.NaN;
    if (!Number.isSafeInteger(n))
      throw badRequest('BAD_VALUE', field, sentence('{{field}} must be a whole number', '{{field}} deve ser um número inteiro', { field }));
    return n;
  }
  if (typeof raw !== 'string' || raw.length > longestText)
    throw badRequest(
      'BAD_VALUE',
      field,
      sentence('{{field}} must be text of at most {{most}} characters', '{{field}} deve ser texto com no máximo {{most}} caracteres', {
        field,
        most: longestText,
      }),
    );
  return type === 'DATE' ? checkedDate(raw, field, today, isTime) : raw;
}

/** How many values an operation takes: in words, and as a check. */
type ValueCount = [words: Bilingual, fits: (n: number) => boolean];
const valueCounts: Partial<Record<SearchOperation, ValueCount>> = {
  IN: [L('one to 200 values', 'um a 200 valores'), (n) => n >= 1 && n <= 200],
  BETWEEN: [L('two values', 'dois valores'), (n) => n === 2],
};
const oneValue: ValueCount = [L('one value', 'um valor'), (n) => n === 1];
const noName = L('(none named)', '(nenhum indicado)');

function fieldNamed<Fields extends KnownFields>(fields: Fields, name: string): Fields[string] {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  // An error message repeats only the first 100 characters of what was sent.
  const shown = name.slice(0, 100);
  if (!field) {
    const message = sentence('There is no search field {{name}}', 'Não existe o campo de pesquisa {{name}}', { name: shown || noName });
    throw badRequest('UNKNOWN_FIELD', shown || 'fieldName', message);
  }
  return field as Fields[string];
}

function criterionOf(raw: unknown, fields: KnownFields, today: string): SearchCriterion {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw))
    throw badRequest('BAD_REQUEST', 'criteria', L('Each criterion must be an object', 'Cada critério deve ser um objeto'));
  const c = raw as Partial<SearchCriterion>;
  const name = typeof c.fieldName === 'string' ? c.fieldName : '';
  const field = fieldNamed(fields, name);
  const { type: dataType, isTime } = field;
  if (c.expressionType !== undefined && c.expressionType !== 'SearchCriterion')
    throw badRequest('BAD_REQUEST', 'expressionType', L('expressionType must be SearchCriterion', 'expressionType deve ser SearchCriterion'));
  const operation = c.operation as SearchOperation;
  if (operation !== 'ANY' && !operationsFor(field).includes(operation))
    throw badRequest(
      'UNKNOWN_FIELD',
      name,
      sentence('{{name}} cannot be searched with the operation {{operation}}', '{{name}} não pode ser pesquisado com a operação {{operation}}', {
        name,
        operation: typeof operation === 'string' ? (operation as string).slice(0, 100) : noName,
      }),
    );
  if (c.dataType !== undefined && c.dataType !== dataType)
    throw badRequest('BAD_VALUE', name, sentence('{{name}} is of type {{type}}', '{{name}} é do tipo {{type}}', { name, type: dataType }));
  if (operation === 'ANY' || operation === 'EMPTY') return { expressionType: 'SearchCriterion', operation, dataType, fieldName: name, values: [] };
  const [words, fits] = valueCounts[operation] ?? oneValue;
  if (!Array.isArray(c.values) || !fits(c.values.length))
    throw badRequest('BAD_VALUE', name, sentence('{{name}} needs {{values}}', '{{name}} precisa de {{values}}', { name, values: words }));
  const values = c.values.map((v) => checkedValue(v, dataType, name, today, isTime));
  return { expressionType: 'SearchCriterion', operation, dataType, fieldName: name, values };
}

const objectMessage = (name: string): Bilingual => sentence('{{name}} must be an object', '{{name}} deve ser um objeto', { name });
const listMessage = (name: string, most: number): Bilingual =>
  sentence('{{name}} must be a list of at most {{most}}', '{{name}} deve ser uma lista de, no máximo, {{most}}', { name, most });

const mostCriteria = 50;
/** Maximum number of fields to sort by. Further fields would only order rows that look the same to the reader. */
const mostSortings = 3;

function sortingOf(raw: unknown, fields: KnownFields): SearchSorting[] {
  if (!Array.isArray(raw) || raw.length > mostSortings) throw badRequest('BAD_REQUEST', 'sorting', listMessage('sorting', mostSortings));
  return raw.map((each: unknown, i) => {
    const place = `sorting[${i}]`;
    if (each === null || typeof each !== 'object' || Array.isArray(each))
      throw badRequest(
        'BAD_REQUEST',
        place,
        sentence('{{place}} must be an object with fieldName and direction', '{{place}} deve ser um objeto com fieldName e direction', { place }),
      );
    const { fieldName, direction } = each as Partial<SearchSorting>;
    if (typeof fieldName !== 'string' || fieldName === '')
      throw badRequest(
        'BAD_REQUEST',
        `${place}.fieldName`,
        sentence('{{place}} must name a field', '{{place}} deve indicar um campo', { place: `${place}.fieldName` }),
      );
    if (!fieldNamed(fields, fieldName).sortable)
      throw badRequest(
        'UNKNOWN_FIELD',
        fieldName,
        sentence('Lists cannot be sorted by {{field}}', 'As listas não podem ser ordenadas por {{field}}', { field: fieldName }),
      );
    if (direction !== 'ASC' && direction !== 'DESC')
      throw badRequest(
        'BAD_REQUEST',
        `${place}.direction`,
        sentence('{{place}} of {{field}} must be ASC or DESC', '{{place}} de {{field}} deve ser ASC ou DESC', {
          place: `${place}.direction`,
          field: fieldName,
        }),
      );
    return { fieldName, direction };
  });
}

const whole = (raw: unknown, fallback: number, max: number, name: string): number => {
  if (raw === undefined || raw === null) return fallback;
  if (typeof raw !== 'number' || !Number.isInteger(raw) || raw < 1 || raw > max)
    throw badRequest(
      'BAD_VALUE',
      name,
      sentence('{{name}} must be a whole number from 1 to {{most}}', '{{name}} deve ser um número inteiro de 1 a {{most}}', { name, most: max }),
    );
  return raw;
};

/** Maximum number of columns, and of characters in the name of one. */
const mostColumns = 100;

const isColumnList = (raw: unknown): raw is string[] =>
  Array.isArray(raw) && raw.length <= mostColumns && raw.every((name) => typeof name === 'string' && name.length <= mostColumns);

/**
 * Parses and checks `q`. Without `q` the search returns the first page of everything.
 * @param today the portal's current day, from which relative days are counted
 * @throws 400 BAD_REQUEST, UNKNOWN_FIELD or BAD_VALUE, with the name of the field
 */
export function parseSearch(q: string | undefined, fields: KnownFields, today: string): SearchQuery {
  let raw: unknown = {};
  if (q !== undefined && q !== '') {
    try {
      raw = parseJson(q);
    } catch {
      throw badRequest('BAD_REQUEST', 'q', L('q is not readable JSON', 'q não é JSON legível'));
    }
  }
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) throw badRequest('BAD_REQUEST', 'q', objectMessage('q'));
  const {
    criteria = [],
    paging = {},
    sorting = [],
    viewColumns,
    totalUpTo,
  } = raw as { criteria?: unknown; paging?: { page?: unknown; size?: unknown }; sorting?: unknown; viewColumns?: unknown; totalUpTo?: unknown };
  if (!Array.isArray(criteria) || criteria.length > mostCriteria) throw badRequest('BAD_REQUEST', 'criteria', listMessage('criteria', mostCriteria));
  if (paging === null || typeof paging !== 'object' || Array.isArray(paging)) throw badRequest('BAD_REQUEST', 'paging', objectMessage('paging'));
  if (viewColumns !== undefined && !isColumnList(viewColumns))
    throw badRequest(
      'BAD_REQUEST',
      'viewColumns',
      sentence(
        'viewColumns must be a list of at most {{most}} names of at most {{most}} characters',
        'viewColumns deve ser uma lista de, no máximo, {{most}} nomes com no máximo {{most}} caracteres',
        { most: mostColumns },
      ),
    );
  const order = sortingOf(sorting, fields);
  return {
    criteria: criteria.map((c) => criterionOf(c, fields, today)),
    paging: { page: whole(paging.page, 1, 1_000_000, 'paging.page'), size: whole(paging.size, 25, 200, 'paging.size') },
    ...(order.length ? { sorting: order } : {}),
    ...(viewColumns ? { viewColumns } : {}),
    ...(totalUpTo === undefined || totalUpTo === null ? {} : { totalUpTo: whole(totalUpTo, 0, 1_000_000, 'totalUpTo') }),
  };
}

/** Returns a criterion that the server adds: the field has one of these values. */
export const oneOf = (fieldName: string, values: string[]): SearchCriterion => ({
  expressionType: 'SearchCriterion',
  operation: 'IN',
  dataType: 'TEXT',
  fieldName,
  values,
});

/** Fields by which the server limits a search to the records that the caller may see. The caller's query cannot name them. */
export const scopeFields = { agency: '$agency', status: '$status', owner: '$owner' } as const;

/** Returns the search fields together with those of the server. */
export const withScope = (fields: SearchFields): SearchFields => ({
  ...fields,
  [scopeFields.agency]: { column: 'agencyCode', type: 'TEXT' },
  [scopeFields.status]: { column: 'documentStatus', type: 'TEXT' },
  [scopeFields.owner]: { column: 'ownerSub', type: 'TEXT' },
});

/** The parts of the paths in a list of columns, which are the same for every row. */
const pathsOf = new WeakMap<readonly string[], string[][]>();

/** Picks dotted paths out of an object and keeps the nesting. `id` is always kept. */
export function pickColumns<T extends object>(record: T, columns: readonly string[] | undefined): Partial<T> {
  if (!columns?.length) return record;
  const paths = pathsOf.get(columns) ?? ['id', ...columns].map((path) => path.split('.'));
  pathsOf.set(columns, paths);
  const out: Record<string, unknown> = {};
  for (const parts of paths) {
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
