import { type CatalogueRecord, type SearchCriterion, type SearchDataType, type SearchOperation, type SearchQuery, unlistedText } from '@portal/contract-kit';
import type { Label } from '../language/labels.ts';
import { isColumns, isDensity, type ListDensity } from './list-layout.ts';

/** A field by which a list can be filtered. */
export interface ListFilter {
  field: string;
  /** Whether the filter is chosen with the tabs above the list. It then has no line in the dialog and no chip. */
  tab?: true;
  label: Label;
  dataType: SearchDataType;
  /** The operations of the filter. A new filter starts with the first one. */
  operations: readonly LineOperation[];
  /** The smallest number of digits for "begins with": all references of a year begin alike, and nobody needs them all in one list. */
  leastDigits?: number;
  /**
   * The smallest number of letters and digits for "begins with" and "contains": a shorter beginning would match a tenth of all documents, which nobody looks
   * through, and a text without any has no word to search for.
   */
  leastLetters?: number;
  type: 'text' | 'date' | 'integer' | 'select';
  /**
   * Whether an upper limit of this date also sorts the list by it, newest first, unless the user chose another order: in the order of registration the days
   * near the limit would come late.
   */
  orders?: true;
  records?: readonly CatalogueRecord[];
  catalogue?: string;
  /** Restricts the records of the catalogue. */
  criteria?: readonly SearchCriterion[];
  enumName?: string;
}

/** The order of the whole list. By default the newest documents come first. */
export interface ListSort {
  /** A field by which the search can sort. */
  field: string;
  descending: boolean;
}

/** The state of a list. All of it is in the address. */
export interface ListState {
  criteria: SearchCriterion[];
  /** The number of the page, starting at 1. */
  page: number;
  sort?: ListSort;
  /** The layout that a view or a link brings; without it the officer's own layout applies. */
  columns?: string[];
  density?: ListDensity;
}

export const PAGE_SIZE = 25;

/** The smallest number of digits in the beginning of a reference: the year, and enough of the number to leave at most some ten thousand documents. */
export const referenceDigits = 7;

/**
 * The smallest number of letters in the beginning of a name, of a plate (which starts with letters of its office) and of a chassis number (which starts with
 * letters of its maker).
 */
export const nameLetters = 3;
/** The smallest number of letters in the words of names that a list is searched for. */
export const wordLetters = 1;
export const plateLetters = 4;
export const chassisLetters = 8;

/** Returns the initial state of a list: the preset criteria that the user can remove with the filters. */
export const firstState = (filters: readonly ListFilter[], preset: readonly SearchCriterion[]): ListState => ({
  criteria: preset.filter((line) => filters.some(({ field }) => field === line.fieldName)),
  page: 1,
});

/** Returns the preset criteria that no filter covers, so that they always apply. */
export const fixedCriteria = (filters: readonly ListFilter[], preset: readonly SearchCriterion[]): SearchCriterion[] =>
  preset.filter((line) => !filters.some(({ field }) => field === line.fieldName));

function readCriterion(value: unknown, filters: readonly ListFilter[]): SearchCriterion | undefined {
  const { fieldName, operation, values } = (value ?? {}) as Partial<SearchCriterion>;
  const filter = filters.find(({ field }) => field === fieldName);
  if (!filter || !operation || operation === 'ANY' || !Array.isArray(values)) return undefined;
  const kept = values.filter((each) => typeof each === 'string' || typeof each === 'number');
  // A preset may use an operation that the dialog does not offer. The server checks it.
  const known = ['EQ', 'NEQ', 'IN', 'CONTAINS', 'GTE', 'LTE', 'BETWEEN', 'EMPTY'].includes(operation);
  const wanted = operation === 'EMPTY' ? kept.length === 0 : operation === 'BETWEEN' ? kept.length === 2 : kept.length > 0;
  return known && wanted ? { expressionType: 'SearchCriterion', operation, dataType: filter.dataType, fieldName: filter.field, values: kept } : undefined;
}

/**
 * Reads the state from `q` in the address. Invalid parts are ignored, so that an old or truncated link still works.
 * @param sortable the fields by which the list can be sorted
 */
export function readState(
  q: string | null,
  filters: readonly ListFilter[],
  preset: readonly SearchCriterion[] = [],
  sortable: readonly string[] = [],
): ListState {
  if (q === null) return firstState(filters, preset);
  let parsed: { criteria?: unknown; page?: unknown; sort?: unknown; columns?: unknown; density?: unknown };
  try {
    parsed = JSON.parse(q) ?? {};
  } catch {
    return firstState(filters, preset);
  }
  const lines = Array.isArray(parsed.criteria) ? parsed.criteria : [];
  const byField = new Map<string, SearchCriterion>();
  for (const line of lines) {
    const criterion = readCriterion(line, filters);
    if (criterion) byField.set(criterion.fieldName, criterion);
  }
  const page = Number.isInteger(parsed.page) && (parsed.page as number) >= 1 ? (parsed.page as number) : 1;
  const named = typeof parsed.sort === 'string' ? parsed.sort : '';
  const field = named.replace(/^-/, '');
  const sort = sortable.includes(field) ? { field, descending: named.startsWith('-') } : undefined;
  return {
    criteria: [...byField.values()],
    page,
    ...(sort ? { sort } : {}),
    ...(isColumns(parsed.columns) ? { columns: parsed.columns } : {}),
    ...(isDensity(parsed.density) ? { density: parsed.density } : {}),
  };
}

/** Writes the state as the value of `q`. */
export const writeState = ({ criteria, page, sort, columns, density }: ListState): string =>
  JSON.stringify({
    criteria: criteria.map(({ fieldName, operation, values }) => ({ fieldName, operation, values })),
    ...(page > 1 ? { page } : {}),
    ...(sort ? { sort: `${sort.descending ? '-' : ''}${sort.field}` } : {}),
    ...(columns ? { columns } : {}),
    ...(density ? { density } : {}),
  });

/** Returns the order that the user chose or that a filter implies; undefined if the newest documents come first. */
export function sortOf({ sort, criteria }: ListState, filters: readonly ListFilter[]): ListSort | undefined {
  const until = criteria.find(
    ({ fieldName, operation }) => (operation === 'LTE' || operation === 'BETWEEN') && filters.some(({ field, orders }) => orders && field === fieldName),
  );
  return sort ?? (until && { field: until.fieldName, descending: true });
}

/** Returns the search for the current page. */
export const searchOf = (state: ListState, fixed: readonly SearchCriterion[], viewColumns?: string[]): SearchQuery => ({
  criteria: [...fixed, ...state.criteria],
  paging: { page: state.page, size: PAGE_SIZE },
  ...(state.sort ? { sorting: [{ fieldName: state.sort.field, direction: state.sort.descending ? 'DESC' : 'ASC' }] } : {}),
  ...(viewColumns ? { viewColumns } : {}),
});

/** The operation of a line in the dialog: an operation of the search, "begins with", or days counted from today. */
export type LineOperation = SearchOperation | 'BEGINS' | 'TODAY' | 'LAST' | 'NEXT';

/**
 * A character that sorts after all letters and digits of names and numbers. All values that begin with a text lie between the text and the text with this
 * character appended, so an index can find them as one range.
 */
const behindAll = '~';

/** Returns the text that a "begins with" criterion searches for; undefined for any other criterion. */
export function beginningOf({ operation, dataType, values: [from, until] }: Pick<SearchCriterion, 'operation' | 'dataType' | 'values'>): string | undefined {
  return operation === 'BETWEEN' && dataType === 'TEXT' && from !== undefined && until === `${from}${behindAll}` ? String(from) : undefined;
}

/** One line of the filter dialog. `value` holds the text, date, code or number of days; `until` the end of a range; `chosen` the codes of "is one of". */
export interface FilterLine {
  operation: LineOperation;
  value: string | number;
  until: string;
  chosen: string[];
}

const relative = /^TODAY(?:([+-])(\d{1,4}))?$/;

/** Returns the days of a criterion relative to today: `TODAY-7` to `TODAY` are the last 7 days. Undefined for fixed dates. */
export function relativeDays({
  operation,
  values,
}: Pick<SearchCriterion, 'operation' | 'values'>): { operation: 'TODAY' | 'LAST' | 'NEXT'; days: number } | undefined {
  const [from, until] = values.map((value) => relative.exec(String(value)));
  if (operation === 'EQ' && from && !from[1]) return { operation: 'TODAY', days: 0 };
  if (operation !== 'BETWEEN' || !from || !until) return undefined;
  if (from[1] === '-' && !until[1]) return { operation: 'LAST', days: Number(from[2]) };
  return !from[1] && until[1] === '+' ? { operation: 'NEXT', days: Number(until[2]) } : undefined;
}

/** Returns the dialog's lines for the active criteria. */
export function linesOf(filters: readonly ListFilter[], criteria: readonly SearchCriterion[]): FilterLine[] {
  return filters.map((filter) => {
    const found = criteria.find(({ fieldName }) => fieldName === filter.field);
    if (!found) return { operation: filter.operations[0] ?? 'EQ', value: '', until: '', chosen: [] };
    const days = relativeDays(found);
    if (days) return { operation: days.operation, value: days.operation === 'TODAY' ? '' : String(days.days), until: '', chosen: [] };
    const beginning = beginningOf(found);
    if (beginning !== undefined) return { operation: 'BEGINS', value: beginning, until: '', chosen: [] };
    const many = found.operation === 'IN';
    const value = many ? (filter.type === 'select' ? '' : found.values.join(', ')) : (found.values[0] ?? '');
    const until = found.operation === 'BETWEEN' ? String(found.values[1] ?? '') : '';
    return { operation: found.operation, value, until, chosen: many ? found.values.map(String) : [] };
  });
}

const splitValues = (value: string): string[] =>
  value
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Returns the operation and values of a line; undefined if the line restricts nothing. */
function enteredIn({ type }: ListFilter, { operation, value, until, chosen }: FilterLine): { operation: SearchOperation; texts: string[] } | undefined {
  const entered = String(value ?? '').trim();
  switch (operation) {
    case 'ANY':
      return undefined;
    case 'EMPTY':
      return { operation, texts: [] };
    case 'TODAY':
      return { operation: 'EQ', texts: ['TODAY'] };
    case 'LAST':
    case 'NEXT': {
      if (!entered) return undefined;
      return { operation: 'BETWEEN', texts: operation === 'LAST' ? [`TODAY-${entered}`, 'TODAY'] : ['TODAY', `TODAY+${entered}`] };
    }
    case 'BEGINS':
      return entered ? { operation: 'BETWEEN', texts: [entered, `${entered}${behindAll}`] } : undefined;
    case 'BETWEEN':
      return entered || until.trim() ? { operation, texts: [entered, until.trim()] } : undefined;
    case 'IN': {
      const texts = type === 'select' ? chosen : splitValues(entered);
      return texts.length > 0 ? { operation, texts } : undefined;
    }
    default:
      return entered ? { operation, texts: [entered] } : undefined;
  }
}

/** Whether the values have the type of the field or are in its list, a beginning or part is long enough, and a range does not end before it begins. */
function fits({ catalogue, dataType, leastDigits = 0, leastLetters = 0 }: ListFilter, operation: SearchOperation, texts: readonly string[]): boolean {
  if (catalogue && texts.some((text) => unlistedText(text) !== undefined)) return false;
  const beginning = beginningOf({ operation, dataType, values: [...texts] });
  if (beginning !== undefined && beginning.replace(/\D/g, '').length < leastDigits) return false;
  const part = operation === 'CONTAINS' ? texts[0] : beginning;
  if (part !== undefined && part.replace(/[^\p{L}\p{N}]/gu, '').length < leastLetters) return false;
  if (dataType === 'INTEGER') return texts.every((text) => /^-?\d{1,15}$/.test(text));
  if (dataType !== 'DATE') return true;
  const [from = '', until = ''] = texts;
  return texts.every((text) => isDay(text) || relative.test(text)) && !(operation === 'BETWEEN' && isDay(from) && isDay(until) && until < from);
}

const isSameLine = (one: FilterLine, other: FilterLine): boolean =>
  one.operation === other.operation && String(one.value) === String(other.value) && one.until === other.until && one.chosen.join() === other.chosen.join();

/**
 * Makes the criteria from the dialog's lines. Empty lines and ANY restrict nothing.
 * @param active the criteria with which the dialog opened. One whose line is unchanged stays as it is: the times and hours of a link are no days.
 * @returns the criteria, and the indexes of lines with an invalid date or whole number, a text that is not in the list, or a beginning or part that is too short
 */
export function criteriaOf(
  filters: readonly ListFilter[],
  lines: readonly FilterLine[],
  active: readonly SearchCriterion[] = [],
): { criteria: SearchCriterion[]; wrong: number[] } {
  const criteria: SearchCriterion[] = [];
  const wrong: number[] = [];
  filters.forEach((filter, index) => {
    const line = lines[index];
    const entered = line && enteredIn(filter, line);
    if (!entered) return;
    const before = active.find(({ fieldName }) => fieldName === filter.field);
    const [lineBefore] = linesOf([filter], before ? [before] : []);
    if (before && lineBefore && isSameLine(line, lineBefore)) {
      criteria.push(before);
      return;
    }
    const { operation, texts } = entered;
    if (!fits(filter, operation, texts)) {
      wrong.push(index);
      return;
    }
    const { field: fieldName, dataType } = filter;
    criteria.push({ expressionType: 'SearchCriterion', operation, dataType, fieldName, values: dataType === 'INTEGER' ? texts.map(Number) : texts });
  });
  return { criteria, wrong };
}
