import { useLocation } from '../../router.ts';

const PARAM = 'list';

/** The list in an address, with its filter and page; undefined where there is none, or one that is not of this portal. */
export function listIn(search: string): string | undefined {
  const list = new URLSearchParams(search).get(PARAM);
  return list && /^\/(?![/\\])/.test(list) ? list : undefined;
}

/** An address that carries the list, so that Back and the next case follow it. */
export function withList(to: string, list: string | undefined): string {
  if (!list) return to;
  const [path = '', search = ''] = to.split('?');
  const params = new URLSearchParams(search);
  params.set(PARAM, list);
  return `${path}?${params}`;
}

/** The list that the present case was opened from. */
export const useListAddress = (): string | undefined => listIn(useLocation().search);

/** Adds the present list to an address of the same case, as of one of its forms. */
export function useKeepList(): (to: string) => string {
  const list = useListAddress();
  return (to) => withList(to, list);
}
