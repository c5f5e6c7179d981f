/** `GET /events` is the event stream of a browser. Through `/api/<area>/presence` a page reports which case it has open. */
import { type EventBus, openEventBus } from '@portal/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AreaTokens } from '../areas/area-tokens.ts';
import type { DevelopmentProcesses } from '../development.ts';
import type { GatewayMetrics } from '../observe/gateway-metrics.ts';
import { badPresence, notPermitted, serviceUnavailable, signInNeeded, tooManyRequests } from '../problems.ts';
import { services } from '../proxy/api-proxy.ts';
import { apiPolicy } from '../security-headers.ts';
import type { SessionGuard } from '../session/guard.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { GatewaySettings } from '../settings.ts';
import { EventHub } from './event-hub.ts';
import { EventStream } from './event-stream.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set when the response is a stream that lasts as long as its page is open. */
    isStream?: true;
  }
}

export interface EventParts {
  settings: GatewaySettings;
  guard: SessionGuard;
  sessions: Sessions;
  areas: AreaTokens;
  metrics: GatewayMetrics;
  developmentProcesses: DevelopmentProcesses;
  /** Receives a function that counts the open streams. */
  open?: { officials: () => number };
  /** Event bus; tests pass their own. */
  bus?: EventBus;
}

/** Milliseconds for which the permission of a session to read a case is cached. */
const MAY_READ_MS = 60_000;
const MOST_REMEMBERED = 20_000;
const aKind = /^\/v1(\/[a-z][a-z-]{0,40}){1,3}$/;
const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const aTab = /^[\w-]{8,40}$/;

interface PresenceBody {
  kind: string;
  id: string;
  tab: string;
  /** Whether the page has left the case. */
  left: boolean;
  /** The version that the page shows. Sent only with the first report for a case. */
  version?: number;
}

/** Reads the body of a presence call. Returns undefined when it is not valid. */
function presenceOf(body: unknown): PresenceBody | undefined {
  const { kind, id, tab, left = false, version } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const good = typeof kind === 'string' && aKind.test(kind) && typeof id === 'string' && anId.test(id) && typeof tab === 'string' && aTab.test(tab);
  const isVersion = version === undefined || Number.isSafeInteger(version);
  return good && typeof left === 'boolean' && isVersion ? { kind, id, tab, left, version: version as number | undefined } : undefined;
}

export async function eventRoutes(app: FastifyInstance, parts: EventParts): Promise<void> {
  const { settings, guard, sessions, areas, metrics, developmentProcesses } = parts;
  const bus = parts.bus ?? openEventBus(settings);
  const hub = new EventHub(bus, sessions);
  if (parts.open) parts.open.officials = () => hub.size;
  metrics.gauge('portal_event_streams', 'Browsers of officials that are connected to the stream of events', [], () => [{ value: hub.size }]);
  // Streams are ended before the server closes connections by force, so that browsers learn when to reconnect.
  app.addHook('preClose', async () => hub.close());
  app.addHook('onClose', async () => bus.close());
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
  });

  /**
   * Requires an official.
   * @throws 401, 403 for anybody else
   */
  const official = ({ portalSession: session }: FastifyRequest): Session => {
    if (!session) throw signInNeeded();
    if (session.roles.length === 0) throw notPermitted();
    return session;
  };

  app.get('/events', { config: { isStream: true } }, async (request, reply) => {
    await guard.loadQuietly(request, reply);
    const session = official(request);
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') throw notPermitted();
    if (!hub.hasRoom(session)) throw tooManyRequests(60);
    reply.hijack();
    // The caller left while the session was loaded. A response without a connection never emits `close`, so nothing would remove the stream.
    if (reply.raw.destroyed) return;
    const stream = new EventStream(session, reply.raw, reply.getHeaders());
    hub.add(stream);
    reply.raw.once('close', () => hub.remove(stream));
  });

  const known = new Map<string, number>();

  /**
   * Asks the service whether an official may read a case.
   * @returns the version of the case
   * @throws 403; 503 when the service does not answer
   */
  async function versionOf(area: string, { accessToken }: Session, { kind, id }: PresenceBody): Promise<number | undefined> {
    const service = developmentProcesses.of(`svc-${area}`) ?? services(settings)[area];
    const answer = await fetch(`${service}${kind}/${id}/watch`, {
      redirect: 'error',
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      signal: AbortSignal.timeout(5_000),
    }).catch(() => {
      throw serviceUnavailable();
    });
    const { version } = (await answer.json().catch(() => ({}))) as { version?: number };
    if (answer.status >= 500) throw serviceUnavailable();
    if (!answer.ok) throw notPermitted();
    return version;
  }

  /**
   * Requires that an official may read a case. The answer of the service is cached, because a page repeats its presence often.
   * @throws the same errors as `versionOf`
   */
  async function requireReadable(area: string, session: Session, presence: PresenceBody): Promise<void> {
    const name = `${session.key} ${presence.kind} ${presence.id}`;
    if ((known.get(name) ?? 0) > Date.now()) return;
    await versionOf(area, session, presence);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(name, Date.now() + MAY_READ_MS);
  }

  for (const area of Object.keys(services(settings))) {
    app.post<{ Body: unknown }>(`/api/${area}/presence`, { bodyLimit: 1024 }, async (request, reply) => {
      await protect(request, reply, area);
      const session = official(request);
      const presence = presenceOf(request.body);
      if (!presence) throw badPresence();
      if (presence.left) {
        hub.leave(session, presence.id, presence.tab);
        return { others: [] };
      }
      await requireReadable(area, session, presence);
      const seen = hub.look(session, presence.id, presence.tab);
      if (!seen) throw tooManyRequests(60);
      if (presence.version === undefined) return seen;
      // From now on the page receives changes of the case. It missed any change between reading the case and this call, so the version is compared.
      const version = await versionOf(area, session, presence).catch(() => undefined);
      return version === undefined || version <= presence.version ? seen : { ...seen, changed: true };
    });
  }

  /** Applies the checks of every call to the area's service. The call does not count as activity of the officer, because the page repeats it automatically. */
  async function protect(request: FastifyRequest, reply: FastifyReply, area: string): Promise<void> {
    request.headers['x-background'] = '1';
    await guard.protect(request, reply);
    areas.require(request, reply, area);
  }
}
