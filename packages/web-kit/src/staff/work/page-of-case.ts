/** One page of a case: the case in a mode. */
export interface PageOfCase {
  id: string;
  mode: string;
}

/** Returns the page of a case that an address names; undefined for other addresses and for addresses of a single version. */
export function pageAt(base: string, address: string): PageOfCase | undefined {
  const [path = ''] = address.split('?');
  const [mode, id, ...more] = path.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/') : [];
  return mode && id && more.length === 0 ? { mode, id: decodeURIComponent(id) } : undefined;
}

export const isSamePage = (one: PageOfCase, other: PageOfCase): boolean => one.id === other.id && one.mode === other.mode;

/** Returns the React key of a page. With another key, no state of the previous page is kept. */
export const keyOf = (mode: string, id = '', version = ''): string => `${mode}/${id}/${version}`;

/** Modes with a form. Moving from one of them to another case opens that case in view mode. */
const formModes = new Set(['edit', 'update', 'amendment', 'adjustment', 'modification', 'transferOwnership', 'print', 'printform', 'new']);
export const stepMode = (mode: string): string => (formModes.has(mode) ? 'view' : mode);
