/** A catalogue as its search answers. */
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

/** The catalogue that a search asks, where it is one. */
export const searchedCatalogue = (path: string): string | undefined => address.exec(path)?.[1];

/** The path of a catalogue's search. */
export const searchOf = (name: string): string => `/api/reference/v1/catalogue/${name}/search`;

/** The address of one page of a whole catalogue. */
export const cataloguePage = (name: string, page: number): string =>
  `${searchOf(name)}?q=${encodeURIComponent(JSON.stringify({ criteria: [], paging: { page, size: SIZE } }))}`;

const text = (value: unknown): string => String(value ?? '').toLowerCase();

/** As the service compares. */
const comparisons: Record<string, (value: unknown, wanted: unknown[]) => boolean> = {
  EQ: (value, [wanted]) => text(value) === text(wanted),
  NEQ: (value, [wanted]) => text(value) !== text(wanted),
  IN: (value, wanted) => wanted.some((one) => text(one) === text(value)),
  CONTAINS: (value, [wanted]) => text(value).includes(text(wanted)),
};

const meets = (record: Record<string, unknown>, { operation = '', fieldName = '', values = [] }: Criterion): boolean =>
  comparisons[operation]?.(record[fieldName], values) ?? true;

/** Answers a search in a kept catalogue. @param query the parameter `q`: criteria and a page */
export function answerSearch({ records }: KeptCatalogue, query: string | null): KeptCatalogue {
  const { criteria = [], paging = {} } = JSON.parse(query ?? '{}') as { criteria?: Criterion[]; paging?: { page?: number; size?: number } };
  const found = records.filter((record) => criteria.every((criterion) => meets(record, criterion)));
  const { page = 1, size = SIZE } = paging;
  return { records: found.slice((page - 1) * size, page * size), totalRecords: found.length };
}
