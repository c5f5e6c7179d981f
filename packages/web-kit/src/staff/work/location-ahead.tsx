import { type ReactNode, useContext, useMemo } from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';

/**
 * Draws a part of the page as if it stood at an address already: what depends on the address is not drawn again when the page gets there.
 * React Router has no public way to do this for a part of a route: the location of its `Routes` must begin with the path of the route around it.
 * @param address a path with its query; undefined for the address of the page
 */
export function LocationAhead({ address, children }: { address: string | undefined; children: ReactNode }) {
  const real = useContext(LocationContext);
  const ahead = useMemo<typeof real>(() => {
    const [pathname = '', query = ''] = (address ?? '').split('?');
    return { navigationType: real.navigationType, location: { pathname, search: query && `?${query}`, hash: '', state: null, key: 'ahead', mask: undefined } };
  }, [address, real.navigationType]);
  const { location } = ahead;
  // At its address, a part hears of every further change of it.
  const isReal = !address || (real.location.pathname === location.pathname && (real.location.search !== location.search || real.location.hash !== ''));
  return <LocationContext value={isReal ? real : ahead}>{children}</LocationContext>;
}
