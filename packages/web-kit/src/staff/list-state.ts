import type { CatalogueRecord, SearchCriterion, SearchDataType, SearchOperation, SearchQuery } from '@portal/contract-kit';
import type { Label } from '../language/labels.ts';
import { isColumns, isDensity, type ListDensity } from './list-layout.ts';

/** A field that a list can be filtered by. */
export interface ListFilter {
  field: string;
  /** Chosen by the tabs above the list: it has no line in the dialog and no chip. */
  tab?: true;
  label: Label;
  dataType: SearchDataType;
  /** The first is the one a new filter starts with. */
  operations: readonly LineOperation[];
  /** Least digits for "begins with": all references of a year begin alike, and nobody needs them in one list. */
  leastDigits?: number;
  /** Least letters and digits for "begins with": shorter texts would match a tenth of all documents, which nobody looks through. */
  leastLetters?: number;
  type: 'text' | 'date' | 'integer' | 'select';
  /** Filtered until a day, the list begins with that day unless another order is chosen: in the order of registration it would come to it late. */
  orders?: true;
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
  /** The layout that a view or a link brings; without it the officer's own. */
  columns?: string[];
  density?: ListDensity;
}

export const PAGE_SIZE = 25;

/** What the beginning of a reference must hold: the year, and enough of the number to leave some ten thousand at most. */
export const referenceDigits = 7;

/** What the beginning of a name must hold; and that of a plate, which its office begins, and of a chassis number, which its maker begins. */
export const nameLetters = 3;
export const plateLetters = 4;
export const chassisLetters = 8;

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

/** The state as the value of `q`. */
export const writeState = ({ criteria, page, sort, columns, density }: ListState): string =>
  JSON.stringify({
    criteria: criteria.map(({ fieldName, operation, values }) => ({ fieldName, operation, values })),
    ...(page > 1 ? { page } : {}),
    ...(sort ? { sort: `${sort.descending ? '-' : ''}${sort.field}` } : {}),
    ...(columns ? { columns } : {}),
    ...(density ? { density } : {}),
  });

/** The order that is chosen, or that a filter brings; undefined where the newest stand first. */
export function sortOf({ sort, criteria }: ListState, filters: readonly ListFilter[]): ListSort | undefined {
  const until = criteria.find(
    ({ fieldName, operation }) => (operation === 'LTE' || operation === 'BETWEEN') && filters.some(({ field, orders }) => orders && field === fieldName),
  );
  return sort ?? (until && { field: until.fieldName, descending: true });
}

/** The search for the current page. */
export const searchOf = (state: ListState, fixed: readonly SearchCriterion[], viewColumns?: string[]): SearchQuery => ({
  criteria: [...fixed, ...state.criteria],
  paging: { page: state.page, size: PAGE_SIZE },
  ...(state.sort ? { sorting: [{ fieldName: state.sort.field, direction: state.sort.descending ? 'DESC' : 'ASC' }] } : {}),
  ...(viewColumns ? { viewColumns } : {}),
});

/** What a line of the dialog can say: an operation of the search, a beginning, or days counted from today. */
export type LineOperation = SearchOperation | 'BEGINS' | 'TODAY' | 'LAST' | 'NEXT';

/** Stands behind all letters and digits of names and numbers. What begins with a text is between it and the text with this: an index has it together. */
const behindAll = '~';

/** The text with which values begin by a criterion; undefined where it says something else. */
export function beginningOf({ operation, dataType, values: [from, until] }: Pick<SearchCriterion, 'operation' | 'dataType' | 'values'>): string | undefined {
  return operation === 'BETWEEN' && dataType === 'TEXT' && from !== undefined && until === `${from}${behindAll}` ? String(from) : undefined;
}

/** One line of the filter dialog. `value` holds the text, date, code or number of days; `until` the end of a span; `chosen` the codes of "is one of". */
export interface FilterLine {
  operation: LineOperation;
  value: string | number;
  until: string;
  chosen: string[];
}

const relative = /^TODAY(?:([+-])(\d{1,4}))?$/;

/** The days that a criterion counts from today: of `TODAY-7` and `TODAY` the last 7. Undefined for dates that stand still. */
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

/** The dialog's lines for the active criteria. */
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

/** The operation and the values of a line; undefined where it restricts nothing. */
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

/** Whether the values are what the field holds, and a span does not end before it begins. */
function fits({ dataType, leastDigits = 0, leastLetters = 0 }: ListFilter, operation: SearchOperation, texts: readonly string[]): boolean {
  const beginning = beginningOf({ operation, dataType, values: [...texts] });
  if (beginning !== undefined && beginning.replace(/\D/g, '').length < leastDigits) return false;
  if (beginning !== undefined && beginning.replace(/[^\p{L}\p{N}]/gu, '').length < leastLetters) return false;
  if (dataType === 'INTEGER') return texts.every((text) => /^-?\d{1,15}$/.test(text));
  if (dataType !== 'DATE') return true;
  const [from = '', until = ''] = texts;
  return texts.every((text) => isDay(text) || relative.test(text)) && !(operation === 'BETWEEN' && isDay(from) && isDay(until) && until < from);
}

/**
 * The criteria from the dialog's lines. Empty lines and ANY restrict nothing.
 * @returns also the indexes of lines with an invalid date or whole number, or a beginning that is too short
 */
export function criteriaOf(filters: readonly ListFilter[], lines: readonly FilterLine[]): { criteria: SearchCriterion[]; wrong: number[] } {
  const criteria: SearchCriterion[] = [];
  const wrong: number[] = [];
  filters.forEach((filter, index) => {
    const line = lines[index];
    const entered = line && enteredIn(filter, line);
    if (!entered) return;
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
