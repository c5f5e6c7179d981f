import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from '../areas/area-tokens.ts';
import { logKeyOf, logSignIn } from '../logging.ts';
import { listOf } from '../settings.ts';
import { announceOfficial } from './announce-official.ts';
import type { AuthParts } from './auth-parts.ts';
import { deviceOf } from './device.ts';
import { digest, newSecret, SessionCipher } from './encryption.ts';
import { cookieName, cookieOptions } from './guard.ts';
import { originOf } from './origins.ts';
import type { Handshake, Strength, Tokens } from './provider.ts';
import { safeReturnTo } from './return-to.ts';
import { identityOf } from './sessions.ts';
import { type SignInProblem, signInPageFor } from './sign-in-problems.ts';
import { isStrongEnough, staffStrengths } from './strength.ts';

const SIGN_IN_TIME = 10 * 60_000;

/** A sign-in in progress, bound to the browser that began it. */
interface PendingSignIn extends Handshake {
  browser: string;
  returnTo: string;
  /** The authentication strength (`acr`) that was requested. A sign-in that returns a weaker one is refused. */
  acr?: string;
}

type LoginRequest = FastifyRequest<{ Querystring: { returnTo?: string; stepUp?: string } }>;
type CallbackRequest = FastifyRequest<{ Querystring: { state?: string; error?: string } }>;

const toSignInPage = (reply: FastifyReply, problem: SignInProblem, returnTo = '/'): FastifyReply => reply.redirect(signInPageFor(problem, returnTo), 303);

/** Signs people in through the identity provider (`/auth/login`, `/auth/callback`). */
export class SignIn {
  private readonly cipher: SessionCipher;
  private readonly browserCookie: string;
  private readonly strengths: string[];
  private readonly logKey: Buffer;

  constructor(private readonly parts: AuthParts) {
    const { settings } = parts;
    this.cipher = new SessionCipher(settings.sessionSecret);
    this.browserCookie = cookieName('sign-in', settings.publicUrl);
    this.strengths = staffStrengths(settings);
    this.logKey = logKeyOf(settings.sessionSecret);
  }

  /** With `stepUp`, a person who is already signed in must confirm who they are (step-up authentication). A service asks for this before sensitive decisions. */
  async login(request: LoginRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { settings, guard } = this.parts;
    const returnTo = safeReturnTo(request.query.returnTo, settings.publicUrl);
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
    return this.begin(request, reply, returnTo, stepUp);
  }

  /** Receives the browser that comes back from the provider. */
  async callback(request: CallbackRequest, reply: FastifyReply): Promise<FastifyReply> {
    const pending = await this.takePending(request);
    if (!pending) return this.refuseUnknown(request, reply);
    const { error } = request.query;
    if (error) {
      const outcome = error === 'access_denied' ? 'cancelled' : 'failed';
      this.record(request, outcome);
      return toSignInPage(reply, outcome, pending.returnTo);
    }
    try {
      return await this.finish(request, reply, pending);
    } catch (failure) {
      request.log.warn({ err: failure, requestId: request.id }, 'sign-in failed');
      this.record(request, 'failed');
      return toSignInPage(reply, 'failed', pending.returnTo);
    }
  }

  /** Starts a sign-in: sends the browser to the provider. */
  private async begin(request: FastifyRequest, reply: FastifyReply, returnTo: string, strength: Strength = {}): Promise<FastifyReply> {
    const { settings, provider, store } = this.parts;
    const browser = request.cookies[this.browserCookie] ?? newSecret();
    const handshake = provider.newHandshake(`${originOf(request, settings)}/auth/callback`);
    const pending: PendingSignIn = { ...handshake, browser: digest(browser), returnTo, acr: strength.acr };
    let target: string;
    try {
      target = await provider.signInUrl(handshake, strength);
    } catch (error) {
      request.log.error({ err: error, requestId: request.id }, 'the identity provider cannot be reached');
      this.record(request, 'unavailable');
      return toSignInPage(reply, 'unavailable', returnTo);
    }
    await store.set(`sign-in:${digest(handshake.state)}`, this.cipher.encrypt(pending), SIGN_IN_TIME);
    return reply.setCookie(this.browserCookie, browser, { ...cookieOptions(settings.publicUrl), maxAge: SIGN_IN_TIME / 1000 }).redirect(target, 303);
  }

  /** Takes the sign-in that this browser began. Each can be taken once. */
  private async takePending(request: CallbackRequest): Promise<PendingSignIn | undefined> {
    const { state } = request.query;
    const browser = request.cookies[this.browserCookie];
    const encrypted = typeof state === 'string' ? await this.parts.store.take(`sign-in:${digest(state)}`) : undefined;
    const pending = encrypted ? this.cipher.decrypt<PendingSignIn>(encrypted) : undefined;
    return pending && browser && digest(browser) === pending.browser ? pending : undefined;
  }

  private async refuseUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.parts.guard.load(request, reply);
    if (request.portalSession) {
      return reply.redirect('/', 303);
    }
    this.record(request, 'expired');
    return toSignInPage(reply, 'expired');
  }

  /** Exchanges the code for tokens, and begins the session. */
  private async finish(request: FastifyRequest, reply: FastifyReply, pending: PendingSignIn): Promise<FastifyReply> {
    const { settings, provider } = this.parts;
    const tokens = await provider.finish(request.url, pending);
    const { accessToken, roles, user } = identityOf(tokens);
    const isStrong = isStrongEnough(roles, tokens.claims.acr, this.strengths);
    if (!isStrong && !pending.acr) {
      // Only now is it known that the person is staff. The provider is asked again, for the missing strength. No session has begun yet.
      return this.begin(request, reply, pending.returnTo, { acr: this.strengths[0] });
    }
    if (!isStrong) {
      this.record(request, 'too-weak', user.sub);
      return toSignInPage(reply, 'failed', pending.returnTo);
    }
    await this.endEarlierSession(request, reply);
    if (roles.length) announceOfficial(accessToken, settings, request.log);
    await this.beginSession(request, reply, tokens);
    this.record(request, 'signed-in', user.sub);
    return reply.clearCookie(this.browserCookie, cookieOptions(settings.publicUrl)).redirect(pending.returnTo, 303);
  }

  /** This browser may still have a session of an earlier user. That session ends, and the new one gets an id of its own. */
  private async endEarlierSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { guard, sessions } = this.parts;
    await guard.load(request, reply);
    if (request.portalSession) {
      await sessions.end(request.portalSession);
      request.portalSession = null;
    }
  }

  private async beginSession(request: FastifyRequest, reply: FastifyReply, tokens: Tokens): Promise<void> {
    const { guard, sessions, areas } = this.parts;
    const page = isNavigation(request) ? areas.pageId(request, reply) : undefined;
    guard.setCookie(reply, await sessions.begin(tokens, { page, device: deviceOf(request.headers['user-agent']) }));
  }

  /** Counts and logs the result of a sign-in. */
  private record(request: FastifyRequest, outcome: string, user: string | null = null): void {
    this.parts.metrics.signIns.inc({ outcome });
    logSignIn(request, this.logKey, { event: 'sign-in', outcome, user });
  }
}
