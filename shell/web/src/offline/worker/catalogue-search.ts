/** A stored catalogue, in the form in which the service answers a search. */
export interface KeptCatalogue {
  records: Record<string, unknown>[];
  totalRecords: number;
}

interface Criterion {
  operation?: string;
  fieldName?: string;
  values?: unknown[];
}

const SIZE = 200;
const address = /^\/api\/reference\/v1\/catalogue\/([a-z][a-z-]*)\/search$/;

/** Returns the name of the catalogue that a path searches; undefined if the path is not a catalogue search. */
export const searchedCatalogue = (path: string): string | undefined => address.exec(path)?.[1];

/** Returns the path of a catalogue's search. */
export const searchOf = (name: string): string => `/api/reference/v1/catalogue/${name}/search`;

/** Returns the address of one page of a whole catalogue. */
export const cataloguePage = (name: string, page: number): string =>
  `${searchOf(name)}?q=${encodeURIComponent(JSON.stringify({ criteria: [], paging: { page, size: SIZE } }))}`;

const text = (value: unknown): string => String(value ?? '').toLowerCase();

/** The comparisons of a search, by operation. They compare as the service does. */
const comparisons: Record<string, (value: unknown, wanted: unknown[]) => boolean> = {
  EQ: (value, [wanted]) => text(value) === text(wanted),
  NEQ: (value, [wanted]) => text(value) !== text(wanted),
  IN: (value, wanted) => wanted.some((one) => text(one) === text(value)),
  CONTAINS: (value, [wanted]) => text(value).includes(text(wanted)),
};

const meets = (record: Record<string, unknown>, { operation = '', fieldName = '', values = [] }: Criterion): boolean =>
  comparisons[operation]?.(record[fieldName], values) ?? true;

/** Answers a search from a stored catalogue. @param query the parameter `q`: criteria and a page */
export function answerSearch({ records }: KeptCatalogue, query: string | null): KeptCatalogue {
  const { criteria = [], paging = {} } = JSON.parse(query ?? '{}') as { criteria?: Criterion[]; paging?: { page?: number; size?: number } };
  const found = records.filter((record) => criteria.every((criterion) => meets(record, criterion)));
  const { page = 1, size = SIZE } = paging;
  return { records: found.slice((page - 1) * size, page * size), totalRecords: found.length };
}
