import { type Api, captureTransport, createApi, sessionUser, type Transport } from '@portal/web-kit';

/**
 * Tokens with which the gateway distinguishes the calls of the areas and of the shell. They are read before any other script runs, and then removed from the
 * page. They must not leave this module, except in calls to the service for which they are issued.
 */
const transportWith = captureTransport();
// While the gateway prerenders a page there is no document with tokens, and no service is called.
const element = typeof document === 'undefined' ? null : document.getElementById('area-tokens');
// Use a plain object: another script could replace the methods of Map and would then receive the tokens.
const tokens = Object.freeze(Object.assign(Object.create(null), JSON.parse(element?.textContent || '{}'))) as Record<string, string | undefined>;
element?.remove();

/** Whether the service worker served the page from the device. Such a page has no tokens, so its calls are anonymous. */
export const isFromDevice = typeof document !== 'undefined' && element === null;

const origin = globalThis.location?.origin;
const tokenFor =
  (name: string, isFor: (path: string) => boolean) =>
  (address: URL): Record<string, string> => {
    const token = tokens[name];
    return token && address.origin === origin && isFor(address.pathname) ? { 'x-area-token': token } : {};
  };

/**
 * Checks that a call is made anonymously: on a page from the device, while nobody is signed in. A signed-in user needs the page from the network, which
 * contains the tokens.
 */
const asNobody = ({ origin: at, pathname }: URL): boolean => isFromDevice && at === origin && pathname.startsWith('/api/') && sessionUser() === undefined;

/** Returns the transport with which an area calls its own service. */
export const transportOf = (area: string, prefix: string): Transport =>
  transportWith(
    tokenFor(area, (path) => path.startsWith(`${prefix}/`)),
    asNobody,
  );

const shellTransport = transportWith(tokenFor('shell', () => true));

/** Returns the shell's own client for any service. Never pass it to an area. */
export const shellApi = (prefix: string): Api => createApi(prefix, shellTransport);
