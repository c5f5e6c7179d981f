import type { CatalogueRecord, SearchCriterion, SearchDataType, SearchOperation, SearchQuery } from '@portal/contract-kit';
import type { Label } from '../language/labels.ts';

/** A field that a list can be filtered by. */
export interface ListFilter {
  field: string;
  label: Label;
  dataType: SearchDataType;
  /** The first is the one a new filter starts with. */
  operations: readonly SearchOperation[];
  type: 'text' | 'date' | 'integer' | 'select';
  records?: readonly CatalogueRecord[];
  catalogue?: string;
  enumName?: string;
}

/** The order of the whole list; without one the newest stand first. */
export interface ListSort {
  /** A field by which the search can sort. */
  field: string;
  descending: boolean;
}

/** The state of a list; all of it is in the address. */
export interface ListState {
  criteria: SearchCriterion[];
  /** Starts at 1. */
  page: number;
  sort?: ListSort;
}

export const PAGE_SIZE = 25;

/** The initial state of a list: the preset criteria that its filters can remove. */
export const firstState = (filters: readonly ListFilter[], preset: readonly SearchCriterion[]): ListState => ({
  criteria: preset.filter((line) => filters.some(({ field }) => field === line.fieldName)),
  page: 1,
});

/** The preset criteria that no filter covers: they always apply. */
export const fixedCriteria = (filters: readonly ListFilter[], preset: readonly SearchCriterion[]): SearchCriterion[] =>
  preset.filter((line) => !filters.some(({ field }) => field === line.fieldName));

function readCriterion(value: unknown, filters: readonly ListFilter[]): SearchCriterion | undefined {
  const { fieldName, operation, values } = (value ?? {}) as Partial<SearchCriterion>;
  const filter = filters.find(({ field }) => field === fieldName);
  if (!filter || !operation || operation === 'ANY' || !Array.isArray(values)) return undefined;
  const kept = values.filter((each) => typeof each === 'string' || typeof each === 'number');
  // A preset may use an operation that the dialog does not offer; the server checks it.
  const known = ['EQ', 'NEQ', 'IN', 'CONTAINS', 'GTE', 'LTE'].includes(operation);
  return known && kept.length > 0
    ? { expressionType: 'SearchCriterion', operation, dataType: filter.dataType, fieldName: filter.field, values: kept }
    : undefined;
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
  let parsed: { criteria?: unknown; page?: unknown; sort?: unknown };
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
  return { criteria: [...byField.values()], page, ...(sort ? { sort } : {}) };
}

/** The state as the value of `q`. */
export const writeState = ({ criteria, page, sort }: ListState): string =>
  JSON.stringify({
    criteria: criteria.map(({ fieldName, operation, values }) => ({ fieldName, operation, values })),
    ...(page > 1 ? { page } : {}),
    ...(sort ? { sort: `${sort.descending ? '-' : ''}${sort.field}` } : {}),
  });

/** The search for the current page. */
export const searchOf = (state: ListState, fixed: readonly SearchCriterion[], viewColumns?: string[]): SearchQuery => ({
  criteria: [...fixed, ...state.criteria],
  paging: { page: state.page, size: PAGE_SIZE },
  ...(state.sort ? { sorting: [{ fieldName: state.sort.field, direction: state.sort.descending ? 'DESC' : 'ASC' }] } : {}),
  ...(viewColumns ? { viewColumns } : {}),
});

/** One line of the filter dialog. `value` holds the text, date or code; `chosen` the codes of "is one of". */
export interface FilterLine {
  operation: SearchOperation;
  value: string | number;
  chosen: string[];
}

/** The dialog's lines for the active criteria. */
export function linesOf(filters: readonly ListFilter[], criteria: readonly SearchCriterion[]): FilterLine[] {
  return filters.map((filter) => {
    const found = criteria.find(({ fieldName }) => fieldName === filter.field);
    if (!found) return { operation: filter.operations[0] ?? 'EQ', value: '', chosen: [] };
    const many = found.operation === 'IN';
    const value = many ? (filter.type === 'select' ? '' : found.values.join(', ')) : (found.values[0] ?? '');
    return { operation: found.operation, value, chosen: many ? found.values.map(String) : [] };
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

/**
 * The criteria from the dialog's lines. Empty lines and ANY restrict nothing.
 * @returns also the indexes of lines with an invalid date or whole number
 */
export function criteriaOf(filters: readonly ListFilter[], lines: readonly FilterLine[]): { criteria: SearchCriterion[]; wrong: number[] } {
  const criteria: SearchCriterion[] = [];
  const wrong: number[] = [];
  filters.forEach((filter, index) => {
    const line = lines[index];
    if (!line || line.operation === 'ANY') return;
    const entered = String(line.value ?? '').trim();
    const texts = line.operation === 'IN' ? (filter.type === 'select' ? line.chosen : splitValues(entered)) : entered ? [entered] : [];
    if (texts.length === 0) return;
    const fits = filter.dataType === 'DATE' ? texts.every(isDay) : filter.dataType === 'INTEGER' ? texts.every((text) => /^-?\d{1,15}$/.test(text)) : true;
    if (!fits) {
      wrong.push(index);
      return;
    }
    criteria.push({
      expressionType: 'SearchCriterion',
      operation: line.operation,
      dataType: filter.dataType,
      fieldName: filter.field,
      values: filter.dataType === 'INTEGER' ? texts.map(Number) : texts,
    });
  });
  return { criteria, wrong };
}
