import type { IncomingHttpHeaders } from 'node:http';
import { traceHeaders } from '@portal/service-kit';

/** The only headers of a caller that reach a service. No cookie is among them, and nothing a service trusts us to set. */
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

/** What a service must not tell a browser. */
const kept = ['set-cookie', 'server', 'x-powered-by', 'x-frame-options', 'strict-transport-security'];

export interface Caller {
  requestId: string;
  ip: string;
  /** The token of the session, where there is one. */
  accessToken?: string;
  publicUrl: string;
}

/** Headers of the call to a service. Without a session a bearer token of an API client goes through as it came. */
export function toService(incoming: IncomingHttpHeaders, host: string | undefined, { requestId, ip, accessToken, publicUrl }: Caller): IncomingHttpHeaders {
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
  if (accessToken) {
    headers.authorization = `Bearer ${accessToken}`;
  } else if (/^bearer /i.test(incoming.authorization ?? '')) {
    headers.authorization = incoming.authorization;
  }
  return headers;
}

/** A service says so of a stored file: this portal's own pages may show it in a frame, no other site may. */
const framedByUs = /(^|;)\s*frame-ancestors 'self'\s*(;|$)/;

/** Headers of the answer to the caller. */
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

/** Whether a path below a service's prefix is for callers from outside. Looks at it as the service's URL parser will. */
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
