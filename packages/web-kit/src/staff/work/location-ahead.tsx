import { type ReactNode, useContext, useMemo } from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';

/**
 * Renders a part of the page as if the page were already at an address, so that components that depend on the address do not render again when the page gets
 * there. React Router has no public way to do this for a part of a route: the location of its `Routes` must begin with the path of the route around it.
 * @param address a path with its query; undefined for the page's own address
 */
export function LocationAhead({ address, children }: { address: string | undefined; children: ReactNode }) {
  const real = useContext(LocationContext);
  const ahead = useMemo<typeof real>(() => {
    const [pathname = '', query = ''] = (address ?? '').split('?');
    return { navigationType: real.navigationType, location: { pathname, search: query && `?${query}`, hash: '', state: null, key: 'ahead', mask: undefined } };
  }, [address, real.navigationType]);
  const { location } = ahead;
  // Once the page is at this path, the part receives every further change of the address.
  const isReal = !address || (real.location.pathname === location.pathname && (real.location.search !== location.search || real.location.hash !== ''));
  return <LocationContext value={isReal ? real : ahead}>{children}</LocationContext>;
}
