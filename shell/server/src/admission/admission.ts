/** Admission control: newcomers queue while the portal is busy; those inside, and officials, are never put back. */

import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { errorFacts, type RedisClient } from '@portal/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from '../areas/area-tokens.ts';
import { callerKey } from '../limits.ts';
import type { GatewayMetrics } from '../observe/gateway-metrics.ts';
import { LANGUAGE_COOKIE, languageOf } from '../page/render.ts';
import { serviceUnavailable, tooManyRequests } from '../problems.ts';
import { cookieName, cookieOptions, type SessionGuard } from '../session/guard.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { AdaptiveLimit, REFUSED_WAIT } from './adaptive-limit.ts';
import { AdmissionCookies } from './admission-cookies.ts';
import { FileQueueStore, RedisQueueStore } from './queue-store.ts';
import { askAgainAfter, waitingPage, waitingPolicy } from './waiting-page.ts';
import { type Standing, WaitingRoom } from './waiting-room.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the call's stay among those that its service answers; with the time at which it came, of the day, and that at which it was sent on. */
    leaveService: { leave: (answerMs: number) => void; cameAt: number; since: number } | null;
  }
}

/** A header of the page of those who wait, for the worker that shows kept pages when the portal is down. */
export const QUEUE_HEADER = 'x-portal-queue';
/** The gateway itself is pressed when it comes to a tenth of its work this late. */
const LATE_MS = 100;
/** A pass is renewed when it is older than this. */
const RENEW_MS = 10 * 60_000;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
/** What belongs to no visit, and signing in, which officials need before they are known. */
const notVisits = /^\/(assets|auth|dev|events|health|identity|languages|metrics|operations|remotes|sign-in|staff|telemetry)(\/|$)|^\/[^/]+\.\w{2,11}$/;

/**
 * Whether a request begins or continues a visit. Whoever has the id of a document, or a code, shows it somewhere at this moment: that is let through.
 */
export function isVisit(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const [path = '/'] = request.url.split('?', 1);
  if (notVisits.test(path)) return false;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads && (path.startsWith('/v/') || uuid.test(path))) return false;
  return path.startsWith('/api/') || !reads || isNavigation(request);
}

export interface AdmissionParts {
  settings: GatewaySettings;
  guard: SessionGuard;
  redis?: RedisClient;
  /** The keys of the services, each with a limit of its own. */
  services: readonly string[];
}

/** Registers what can be seen of it; without admission control there are no values. */
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

  /** Registers the judgement of every request, after cookies are read. */
  register(): void {
    // Whoever takes places without end would push everybody back.
    const countPlaces = this.app.createRateLimit?.({
      max: this.parts.settings.rateLimitGeneral,
      timeWindow: 60_000,
      keyGenerator: ({ ip }: FastifyRequest) => `place:${callerKey(ip)}`,
    });
    this.app.decorateRequest('leaveService', null);
    this.app.addHook('onRequest', async (request, reply) => {
      if (!isVisit(request)) return;
      const known = this.cookies.read(request.cookies[this.name]);
      if (known && 'inside' in known) return known.age > RENEW_MS ? this.letIn(request, reply, known.cameIn) : undefined;
      if (await this.isOfficial(request, reply)) return this.letIn(request, reply, 0);
      if (!known && this.room.isClosed && countPlaces) {
        const counted = await countPlaces(request);
        if (!counted.isAllowed && counted.isExceeded) throw tooManyRequests(Math.max(1, counted.ttlInSeconds));
      }
      // Without the numbers of the queue nobody is kept out.
      const standing = await (known ? this.room.comeBack(known) : this.room.arrive()).catch(() => undefined);
      if (!standing) return this.letIn(request, reply);
      this.setCookie(reply, this.cookies.place(standing.place, standing.isNew === true));
      if (request.method !== 'GET' || !isNavigation(request) || request.url.startsWith('/api/')) throw serviceUnavailable(askAgainAfter(standing));
      return this.sendWaitingPage(request, reply, standing);
    });
  }

  /**
   * Waits until the service takes one more call. Uploads are not counted: they last as long as the line of whoever sends them.
   * @throws ProblemError 503 where too many wait
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

  /** The answer has begun, or nobody waits for it any more. */
  leaveService(request: FastifyRequest): void {
    const { leaveService, method } = request;
    if (!leaveService) return;
    request.leaveService = null;
    leaveService.leave(performance.now() - leaveService.since);
    const cookie = request.cookies[this.name];
    const pass = this.cookies.read(cookie);
    if (!cookie || !pass || !('inside' in pass) || pass.cameIn === 0) return;
    this.room.visits.call((leaveService.cameAt - pass.cameIn) / 1000, method !== 'GET' && method !== 'HEAD', cookie);
  }

  private async isOfficial(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (!request.cookies[cookieName('session', this.parts.settings.publicUrl)]) return false;
    await this.parts.guard.load(request, reply).catch(() => undefined);
    return Boolean(request.portalSession?.roles.length);
  }

  /** Answers that caches may keep for everybody carry no pass. @param cameIn of those who are inside already; 0 for officials, who are not counted */
  private letIn(request: FastifyRequest, reply: FastifyReply, cameIn?: number): void {
    if (!isNavigation(request) && request.method === 'GET') return;
    if (cameIn === undefined) this.room.visits.enter();
    this.setCookie(reply, this.cookies.pass(cameIn));
  }

  private setCookie(reply: FastifyReply, value: string): void {
    void reply.setCookie(this.name, value, cookieOptions(this.parts.settings.publicUrl));
  }

  private sendWaitingPage(request: FastifyRequest, reply: FastifyReply, standing: Standing): FastifyReply {
    const language = languageOf(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'], this.languages);
    return reply
      .code(503)
      .header('retry-after', String(askAgainAfter(standing)))
      .header('refresh', String(askAgainAfter(standing)))
      .header(QUEUE_HEADER, String(standing.place))
      .header('cache-control', 'no-store')
      .header('content-security-policy', waitingPolicy)
      .header('content-language', language)
      .type('text/html; charset=utf-8')
      .send(waitingPage(standing, this.parts.settings.portalName, language));
  }
}
