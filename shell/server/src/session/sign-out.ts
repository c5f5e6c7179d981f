import type { FastifyReply, FastifyRequest } from 'fastify';
import { logKeyOf, logSignIn } from '../logging.ts';
import { csrfRefused, logoutTokenRefused, noSuchAddress, signInNeeded } from '../problems.ts';
import { choiceCookieName } from '../reader-choices.ts';
import type { AuthParts } from './auth-parts.ts';
import { digest } from './encryption.ts';
import { carriesCsrfToken } from './guard.ts';
import { originOf } from './origins.ts';
import { claimsIn, type LogoutClaims } from './provider.ts';
import type { Session } from './sessions.ts';

/** Tells the next page with script that a sign-out has kept the browser's storage. web-kit reads it (`packages/web-kit/src/session/clear-after-sign-out.ts`). */
const SIGNED_OUT_COOKIE = 'portal.signed-out';
/** Seconds for which it is kept. */
const A_MONTH = 30 * 86_400;

type LogoutTokenRequest = FastifyRequest<{ Body: { logout_token?: string } | null }>;
type OneSessionRequest = FastifyRequest<{ Params: { id: string } }>;

/** Whether two sessions come from the same session at the provider, as in a browser that was signed in twice. */
function isOneSignIn(one: Session, other: Session): boolean {
  const [sid, otherSid] = [one, other].map(({ idToken }) => claimsIn(idToken ?? '').sid);
  return sid !== undefined && sid === otherSid;
}

/** Ends sessions: at the person's wish here, everywhere or on one device, and at the provider's. */
export class SignOut {
  private readonly logKey: Buffer;

  constructor(private readonly parts: AuthParts) {
    this.logKey = logKeyOf(parts.settings.sessionSecret);
  }

  /** Signs the person out of this browser, or of all. A page without script sends a form; all others get the address to go to. */
  async signOut(request: FastifyRequest, reply: FastifyReply, everywhere: boolean): Promise<FastifyReply | { redirectTo: string }> {
    await this.parts.guard.load(request, reply);
    const session = request.portalSession;
    const redirectTo = session ? await this.endSession(request, reply, session, everywhere) : '/';
    const isFromForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    return isFromForm ? reply.redirect(redirectTo, 303) : { redirectTo };
  }

  /**
   * Ends sessions at the word of the provider. Its server makes this call, without a browser. The signature of the logout token replaces the cookie and the CSRF
   * token.
   */
  async byProvider(request: LogoutTokenRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { store, sessions } = this.parts;
    const ended = await this.verifiedClaims(request);
    const mark = `logout-token:${digest(ended.token)}`;
    if (!(await store.claim(mark, ended.goodFor))) {
      throw logoutTokenRefused();
    }
    try {
      await sessions.endAtProvidersWord(ended);
    } catch (error) {
      // The mark is removed, because the provider may send the same token again.
      await store.delete(mark).catch(() => undefined);
      throw error;
    }
    this.record(request, 'by the provider', ended.sub ?? null);
    return reply.code(200).send();
  }

  /** Lists the person's sessions. */
  async ownSessions(request: FastifyRequest, reply: FastifyReply) {
    return { records: await this.parts.sessions.ofPerson(await this.ownSession(request, reply)) };
  }

  /** Ends one of the person's sessions, as of a device that was lost. */
  async endOne(request: OneSessionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { sessions, provider } = this.parts;
    const session = await this.ownSession(request, reply);
    const ended = await sessions.endOne(session, request.params.id);
    if (!ended) throw noSuchAddress();
    // If both sessions are of this browser, its session at the provider is the one that the person goes on with.
    if (!isOneSignIn(ended, session)) await this.endAtProvider(request, () => provider.signOut(ended));
    this.record(request, 'one device', session.user.sub);
    return reply.code(204).send();
  }

  /** @returns the address to which the browser goes then */
  private async endSession(request: FastifyRequest, reply: FastifyReply, session: Session, everywhere: boolean): Promise<string> {
    const { settings, sessions, provider, guard } = this.parts;
    if (!carriesCsrfToken(request, session, (request.body as { csrfToken?: string } | null)?.csrfToken)) {
      throw csrfRefused();
    }
    const ended = await (everywhere ? sessions.endEverywhere(session) : sessions.end(session).then(() => [session]));
    this.record(request, everywhere ? 'everywhere' : 'here', session.user.sub);
    guard.clearCookie(reply);
    this.clearSiteData(request, reply);
    let redirectTo = '/';
    await this.endAtProvider(request, async () => {
      await Promise.all(ended.map((each) => provider.signOut(each)));
      redirectTo = (await provider.signOutUrl(`${originOf(request, settings)}/`)) ?? '/';
    });
    return redirectTo;
  }

  /**
   * Deletes what this session's pages have stored in the browser. The storage is kept when it holds work that was not sent yet. The cookie then has the page, or
   * the next page with script, delete the rest.
   */
  private clearSiteData(request: FastifyRequest, reply: FastifyReply): void {
    const { publicUrl } = this.parts.settings;
    const keepsStorage = (request.query as { keep?: unknown }).keep === 'storage';
    void reply.header('clear-site-data', keepsStorage ? '"cache"' : '"cache", "storage"');
    if (!keepsStorage) return;
    void reply.setCookie(choiceCookieName(SIGNED_OUT_COOKIE, publicUrl), '1', {
      path: '/',
      maxAge: A_MONTH,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
    });
  }

  /** Ends sessions at the provider. The portal's sessions have ended even if this fails; the provider's own sessions then expire by themselves. */
  private async endAtProvider(request: FastifyRequest, end: () => Promise<void>): Promise<void> {
    try {
      await end();
    } catch (error) {
      request.log.warn({ err: error, requestId: request.id }, 'the identity provider did not hear of a sign-out');
    }
  }

  private async verifiedClaims(request: LogoutTokenRequest): Promise<LogoutClaims> {
    try {
      return await this.parts.provider.verifyLogoutToken(String(request.body?.logout_token));
    } catch (error) {
      request.log.warn({ code: (error as NodeJS.ErrnoException).code, requestId: request.id }, 'a logout token was refused');
      throw logoutTokenRefused();
    }
  }

  /**
   * Returns the session for a call that reads or ends sessions.
   * @throws 401 without a session, 403 for a change without the session's CSRF token
   */
  private async ownSession(request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    await this.parts.guard.load(request, reply);
    if (!request.portalSession) throw signInNeeded();
    if (request.method !== 'GET' && !carriesCsrfToken(request, request.portalSession)) throw csrfRefused();
    return request.portalSession;
  }

  private record(request: FastifyRequest, outcome: string, user: string | null): void {
    logSignIn(request, this.logKey, { event: 'sign-out', outcome, user });
  }
}
