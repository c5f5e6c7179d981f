import { timingSafeEqualText } from '@portal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { csrfRefused, sessionEnded, signInEnded } from '../problems.ts';
import type { Session, Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the signed-in user; null for everybody else. Set by the guard. */
    portalSession: Session | null;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the name of a cookie. Over https the prefix `__Host-` binds the cookie to this host; browsers refuse the prefix without Secure. Cookies ignore ports.
 * Therefore over http, where one machine may run two portals, the port is part of the name.
 */
export function cookieName(name: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' ? `__Host-portal.${name}` : `portal.${name}.${port || 80}`;
}

export const cookieOptions = (publicUrl: string) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }) as const;

/** Whether a state-changing call with a session comes from the portal's own page. */
export function carriesCsrfToken(request: Pick<FastifyRequest, 'headers'>, session: Pick<Session, 'csrfToken'>, fromForm?: unknown): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return false;
  }
  const token = request.headers['x-csrf-token'] ?? fromForm;
  return typeof token === 'string' && timingSafeEqualText(token, session.csrfToken);
}

export class SessionGuard {
  private readonly name: string;

  constructor(
    private readonly sessions: Sessions,
    private readonly publicUrl: string,
  ) {
    this.name = cookieName('session', publicUrl);
  }

  setCookie(reply: FastifyReply, id: string): void {
    void reply.setCookie(this.name, id, cookieOptions(this.publicUrl));
  }

  clearCookie(reply: FastifyReply): void {
    void reply.clearCookie(this.name, cookieOptions(this.publicUrl));
  }

  /** Loads the session for a connection that stays open. It does not count as activity, whatever the browser sends. */
  async loadQuietly(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.headers['x-background'] = '1';
    await this.load(request, reply);
  }

  /** Finds the session of a call. Automatic requests of a page (`X-Background`) do not count as activity. A cookie without a session is deleted. */
  async load(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const id = request.cookies[this.name];
    const renew = request.headers['x-background'] === undefined;
    request.portalSession = (id && (await this.sessions.find(id, renew))) || null;
    if (id && !request.portalSession) {
      this.clearCookie(reply);
    }
    if (request.portalSession?.nextId) {
      this.setCookie(reply, request.portalSession.nextId);
    }
  }

  /** Refuses an access token whose session has ended. The token itself stays valid for some minutes longer, so a caller could otherwise send it directly. */
  private async refuseRevoked(authorization: string | undefined): Promise<void> {
    const [, token] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    if (token && (await this.sessions.isRevoked(token))) {
      throw signInEnded();
    }
  }

  /**
   * Like `load`, for calls that are forwarded to a service; also checks the CSRF token and renews the access token. A change that is requested with an ended
   * session is refused once, so that a person who believes they are signed in does not register something anonymously.
   * @param fromForm the CSRF token of a form without script
   */
  async protect(request: FastifyRequest, reply: FastifyReply, fromForm?: string): Promise<void> {
    await this.load(request, reply);
    const change = !safeMethods.has(request.method);
    if (!request.portalSession) {
      // A page that shows a signed-in person says so (`X-Signed-In`). The cookie is gone if the person has signed out in another tab.
      if (change && (request.cookies[this.name] || request.headers['x-signed-in'])) {
        throw sessionEnded();
      }
      await this.refuseRevoked(request.headers.authorization);
      return;
    }
    if (change && !carriesCsrfToken(request, request.portalSession, fromForm)) {
      throw csrfRefused();
    }
    const fresh = await this.sessions.withFreshToken(request.portalSession);
    request.portalSession = fresh ?? null;
    if (!fresh) {
      this.clearCookie(reply);
      if (change) {
        throw sessionEnded();
      }
    }
  }
}
