import { type Api, captureTransport, createApi, type Transport } from '@portal/web-kit';

/**
 * Tokens with which the gateway tells the calls of the areas and of the shell apart. They are read before any other script runs, and
 * taken out of the page: they must not leave this module, except within calls to the service that they are for.
 */
const transportWith = captureTransport();
const element = document.getElementById('area-tokens');
// A plain object: methods of a Map could be replaced by another script, and would be handed the map.
const tokens = Object.freeze(Object.assign(Object.create(null), JSON.parse(element?.textContent || '{}'))) as Record<string, string | undefined>;
element?.remove();

const { origin } = location;
const tokenFor =
  (name: string, isFor: (path: string) => boolean) =>
  (address: URL): Record<string, string> => {
    const token = tokens[name];
    return token && address.origin === origin && isFor(address.pathname) ? { 'x-area-token': token } : {};
  };

/** How an area calls its own service. */
export const transportOf = (area: string, prefix: string): Transport => transportWith(tokenFor(area, (path) => path.startsWith(`${prefix}/`)));

const shellTransport = transportWith(tokenFor('shell', () => true));

/** The shell's own client of any service. Not to be handed to an area. */
export const shellApi = (prefix: string): Api => createApi(prefix, shellTransport);
