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
  /** The language that the reader has chosen, for what a browser asks for by itself. */
  language?: string;
}

/** Headers of the call to a service. Without a session a bearer token of an API client goes through as it came. */
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

/** A service says so of a stored file: this portal's own pages may show it in a frame, no other site may. */
const framedByUs = /(^|;)\s*frame-ancestors 'self'\s*(;|$)/;

/** The language chosen in this browser, for pages, images and downloads: they are asked for without a script that could say it. */
export function chosenLanguage({ 'sec-fetch-mode': mode }: IncomingHttpHeaders, chosen: string | undefined, languages: readonly string[]): string | undefined {
  return (mode === 'navigate' || mode === 'no-cors') && chosen !== undefined && languages.includes(chosen) ? chosen : undefined;
}

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

/**
 * An answer that is opened as a page belongs to no origin: a window that one area's script has opened on another's answer cannot be read. A
 * browser shows no PDF so, and gives no script its content; HTML comes with a policy of its own.
 */
export function sandboxed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'content-security-policy': policy, 'content-type': type = '' } = headers;
  return typeof policy === 'string' && !/^(application\/pdf|text\/html)\b/i.test(type)
    ? { ...headers, 'content-security-policy': `${policy}; sandbox` }
    : headers;
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
