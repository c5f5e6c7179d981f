import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AreaTokens, isNavigation } from '../areas/area-tokens.ts';
import { logKeyOf, logSignIn } from '../logging.ts';
import type { GatewayMetrics } from '../observe/gateway-metrics.ts';
import { csrfRefused, logoutTokenRefused, noSuchAddress, signInNeeded } from '../problems.ts';
import { choiceCookieName } from '../reader-choices.ts';
import { apiPolicy } from '../security-headers.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { announceOfficial } from './announce-official.ts';
import { deviceOf } from './device.ts';
import { digest, newSecret, SessionCipher } from './encryption.ts';
import { carriesCsrfToken, cookieName, cookieOptions, type SessionGuard } from './guard.ts';
import { claimsIn, type Handshake, type LogoutClaims, type SignInProvider, type Strength } from './provider.ts';
import { safeReturnTo } from './return-to.ts';
import type { SessionStore } from './session-store.ts';
import { identityOf, type Session, type Sessions } from './sessions.ts';
import { type SignInProblem, signInPageFor } from './sign-in-problems.ts';
import { isStrongEnough, staffStrengths } from './strength.ts';

const SIGN_IN_TIME = 10 * 60_000;

/** Tells the next page with script that a sign-out has kept the browser's storage. web-kit reads it (`packages/web-kit/src/session/clear-after-sign-out.ts`). */
const SIGNED_OUT_COOKIE = 'portal.signed-out';
/** Seconds for which it is kept. */
const A_MONTH = 30 * 86_400;

/** A sign-in in progress, bound to the browser that began it. */
interface PendingSignIn extends Handshake {
  browser: string;
  returnTo: string;
  /** The authentication strength (`acr`) that was requested. A sign-in that returns a weaker one is refused. */
  acr?: string;
}

export interface AuthParts {
  settings: GatewaySettings;
  sessions: Sessions;
  store: SessionStore;
  provider: SignInProvider;
  guard: SessionGuard;
  areas: AreaTokens;
  metrics: GatewayMetrics;
}

/** Whether two sessions come from the same session at the provider, as in a browser that was signed in twice. */
function isOneSignIn(one: Session, other: Session): boolean {
  const [sid, otherSid] = [one, other].map(({ idToken }) => claimsIn(idToken ?? '').sid);
  return sid !== undefined && sid === otherSid;
}

/** `/auth/*`: sign-in, sign-out and the current session. */
export async function authRoutes(app: FastifyInstance, { settings, sessions, store, provider, guard, areas, metrics }: AuthParts): Promise<void> {
  const { publicUrl } = settings;
  const cipher = new SessionCipher(settings.sessionSecret);
  const browserCookie = cookieName('sign-in', publicUrl);
  const strengths = staffStrengths(settings);
  const origins = new Set([publicUrl, ...listOf(settings.alsoServedAt)]);

  /** Returns the origin of this call if it belongs to the portal, otherwise the public address. */
  const originOf = (request: FastifyRequest): string => {
    const origin = `${request.protocol}://${request.host}`;
    return origins.has(origin) ? origin : publicUrl;
  };

  const toSignInPage = (reply: FastifyReply, problem: SignInProblem, returnTo = '/'): FastifyReply => reply.redirect(signInPageFor(problem, returnTo), 303);

  const logKey = logKeyOf(settings.sessionSecret);
  /** Counts and logs the result of a sign-in. */
  const recordSignInOutcome = (request: FastifyRequest, outcome: string, user: string | null = null): void => {
    metrics.signIns.inc({ outcome });
    logSignIn(request, logKey, { event: 'sign-in', outcome, user });
  };

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
  });

  // A form without script sends the CSRF token in its body.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 8192 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  // A sign-out needs no body, so a body with the content type JSON is accepted and ignored, even when it is empty.
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 8192 }, (_request, _body, done) => done(null, null));

  app.get('/auth/session', async (request, reply) => {
    await guard.load(request, reply);
    const session = request.portalSession;
    return session
      ? { user: session.user, roles: session.roles, agencies: session.agencies, csrfToken: session.csrfToken }
      : { user: null, roles: [], agencies: [], csrfToken: newSecret() };
  });

  /** Starts a sign-in: sends the browser to the provider. */
  async function begin(request: FastifyRequest, reply: FastifyReply, returnTo: string, strength: Strength = {}): Promise<FastifyReply> {
    const browser = request.cookies[browserCookie] ?? newSecret();
    const handshake = provider.newHandshake(`${originOf(request)}/auth/callback`);
    const pending: PendingSignIn = { ...handshake, browser: digest(browser), returnTo, acr: strength.acr };
    let target: string;
    try {
      target = await provider.signInUrl(handshake, strength);
    } catch (error) {
      request.log.error({ err: error, requestId: request.id }, 'the identity provider cannot be reached');
      recordSignInOutcome(request, 'unavailable');
      return toSignInPage(reply, 'unavailable', returnTo);
    }
    await store.set(`sign-in:${digest(handshake.state)}`, cipher.encrypt(pending), SIGN_IN_TIME);
    return reply.setCookie(browserCookie, browser, { ...cookieOptions(publicUrl), maxAge: SIGN_IN_TIME / 1000 }).redirect(target, 303);
  }

  // With `stepUp`, a person who is already signed in must confirm who they are (step-up authentication). A service asks for this before sensitive decisions.
  app.get<{ Querystring: { returnTo?: string; stepUp?: string } }>('/auth/login', async (request, reply) => {
    const returnTo = safeReturnTo(request.query.returnTo, publicUrl);
    const stepUp =
      request.query.stepUp === undefined ? undefined : { acr: listOf(settings.stepUpAcr).find((acr) => acr !== 'none'), maxAge: settings.stepUpMinutes * 60 };
    await guard.load(request, reply);
    if (request.portalSession && !stepUp) {
      return reply.redirect(returnTo, 303);
    }
    // A link on another site must not sign in a person who still has a session at the provider. The person has to press the button on the sign-in page.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      return reply.redirect(`/sign-in?${new URLSearchParams({ returnTo })}`, 303);
    }
    return begin(request, reply, returnTo, stepUp);
  });

  app.get<{ Querystring: { state?: string; error?: string } }>('/auth/callback', async (request, reply) => {
    const { state, error } = request.query;
    const browser = request.cookies[browserCookie];
    const encrypted = typeof state === 'string' ? await store.take(`sign-in:${digest(state)}`) : undefined;
    const pending = encrypted ? cipher.decrypt<PendingSignIn>(encrypted) : undefined;
    if (!pending || !browser || digest(browser) !== pending.browser) {
      await guard.load(request, reply);
      if (request.portalSession) {
        return reply.redirect('/', 303);
      }
      recordSignInOutcome(request, 'expired');
      return toSignInPage(reply, 'expired');
    }
    if (error) {
      const outcome = error === 'access_denied' ? 'cancelled' : 'failed';
      recordSignInOutcome(request, outcome);
      return toSignInPage(reply, outcome, pending.returnTo);
    }
    let signedIn: string;
    try {
      const tokens = await provider.finish(request.url, pending);
      const { accessToken, roles, user } = identityOf(tokens);
      signedIn = user.sub;
      const isStrong = isStrongEnough(roles, tokens.claims.acr, strengths);
      if (!isStrong && !pending.acr) {
        // Only now is it known that the person is staff. The provider is asked again, for the missing strength. No session has begun yet.
        return await begin(request, reply, pending.returnTo, { acr: strengths[0] });
      }
      if (!isStrong) {
        recordSignInOutcome(request, 'too-weak', user.sub);
        return toSignInPage(reply, 'failed', pending.returnTo);
      }
      // This browser may still have a session of an earlier user. That session ends, and the new one gets an id of its own.
      await guard.load(request, reply);
      if (request.portalSession) {
        await sessions.end(request.portalSession);
        request.portalSession = null;
      }
      if (roles.length) announceOfficial(accessToken, settings, request.log);
      guard.setCookie(
        reply,
        await sessions.begin(tokens, {
          page: isNavigation(request) ? areas.pageId(request, reply) : undefined,
          device: deviceOf(request.headers['user-agent']),
        }),
      );
    } catch (failure) {
      request.log.warn({ err: failure, requestId: request.id }, 'sign-in failed');
      recordSignInOutcome(request, 'failed');
      return toSignInPage(reply, 'failed', pending.returnTo);
    }
    recordSignInOutcome(request, 'signed-in', signedIn);
    return reply.clearCookie(browserCookie, cookieOptions(publicUrl)).redirect(pending.returnTo, 303);
  });

  /** Ends sessions at the provider. The portal's sessions have ended even if this fails; the provider's own sessions then expire by themselves. */
  const endAtProvider = async (request: FastifyRequest, end: () => Promise<void>): Promise<void> => {
    try {
      await end();
    } catch (error) {
      request.log.warn({ err: error, requestId: request.id }, 'the identity provider did not hear of a sign-out');
    }
  };

  const signOut = (everywhere: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    await guard.load(request, reply);
    const session = request.portalSession;
    const home = `${originOf(request)}/`;
    // A page without script sends a form.
    const isFromForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    let redirectTo = '/';
    if (session) {
      if (!carriesCsrfToken(request, session, (request.body as { csrfToken?: string } | null)?.csrfToken)) {
        throw csrfRefused();
      }
      const ended = await (everywhere ? sessions.endEverywhere(session) : sessions.end(session).then(() => [session]));
      logSignIn(request, logKey, { event: 'sign-out', outcome: everywhere ? 'everywhere' : 'here', user: session.user.sub });
      guard.clearCookie(reply);
      // Deletes what this session's pages have stored in the browser. The storage is kept when it holds work that was not sent yet. The cookie then has
      // the page, or the next page with script, delete the rest.
      const keepsStorage = (request.query as { keep?: unknown }).keep === 'storage';
      void reply.header('clear-site-data', keepsStorage ? '"cache"' : '"cache", "storage"');
      if (keepsStorage)
        void reply.setCookie(choiceCookieName(SIGNED_OUT_COOKIE, publicUrl), '1', {
          path: '/',
          maxAge: A_MONTH,
          sameSite: 'lax',
          secure: publicUrl.startsWith('https:'),
        });
      await endAtProvider(request, async () => {
        await Promise.all(ended.map((each) => provider.signOut(each)));
        redirectTo = (await provider.signOutUrl(home)) ?? '/';
      });
    }
    return isFromForm ? reply.redirect(redirectTo, 303) : { redirectTo };
  };

  // The provider's server makes this call, without a browser. The signature of the logout token replaces the cookie and the CSRF token.
  app.post<{ Body: { logout_token?: string } | null }>('/auth/backchannel-logout', async (request, reply) => {
    let ended: LogoutClaims;
    try {
      ended = await provider.verifyLogoutToken(String(request.body?.logout_token));
    } catch (error) {
      request.log.warn({ code: (error as NodeJS.ErrnoException).code, requestId: request.id }, 'a logout token was refused');
      throw logoutTokenRefused();
    }
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
    logSignIn(request, logKey, { event: 'sign-out', outcome: 'by the provider', user: ended.sub ?? null });
    return reply.code(200).send();
  });

  /**
   * Returns the session for a call that reads or ends sessions.
   * @throws 401 without a session, 403 for a change without the session's CSRF token
   */
  const ownSession = async (request: FastifyRequest, reply: FastifyReply): Promise<Session> => {
    await guard.load(request, reply);
    if (!request.portalSession) throw signInNeeded();
    if (request.method !== 'GET' && !carriesCsrfToken(request, request.portalSession)) throw csrfRefused();
    return request.portalSession;
  };

  app.get('/auth/sessions', async (request, reply) => ({ records: await sessions.ofPerson(await ownSession(request, reply)) }));

  app.delete<{ Params: { id: string } }>('/auth/sessions/:id', async (request, reply) => {
    const session = await ownSession(request, reply);
    const ended = await sessions.endOne(session, request.params.id);
    if (!ended) throw noSuchAddress();
    // If both sessions are of this browser, its session at the provider is the one that the person goes on with.
    if (!isOneSignIn(ended, session)) await endAtProvider(request, () => provider.signOut(ended));
    logSignIn(request, logKey, { event: 'sign-out', outcome: 'one device', user: session.user.sub });
    return reply.code(204).send();
  });

  app.post('/auth/logout', signOut(false));
  app.post('/auth/logout-everywhere', signOut(true));
}
