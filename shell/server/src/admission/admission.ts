/** Admission control: newcomers queue while the portal is overloaded. Visitors who were already admitted, and officials, never have to queue. */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { errorFacts, type ProblemError, type RedisClient } from '@portal/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from '../areas/area-tokens.ts';
import { callerKey } from '../limits.ts';
import type { GatewayMetrics } from '../observe/gateway-metrics.ts';
import { isMessageChoice } from '../page/plain-page.ts';
import { serviceUnavailable, tooManyRequests } from '../problems.ts';
import { LANGUAGE_COOKIE, languageOf, readChoiceCookie } from '../reader-choices.ts';
import { apiPolicy } from '../security-headers.ts';
import { cookieName, cookieOptions, type SessionGuard } from '../session/guard.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { AdaptiveLimit, REFUSED_WAIT, refusedForNow } from './adaptive-limit.ts';
import { AdmissionCookies, type Pass } from './admission-cookies.ts';
import { FileQueueStore, RedisQueueStore } from './queue-store.ts';
import { askAgainAfter, refusalPage, waitingPage, waitingPolicy } from './waiting-page.ts';
import { type QueuePosition, WaitingRoom } from './waiting-room.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Ends the call at the adaptive limit of its service. `cameAt` is the wall-clock time when the call arrived; `since` is the monotonic time when it was sent
     * to the service.
     */
    leaveService: { leave: (answerMs: number) => void; cameAt: number; since: number } | null;
  }
}

/** Response header that marks the waiting page. The service worker needs it, because it shows cached pages when the portal is down. */
export const QUEUE_HEADER = 'x-portal-queue';
/** Request header in which an anonymous call carries a pass. In the answer to a call without one, the header says that a pass is required. */
const PASS_HEADER = 'x-portal-pass';
/** The gateway itself counts as overloaded when its event loop delay (90th percentile) exceeds this many milliseconds. */
const LATE_MS = 100;
/** A pass older than this many milliseconds is renewed. */
const RENEW_MS = 10 * 60_000;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
/** Addresses that do not belong to a visit. They include the sign-in, because officials are known as officials only after it. */
const notVisits = /^\/(assets|auth|dev|events|health|identity|languages|metrics|operations|remotes|sign-in|staff|telemetry)(\/|$)|^\/[^/]+\.\w{2,11}$/;

/** What the page of a verification code reads: the document of the code, and the keys for checking its signature. */
const verificationCalls = /^\/api\/(?:[a-z][a-z-]*\/v1\/verify\/[^/]+|reference\/v1\/keys)$/;

/**
 * Checks whether a request begins or continues a visit. Reading a document by its id or a verification code is not counted as a visit, because its holder is
 * showing it to somebody at this moment; such requests are always let through. So is the choice of messages, because a mail program cannot queue: it unsubscribes
 * with one call (RFC 8058).
 */
export function isVisit(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const [path = '/'] = request.url.split('?', 1);
  if (notVisits.test(path) || isMessageChoice(path)) return false;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads && (path.startsWith('/v/') || verificationCalls.test(path) || uuid.test(path))) return false;
  return path.startsWith('/api/') || !reads || isNavigation(request);
}

/** Counts a new place of the caller's network address. Missing without rate limits. */
type CountPlaces = ReturnType<FastifyInstance['createRateLimit']> | undefined;

/** The network address of the visitor has used up its places. */
interface NoPlace {
  /** Seconds until the address gets places again. */
  refusedFor: number;
}

/** Makes the answer to a call of a visitor who was not admitted. */
const refusalOf = (standing: QueuePosition | NoPlace): ProblemError =>
  'refusedFor' in standing ? tooManyRequests(standing.refusedFor) : serviceUnavailable(askAgainAfter(standing));

export interface AdmissionParts {
  settings: GatewaySettings;
  guard: SessionGuard;
  metrics: GatewayMetrics;
  redis?: RedisClient;
  /** Names of the services; each has an adaptive limit of its own. */
  services: readonly string[];
}

/** Registers the metrics of admission control. Without admission control they have no values. */
export function measureAdmission(metrics: GatewayMetrics, admission: Admission | undefined): void {
  metrics.gauge('portal_queue_waiting', 'People in the queue of newcomers, of all gateways', [], () =>
    admission ? [{ labels: {}, value: admission.room.people }] : [],
  );
  metrics.gauge('portal_visit_calls', 'Calls to the services that a newcomer makes, as the queue has learned', [], () => {
    const perPerson = admission?.room.visits.perPerson;
    return perPerson ? [{ labels: {}, value: perPerson.calls }] : [];
  });
  metrics.gauge('portal_service_limit', 'Calls that a service is sent at the same time', ['upstream'], () =>
    [...(admission?.limits ?? [])].map(([upstream, { current }]) => ({ labels: { upstream }, value: current })),
  );
}

export class Admission {
  readonly limits: ReadonlyMap<string, AdaptiveLimit>;
  readonly room: WaitingRoom;
  private readonly cookies: AdmissionCookies;
  private readonly name: string;
  private readonly languages: string[];

  constructor(
    private readonly app: FastifyInstance,
    private readonly parts: AdmissionParts,
  ) {
    const { settings, redis } = parts;
    this.cookies = new AdmissionCookies(settings.sessionSecret);
    this.name = cookieName('admission', settings.publicUrl);
    this.languages = listOf(settings.languages);
    this.limits = new Map(parts.services.map((name) => [name, new AdaptiveLimit({ quickMs: settings.quickAnswerMs })]));
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const behind = (): number => {
      const isLate = delay.percentile(90) / 1e6 > LATE_MS;
      delay.reset();
      const ofServices = [...this.limits.values()].map((limit) => limit.takeBehind());
      return Math.max(isLate ? REFUSED_WAIT : 0, ...ofServices);
    };
    const store = redis ? new RedisQueueStore(redis, settings.sessionPrefix) : new FileQueueStore(join(settings.dataDir, 'gateway', 'queue.json'));
    this.room = new WaitingRoom({ store, behind });
    const clock = setInterval(() => void this.room.tick().catch((error: unknown) => app.log.warn(errorFacts(error), 'the queue does not move')), 1_000).unref();
    app.addHook('onClose', async () => {
      clearInterval(clock);
      delay.disable();
      store.close();
    });
  }

  /** Registers the hook that admits or queues each request. It must run after cookies are parsed. */
  register(): void {
    // Without a rate limit, one caller could take any number of places and push everybody else back.
    const countPlaces = this.app.createRateLimit?.({
      max: this.parts.settings.rateLimitGeneral,
      timeWindow: 60_000,
      // Page loads count too. Without a list of its own, this limit would have the list of the limit of calls, which leaves out pages.
      allowList: () => false,
      keyGenerator: ({ ip }: FastifyRequest) => `place:${callerKey(ip)}`,
    });
    this.app.decorateRequest('leaveService', null);
    this.app.addHook('onRequest', async (request, reply) => {
      if (!isVisit(request)) return;
      // A call without any cookie comes from a program, or from a page that sends it anonymously. It is no newcomer, and a place would be lost with its cookie.
      if (request.headers.cookie === undefined && !isNavigation(request)) return this.letAnonymousCallIn(request, reply);
      const admitted = await this.admit(request, reply, countPlaces);
      if ('pass' in admitted) return;
      if (request.method !== 'GET' || !isNavigation(request) || request.url.startsWith('/api/')) throw refusalOf(admitted);
      return this.sendWaitingPage(request, reply, admitted);
    });
    // Scripts cannot read the cookie. They ask here for the pass that their anonymous calls carry.
    this.app.post('/auth/pass', async (request, reply) => {
      const admitted = await this.admit(request, reply, countPlaces);
      if (!('pass' in admitted)) throw refusalOf(admitted);
      void reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
      return { pass: admitted.pass };
    });
  }

  /** Admits a visitor, or gives the visitor a place in the queue, unless the places of this network address are used up. */
  private async admit(request: FastifyRequest, reply: FastifyReply, countPlaces: CountPlaces): Promise<{ pass: string } | QueuePosition | NoPlace> {
    const cookie = request.cookies[this.name] ?? '';
    const known = this.cookies.read(cookie);
    if (known && 'inside' in known) return { pass: known.age > RENEW_MS ? this.letIn(request, reply, known.cameIn) : cookie };
    if (await this.isOfficial(request, reply)) return { pass: this.letIn(request, reply, 0) };
    if (!known && this.room.isClosed && countPlaces) {
      const counted = await countPlaces(request);
      if (!counted.isAllowed && counted.isExceeded) {
        this.parts.metrics.rateLimited.inc({ limit: 'place' });
        return { refusedFor: Math.max(1, counted.ttlInSeconds) };
      }
    }
    // When the queue store does not answer, everybody is admitted.
    const standing = await (known ? this.room.comeBack(known) : this.room.arrive()).catch(() => undefined);
    if (!standing) return { pass: this.letIn(request, reply) };
    this.setCookie(reply, this.cookies.place(standing.place, standing.isNew === true));
    return standing;
  }

  /** @throws ProblemError 503 while people wait and the call carries no pass */
  private letAnonymousCallIn(request: FastifyRequest, reply: FastifyReply): void {
    if (this.room.waiting === 0 || this.passOf(request)) return;
    void reply.header(PASS_HEADER, 'required');
    throw refusedForNow();
  }

  /** Reads the pass that a call carries, in its cookie or in its header. */
  private passOf({ cookies, headers }: FastifyRequest): (Pass & { text: string }) | undefined {
    const text = cookies[this.name] ?? headers[PASS_HEADER];
    if (typeof text !== 'string') return undefined;
    const pass = this.cookies.read(text);
    return pass && 'inside' in pass ? { ...pass, text } : undefined;
  }

  /**
   * Waits until the service accepts one more call. Uploads are not limited, because their duration depends on the connection of the sender.
   * @throws ProblemError 503 when too many calls wait
   */
  async enterService(name: string, request: FastifyRequest): Promise<void> {
    const limit = this.limits.get(name);
    if (!limit || (name === 'media' && request.method !== 'GET')) return;
    const cameAt = Date.now();
    const rank = request.portalSession?.roles.length ? 'official' : 'public';
    const leave = await limit.enter(rank, Number(request.headers['content-length']) || 0);
    request.leaveService = { leave, cameAt, since: performance.now() };
    if (request.raw.socket?.destroyed) this.leaveService(request);
  }

  /** Ends the call at the limit of its service, because the answer has begun or the caller has disconnected. */
  leaveService(request: FastifyRequest): void {
    const { leaveService, method } = request;
    if (!leaveService) return;
    request.leaveService = null;
    leaveService.leave(performance.now() - leaveService.since);
    const pass = this.passOf(request);
    if (!pass || pass.cameIn === 0) return;
    this.room.visits.call((leaveService.cameAt - pass.cameIn) / 1000, method !== 'GET' && method !== 'HEAD', pass.text);
  }

  private async isOfficial(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (!request.cookies[cookieName('session', this.parts.settings.publicUrl)]) return false;
    await this.parts.guard.load(request, reply).catch(() => undefined);
    return Boolean(request.portalSession?.roles.length);
  }

  /**
   * Admits a visitor and sets the pass cookie. GET requests that are not navigations get no cookie, because shared caches may store their answers.
   * @param cameIn time of admission of a visitor who already has a pass; 0 for officials, who are not counted; missing for a newcomer
   * @returns the pass
   */
  private letIn(request: FastifyRequest, reply: FastifyReply, cameIn?: number): string {
    const pass = this.cookies.pass(cameIn);
    if (!isNavigation(request) && request.method === 'GET') return pass;
    if (cameIn === undefined) this.room.visits.enter();
    this.setCookie(reply, pass);
    return pass;
  }

  private setCookie(reply: FastifyReply, value: string): void {
    void reply.setCookie(this.name, value, cookieOptions(this.parts.settings.publicUrl));
  }

  private sendWaitingPage(request: FastifyRequest, reply: FastifyReply, standing: QueuePosition | NoPlace): FastifyReply {
    const language = languageOf(readChoiceCookie(request.cookies, LANGUAGE_COOKIE), request.headers['accept-language'], this.languages);
    const { portalName } = this.parts.settings;
    const refusal = refusalOf(standing);
    const again = String(refusal.extra.retryAfter);
    if ('place' in standing) void reply.header(QUEUE_HEADER, String(standing.place));
    return reply
      .code(refusal.status)
      .header('retry-after', again)
      .header('refresh', again)
      .header('cache-control', 'no-store')
      .header('content-security-policy', waitingPolicy)
      .header('content-language', language)
      .type('text/html; charset=utf-8')
      .send('place' in standing ? waitingPage(standing, portalName, language) : refusalPage(refusal.toProblem(request.id, language), portalName, language));
  }
}
