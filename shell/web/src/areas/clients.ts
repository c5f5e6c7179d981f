import { type Api, captureTransport, createApi, sessionUser, type Transport } from '@portal/web-kit';

/**
 * Tokens by which the gateway distinguishes the calls of the areas and of the shell. They are read before any other script runs, and
 * removed from the page. They must not leave this module, except in calls to the service that they are for.
 */
const transportWith = captureTransport();
// Where the gateway draws a page there is none to read them from, and nothing is called.
const element = typeof document === 'undefined' ? null : document.getElementById('area-tokens');
// A plain object: another script could replace the methods of Map and would receive the map.
const tokens = Object.freeze(Object.assign(Object.create(null), JSON.parse(element?.textContent || '{}'))) as Record<string, string | undefined>;
element?.remove();

/** Whether this page came from the device, which keeps no tokens: its calls are nobody's. */
export const isFromDevice = typeof document !== 'undefined' && element === null;

const origin = globalThis.location?.origin;
const tokenFor =
  (name: string, isFor: (path: string) => boolean) =>
  (address: URL): Record<string, string> => {
    const token = tokens[name];
    return token && address.origin === origin && isFor(address.pathname) ? { 'x-area-token': token } : {};
  };

/** Who is signed in needs the page of the network, which brings the tokens. */
const asNobody = ({ origin: at, pathname }: URL): boolean => isFromDevice && at === origin && pathname.startsWith('/api/') && sessionUser() === undefined;

/** The client of an area for its own service. */
export const transportOf = (area: string, prefix: string): Transport =>
  transportWith(
    tokenFor(area, (path) => path.startsWith(`${prefix}/`)),
    asNobody,
  );

const shellTransport = transportWith(tokenFor('shell', () => true));

/** The shell's own client of any service. Never pass it to an area. */
export const shellApi = (prefix: string): Api => createApi(prefix, shellTransport);
