import type { IncomingHttpHeaders } from 'node:http';
import { traceHeaders } from '@portal/service-kit';

/** The only request headers that are forwarded to a service: no cookie, and none that a service trusts only from the gateway. */
const passed = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
  'user-agent',
] as const;

/** Response headers of a service that are not passed to a browser; the first two are about the connection between gateway and service. */
const kept = ['connection', 'keep-alive', 'set-cookie', 'server', 'x-powered-by', 'x-frame-options', 'strict-transport-security'];

export interface Caller {
  requestId: string;
  ip: string;
  /** The session's token, where there is one. */
  accessToken?: string;
  publicUrl: string;
  /** The language that the reader has chosen, for requests that a browser makes by itself. */
  language?: string;
}

/** Headers of the request to a service. Without a session, an API client's bearer token is passed through. */
export function toService(
  incoming: IncomingHttpHeaders,
  host: string | undefined,
  { requestId, ip, accessToken, publicUrl, language }: Caller,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = Object.fromEntries(passed.filter((name) => incoming[name] !== undefined).map((name) => [name, incoming[name]]));
  if (host !== undefined) {
    headers.host = host;
  }
  const { protocol, host: publicHost } = new URL(publicUrl);
  headers['x-request-id'] = requestId;
  Object.assign(headers, traceHeaders());
  headers['x-forwarded-for'] = ip;
  headers['x-forwarded-host'] = publicHost;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  if (language) {
    headers['accept-language'] = language;
  }
  if (accessToken) {
    headers.authorization = `Bearer ${accessToken}`;
  } else if (/^bearer /i.test(incoming.authorization ?? '')) {
    headers.authorization = incoming.authorization;
  }
  return headers;
}

/** The policy with which a service allows this portal's own pages, and no other site, to show a stored file in a frame. */
const framedByUs = /(^|;)\s*frame-ancestors 'self'\s*(;|$)/;

/** The language chosen in this browser, for pages, images and downloads: no script sets the header for these. */
export function chosenLanguage({ 'sec-fetch-mode': mode }: IncomingHttpHeaders, chosen: string | undefined, languages: readonly string[]): string | undefined {
  return (mode === 'navigate' || mode === 'no-cors') && chosen !== undefined && languages.includes(chosen) ? chosen : undefined;
}

/** Headers of the response to the caller. */
export function toCaller(outgoing: IncomingHttpHeaders, added: Record<string, string>): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = { ...added, ...outgoing };
  for (const name of kept) {
    delete headers[name];
    if (added[name]) {
      headers[name] = added[name];
    }
  }
  if (headers['x-frame-options'] && framedByUs.test(String(outgoing['content-security-policy'] ?? ''))) {
    headers['x-frame-options'] = 'SAMEORIGIN';
  }
  return headers;
}

/**
 * Sandboxes a response that is opened as a page into an opaque origin, so that one area's script cannot read a window with another's response.
 * Not for PDF, which browsers do not show in a sandbox and whose content scripts cannot read, and not for HTML, which has its own policy.
 */
export function sandboxed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'content-security-policy': policy, 'content-type': type = '' } = headers;
  return typeof policy === 'string' && !/^(application\/pdf|text\/html)\b/i.test(type)
    ? { ...headers, 'content-security-policy': `${policy}; sandbox` }
    : headers;
}

/** Whether outside callers may use a path below a service's prefix. Decodes it as the service's URL parser will. */
export function isPublicPath(path: string): boolean {
  let plain: string;
  try {
    plain = decodeURIComponent(path);
  } catch {
    return false;
  }
  if (plain.includes('\\') || /(^|\/)\.\.?(\/|$)/.test(plain)) {
    return false;
  }
  const first = plain.split('/').find(Boolean)?.toLowerCase();
  return first !== 'internal' && first !== 'metrics';
}
