/** `GET /events`, the stream of a browser, and `/api/<area>/presence`, where a page says which case it has open. */
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
    /** The answer lasts as long as its page. */
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
  /** Told how the open streams are counted. */
  open?: { officials: () => number };
  /** Replaced in tests. */
  bus?: EventBus;
}

/** How long it is remembered that a session may read a case. */
const MAY_READ_MS = 60_000;
const MOST_REMEMBERED = 20_000;
const aKind = /^\/v1(\/[a-z][a-z-]{0,40}){1,3}$/;
const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const aTab = /^[\w-]{8,40}$/;

interface PresenceBody {
  kind: string;
  id: string;
  tab: string;
  /** The page has left the case. */
  left: boolean;
  /** The version that the page shows, where it says for the first time that it does. */
  version?: number;
}

/** Reads the body of a presence call; undefined where it is not one. */
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
  // Before connections are closed by force, so that browsers learn when to come back.
  app.addHook('preClose', async () => hub.close());
  app.addHook('onClose', async () => bus.close());
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
  });

  /** @throws 401, 403: the stream is for officials */
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
    const stream = new EventStream(session, reply.raw, reply.getHeaders());
    hub.add(stream);
    reply.raw.once('close', () => hub.remove(stream));
  });

  const known = new Map<string, number>();

  /** Asks the service whether an official may read a case. @returns its version @throws 403; 503 where the service does not answer */
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

  /** The service is asked seldom, however often a page repeats that it shows a case. @throws as `versionOf` */
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
      // From now on the page hears of changes. What became of the case since it was read, the page did not hear.
      const version = await versionOf(area, session, presence).catch(() => undefined);
      return version === undefined || version <= presence.version ? seen : { ...seen, changed: true };
    });
  }

  /** As for every call to the area's service; it is no activity of the officer, as the page repeats it by itself. */
  async function protect(request: FastifyRequest, reply: FastifyReply, area: string): Promise<void> {
    request.headers['x-background'] = '1';
    await guard.protect(request, reply);
    areas.require(request, reply, area);
  }
}
