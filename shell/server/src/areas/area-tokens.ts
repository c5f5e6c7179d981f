import { createHmac, hkdfSync } from 'node:crypto';
import { timingSafeEqualText } from '@portal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { areaRefused } from '../problems.ts';
import { newSecret } from '../session/encryption.ts';
import { cookieName, cookieOptions } from '../session/guard.ts';
import type { GatewaySettings } from '../settings.ts';

/** The name of the shell in area tokens. The shell's token is valid for every service. */
export const SHELL = 'shell';

/** Services that every area may call. */
const shared = new Set(['reference', 'media']);

const LASTS_MS = 24 * 3_600_000;
const aPageId = /^[\w-]{43}$/;

/** Values of `Sec-Fetch-Dest` for requests that a browser makes for an element or for a page. Scripts cannot read the responses to them. */
const readByNoScript = new Set(['document', 'iframe', 'frame', 'image']);

/**
 * Whether a browser opens the address itself as a page. Scripts cannot set these headers. They can read the response of such a request only in a window that
 * they have opened (docs/security.md, "Areas share one page").
 */
export const isNavigation = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

/** Returns the area that a service belongs to. The registry is not used for this, because an area's own team signs what the area claims there. */
export const ownerOf = (service: string): string => `mf-${service}`;

/**
 * Checks whether a call is anonymous: without a cookie and without a bearer token. Such a call has no more rights than a call of any program, so its response
 * tells a script nothing secret.
 */
const isAnonymous = ({ headers }: FastifyRequest): boolean => headers.cookie === undefined && headers.authorization === undefined;

function needsAreaToken(request: FastifyRequest): boolean {
  const { headers, method } = request;
  const destination = headers['sec-fetch-dest'];
  const readable = typeof destination === 'string' && !(readByNoScript.has(destination) && (method === 'GET' || method === 'HEAD'));
  if (headers['x-area-token'] !== undefined || headers['x-area'] !== undefined) return true;
  return readable && !isAnonymous(request);
}

/**
 * Restricts each area of the page to its own service. All areas run in one origin, with one session and one CSRF token. A token per area tells their calls
 * apart; only the shell receives the tokens, together with the page. A token is valid only in the browser that it was issued for.
 */
export class AreaTokens {
  private readonly key: Buffer;
  private readonly cookie: string;

  constructor(
    private readonly settings: Pick<GatewaySettings, 'sessionSecret' | 'publicUrl'>,
    private readonly services: readonly string[],
    private readonly now: () => number = Date.now,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', settings.sessionSecret, '', 'portal area tokens', 32));
    this.cookie = cookieName('page', settings.publicUrl);
  }

  /** Returns the id of this browser, to which area tokens are bound. Sets the cookie with the id when the browser does not have it. */
  pageId(request: FastifyRequest, reply: FastifyReply): string {
    const given = request.cookies[this.cookie];
    const known = request.portalSession?.page ?? (given && aPageId.test(given) ? given : undefined);
    const id = known ?? newSecret();
    if (id !== given) {
      void reply.setCookie(this.cookie, id, cookieOptions(this.settings.publicUrl));
    }
    return id;
  }

  /** A token for each area and for the shell. */
  issue(pageId: string): Record<string, string> {
    const ends = Math.floor((this.now() + LASTS_MS) / 1000).toString(36);
    return Object.fromEntries([SHELL, ...this.services.map(ownerOf)].map((area) => [area, this.token(area, ends, pageId)]));
  }

  /**
   * Allows a script's call only where it comes from the area that the service belongs to, or from the shell.
   * @throws ProblemError 403, with the header `X-Area-Refused: missing | foreign | expired`
   */
  require(request: FastifyRequest, reply: FastifyReply, service: string): void {
    if (shared.has(service) || !needsAreaToken(request)) {
      return;
    }
    const fault = this.faultOf(request, service);
    if (fault) {
      void reply.header('x-area-refused', fault);
      throw areaRefused();
    }
  }

  private faultOf(request: FastifyRequest, service: string): 'missing' | 'foreign' | 'expired' | undefined {
    const token = request.headers['x-area-token'];
    if (typeof token !== 'string') {
      return 'missing';
    }
    const [area, ends = ''] = token.split('.');
    const given = request.headers['x-area'] ?? area;
    if (given !== area || (area !== SHELL && area !== ownerOf(service))) {
      return 'foreign';
    }
    const page = request.cookies[this.cookie] ?? '';
    const own = request.portalSession?.page;
    const good = timingSafeEqualText(token, this.token(area, ends, page)) && Number.parseInt(ends, 36) * 1000 > this.now();
    // A session is bound to the browser in which it began. This refuses a page cookie that a script has planted.
    return good && (own === undefined || own === page) ? undefined : 'expired';
  }

  private token(area: string, ends: string, pageId: string): string {
    return `${area}.${ends}.${createHmac('sha256', this.key).update(`${area}.${ends}.${pageId}`).digest('base64url')}`;
  }
}
