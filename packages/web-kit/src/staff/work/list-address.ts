import { useLocation } from '../../router.ts';

const PARAM = 'list';

/** Returns the list's address that another address carries in its query; undefined if there is none, or if it would lead outside this portal. */
export function listIn(search: string): string | undefined {
  const list = new URLSearchParams(search).get(PARAM);
  return list && /^\/(?![/\\])/.test(list) ? list : undefined;
}

/** Adds the list's address to an address, so that Back and the next case refer to that list. */
export function withList(to: string, list: string | undefined): string {
  if (!list) return to;
  const [path = '', search = ''] = to.split('?');
  const params = new URLSearchParams(search);
  params.set(PARAM, list);
  return `${path}?${params}`;
}

/** Returns the address of the list from which the present case was opened. */
export const useListAddress = (): string | undefined => listIn(useLocation().search);

/** Returns a function that adds the present list to another address of the same case, such as that of a form. */
export function useKeepList(): (to: string) => string {
  const list = useListAddress();
  return (to) => withList(to, list);
}
