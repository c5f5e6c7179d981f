import type { IncomingHttpHeaders } from 'node:http';
import { traceHeaders } from '@portal/service-kit';

/**
 * The only request headers that are forwarded to a service. Cookies are not forwarded, nor are headers that a service trusts only when the gateway sets them.
 */
const forwardedRequestHeaders = [
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

/** Response headers of a service that are not passed on to the caller. The first two concern only the connection between the gateway and the service. */
const droppedResponseHeaders = ['connection', 'keep-alive', 'set-cookie', 'server', 'x-powered-by', 'x-frame-options', 'strict-transport-security'];

export interface Caller {
  requestId: string;
  ip: string;
  /** The access token of the session, if there is one. */
  accessToken?: string;
  publicUrl: string;
  /** The language that the reader has chosen, for requests that a browser makes without a script. */
  language?: string;
}

/** Headers of the request to a service. Without a session, an API client's bearer token is passed through. */
export function toServiceHeaders(
  incoming: IncomingHttpHeaders,
  host: string | undefined,
  { requestId, ip, accessToken, publicUrl, language }: Caller,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = Object.fromEntries(
    forwardedRequestHeaders.filter((name) => incoming[name] !== undefined).map((name) => [name, incoming[name]]),
  );
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

/** Matches the policy with which a service allows this portal's own pages, and no other site, to show a stored file in a frame. */
const framedByUs = /(^|;)\s*frame-ancestors 'self'\s*(;|$)/;

/** Headers of the response to the caller. */
export function toCallerHeaders(outgoing: IncomingHttpHeaders, added: Record<string, string>): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = { ...added, ...outgoing };
  for (const name of droppedResponseHeaders) {
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
 * Adds the `sandbox` directive, which gives a response that is opened as a page an opaque origin. Otherwise a script of one area could read a window that shows
 * a response for another area. PDF is left out, because browsers do not show it in a sandbox, and scripts cannot read its content. HTML is left out, because it
 * has its own policy.
 */
export function sandboxed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'content-security-policy': policy, 'content-type': type = '' } = headers;
  return typeof policy === 'string' && !/^(application\/pdf|text\/html)\b/i.test(type)
    ? { ...headers, 'content-security-policy': `${policy}; sandbox` }
    : headers;
}

/** Checks whether outside callers may use a path below a service's prefix. Decodes the path in the same way as the service's URL parser. */
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
