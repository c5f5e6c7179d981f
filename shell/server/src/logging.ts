import { createHmac, hkdfSync } from 'node:crypto';
import { documentKeyStart, logOptions } from '@portal/service-kit';
import type { FastifyRequest } from 'fastify';
import { callerKey } from './limits.ts';

/** Matches path segments that must not be logged: document ids, tokens and search texts. */

const identifier = /^(?=.*\d)[A-Za-z0-9_-]{16,}$/;
/**
 * Matches a number plate, a reference or a part of one: letters with digits, or a long number. API versions and short numbers do not match, because they
 * identify nobody.
 */
const reference = /^(?!v\d+$)(?=.*\d)(?=.*[A-Za-z]|\d{5})/;

/** Returns the path without its query, and with ids and tokens masked: `/other/departure/declaration/view/:id`. */
export function maskPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0];
  const isApi = path.startsWith('/api/');
  return path
    .split('/')
    .map((segment, index, all) => {
      if (all[index - 1] === 'v' && index === 2) {
        return ':token';
      }
      // A segment with percent-encoding is always masked, because the encoding could hide an id from the pattern.
      const isToken = documentKeyStart.test(segment) || segment.includes('.', 40);
      const names = isToken || identifier.test(segment) || segment.includes('%') || (isApi && reference.test(segment));
      return names || (isApi && all[index + 1] === 'details') ? ':id' : segment;
    })
    .join('/');
}

/** Returns the network of an IP address. It shows where attempts come from, but not which household. */
export function networkOf(ip: string): string {
  const v4 = /(\d+)\.(\d+)\.(\d+)\.\d+$/.exec(ip);
  return v4 ? `${v4[1]}.${v4[2]}.${v4[3]}.0/24` : `${callerKey(ip).split(':').slice(0, 3).join(':')}::/48`;
}

/** Returns log fields that describe the origin of a call: the caller's pseudonym and network. */
function callerFacts(ip: string, key: Buffer): { caller: string; network: string } {
  const caller = createHmac('sha256', key).update(callerKey(ip)).digest('base64url').slice(0, 16);
  return { caller, network: networkOf(ip) };
}

/** Log fields of a refused call: the user, the caller's pseudonym and the caller's network. */
export function refusalFacts({ ip, portalSession }: Pick<FastifyRequest, 'ip' | 'portalSession'>, status: number, key: Buffer): object {
  if (status !== 401 && status !== 403 && status !== 429) {
    return {};
  }
  return { event: 'refused', user: portalSession?.user.sub ?? null, ...callerFacts(ip, key) };
}

/**
 * Derives the key for callers' pseudonyms. A caller has the same pseudonym in the logs of all instances. Without the secret it cannot be traced back to an
 * address.
 */
export const logKeyOf = (sessionSecret: string): Buffer => Buffer.from(hkdfSync('sha256', sessionSecret, '', 'portal log of refused calls', 32));

/** The result of a sign-in or a sign-out. */
interface SignInEvent {
  event: 'sign-in' | 'sign-out';
  outcome: string;
  user: string | null;
}

/** Logs a sign-in or a sign-out, whether or not it succeeded: the user, the origin, and the result. */
export function logSignIn({ ip, id, log }: Pick<FastifyRequest, 'ip' | 'id' | 'log'>, key: Buffer, facts: SignInEvent): void {
  log.info({ ...facts, requestId: id, ...callerFacts(ip, key) }, facts.event);
}

/** Returns the options for pino, which keep callers' addresses, headers and full paths out of the log. */
export const loggerOptions = (level: string, stream?: { write(line: string): void }): object | false => {
  const own = logOptions(level, 'gateway');
  return level === 'silent'
    ? false
    : {
        ...own,
        ...(stream ? { stream } : {}),
        serializers: {
          ...own.serializers,
          req: (request: { method: string; url: string }) => ({ method: request.method, path: maskPath(request.url) }),
          res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        },
      };
};
