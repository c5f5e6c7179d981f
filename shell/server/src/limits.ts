import { createHmac, hkdfSync } from 'node:crypto';
import type { Socket } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import { foldIdentifier, type SearchCriterion } from '@portal/contract-kit';
import type { RedisClient } from '@portal/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayMetrics } from './observe/gateway-metrics.ts';
import { serviceOf } from './page/plain-page.ts';
import type { Area } from './page/registry.ts';
import { tooManyRequests } from './problems.ts';
import { WholeBody } from './proxy/body-limit.ts';
import type { GatewaySettings } from './settings.ts';

/**
 * Decodes the path of an address as the router does: `/auth/%63allback` is the same address as `/auth/callback`. The router splits the path before it decodes it,
 * so a segment may contain an escaped slash.
 */
const segmentsOf = (url: string): string[] => url.split('?', 1)[0].replace(/\/+$/, '').split('/').map(decoded);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the decoded path of an address. A slash within a segment stays escaped, because it does not end the segment. */
const pathOf = (url: string): string =>
  segmentsOf(url)
    .map((segment) => segment.replaceAll('/', '%2F'))
    .join('/');

type Limit = 'general' | 'find' | 'code' | 'signIn' | 'upload' | 'telemetry';

/** Matches calls that return a trip by its reference. References can be guessed. */
const tripDetails = /^\/api\/trips\/v1\/triptic\/trip\/[^/]+\/details$/;

/** Matches calls that return a declaration by its reference or a membership by its number. Both can be guessed. */
const numberLookup = /^\/api\/reference\/v1\/(?:[^/]+\/declaration\/[^/]+\/(?:simpleDocument|contentData)|membership\/registration\/[^/]+\/contentData)$/;

/** Matches forms that work without script. They count like the API call that they replace. */
const plainForm = /^\/eservice\/(.+\/plain(\/|$)|messages\/)/;

/**
 * Matches the public calls of a kind of document that search it or send a message. Groups: the kind, the call.
 */
const finderCall = /^(\/api\/.*?)\/(find|find\/code|find\/open|travel-day)$/;

/** Whether a path is that of a public finder. Finders take their criteria in the body of a POST, or in `q` of a GET. */
const isFinder = (path: string): boolean => finderCall.exec(path)?.[2] === 'find';

/** The criteria of the public finders that name one person: the number of a passport, and of another identity document. */
const personCriteria = new Set<unknown>(['travellerCode', 'holderCode']);

/**
 * Returns the person for whom a finder's query searches, if any: the number of the identity document, in the form in which the services compare numbers. A
 * finder requires every criterion to match, so of several numbers that differ no document has all.
 */
export function personIn(query: string): string | undefined {
  try {
    const { criteria } = JSON.parse(query) as { criteria: (Partial<SearchCriterion> | null)[] };
    for (const each of criteria) {
      const number = each?.operation === 'EQ' && personCriteria.has(each.fieldName) ? each.values?.[0] : undefined;
      const person = typeof number === 'string' ? foldIdentifier(number.trim()) : '';
      if (person) {
        return person;
      }
    }
  } catch {
    // The service says what is wrong with the query.
  }
  return undefined;
}

/** Returns the query of a call of a finder. Where the address has several, the service joins them in the same way. */
const finderQueryOf = ({ method, query, body }: FastifyRequest): string =>
  method === 'POST' ? (body instanceof WholeBody ? body.text : '') : String((query as { q?: unknown }).q);

/** Returns the trip or the person for whom a call searches, if any. Searches for a person by officials who may search all documents of a kind do not count. */
function targetOf(request: FastifyRequest): string | undefined {
  const path = pathOf(request.url);
  if (tripDetails.test(path)) {
    return `trip ${foldIdentifier(segmentsOf(request.url).at(-2)?.trim() ?? '')}`;
  }
  if (!isFinder(path) || request.portalSession?.roles.some((role) => role.endsWith('-search'))) {
    return undefined;
  }
  const person = personIn(finderQueryOf(request));
  return person && `person ${person}`;
}

/** Derives the key of the digests under which targets are counted. Without it, nobody can find out by trying which passport a digest stands for. */
const targetKeyOf = (sessionSecret: string): Buffer => Buffer.from(hkdfSync('sha256', sessionSecret, '', 'portal rate limit of targets', 32));

/** The rate-limit bucket in which a call is counted. */
interface Bucket {
  name: string;
  kind: Limit;
  /** The kind of document of a finder. Only a kind that is published has a bucket of its own, because the address may be invented. */
  documents?: string;
}

/** Returns the rate-limit bucket of a call. Each call of a finder has its own, for GET and POST together. All other calls share one bucket per kind of limit. */
export function rateLimitBucketOf(method: string, url: string): Bucket | undefined {
  const path = pathOf(url);
  if (path.startsWith('/api/')) {
    const [, documents, call] = finderCall.exec(path) ?? [];
    if (documents && call) {
      // All but the search send a message to an address that the caller names or that a document contains, or try the code in such a message.
      return { kind: call === 'find' ? 'find' : 'code', name: call, documents };
    }
    if (tripDetails.test(path)) {
      return { kind: 'find', name: 'find:trip-details' };
    }
    if (numberLookup.test(path)) {
      return { kind: 'find', name: 'find:number-lookup' };
    }
    if (path.startsWith('/api/media/') && (method === 'POST' || method === 'PUT')) {
      return { kind: 'upload', name: 'upload' };
    }
    return { kind: 'general', name: 'general' };
  }
  if (path === '/auth/login' || path === '/auth/callback' || (method === 'POST' && path.startsWith('/identity/'))) {
    return { kind: 'signIn', name: 'sign-in' };
  }
  if (path === '/telemetry') {
    return { kind: 'telemetry', name: 'telemetry' };
  }
  return path.startsWith('/auth/') || path === '/events' || plainForm.test(path) ? { kind: 'general', name: 'general' } : undefined;
}

/** Lists the addresses of the kinds of documents that these areas publish, such as `/api/trips/v1/triptic/trip`. */
const publishedKinds = (areas: readonly Area[]): string[] =>
  areas.flatMap((area) => {
    const { kinds } = area as { kinds?: unknown };
    return Array.isArray(kinds) ? (kinds as ({ path?: unknown } | null)[]).map((kind) => `/api/${serviceOf(area)}${kind?.path}`) : [];
  });

/**
 * Returns the key under which a caller is counted. IPv6 addresses with the same /64 prefix count as one caller, because a household or an office has a whole
 * /64.
 */
export function callerKey(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) {
    return ip;
  }
  const [first, last] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = last ? Array(Math.max(0, 8 - first.length - last.length)).fill('0') : [];
  return [...first, ...zeros, ...(last ?? [])].slice(0, 4).join(':');
}

/**
 * Limits the number of open connections per address. Behind load balancers this limit is off, because all connections come from the load balancers; these must
 * limit connections themselves.
 */
export function limitConnections({ server }: FastifyInstance, settings: Pick<GatewaySettings, 'rateLimit' | 'trustedProxies' | 'openConnections'>): void {
  if (!settings.rateLimit || settings.trustedProxies) {
    return;
  }
  const held = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const caller = callerKey(socket.remoteAddress ?? '');
    const count = held.get(caller) ?? 0;
    if (count >= settings.openConnections) {
      socket.destroy();
      return;
    }
    held.set(caller, count + 1);
    socket.once('close', () => {
      const left = (held.get(caller) ?? 1) - 1;
      left > 0 ? held.set(caller, left) : held.delete(caller);
    });
  });
}

interface LimitParts {
  settings: GatewaySettings;
  redis?: RedisClient;
  metrics: GatewayMetrics;
  /** Returns the deployed areas. */
  areas: () => Promise<readonly Area[]>;
}

/** Registers the rate limits per address and minute. With Redis all instances share them. Pages and their files are not counted. */
export async function limitRates(app: FastifyInstance, { settings, redis, metrics, areas }: LimitParts): Promise<void> {
  if (!settings.rateLimit) {
    return;
  }
  const limits = {
    general: settings.rateLimitGeneral,
    find: settings.rateLimitFind,
    code: settings.rateLimitCode,
    signIn: settings.rateLimitSignIn,
    upload: settings.rateLimitUpload,
    telemetry: settings.rateLimitTelemetry,
  };
  await app.register(rateLimit, {
    global: true,
    hook: 'onRequest',
    timeWindow: 60_000,
    cache: 20_000,
    max: (request: FastifyRequest) => limits[rateLimitBucketOf(request.method, request.url)?.kind ?? 'general'],
    allowList: (request: FastifyRequest) => rateLimitBucketOf(request.method, request.url) === undefined,
    keyGenerator: async (request: FastifyRequest) => {
      const { name, documents } = rateLimitBucketOf(request.method, request.url) ?? {};
      const published = documents && publishedKinds(await areas()).includes(documents);
      return [name, ...(published ? [documents] : []), callerKey(request.ip)].join(':');
    },
    onExceeded: (request: FastifyRequest) => metrics.rateLimited.inc({ limit: rateLimitBucketOf(request.method, request.url)?.kind ?? 'general' }),
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
    // Callers are let through when Redis fails.
    skipOnError: true,
    ...(redis ? { redis, nameSpace: `${settings.sessionPrefix}:rate:` } : {}),
  });
  // Limits the number of searches for one target, however many callers search for it.
  const targetKey = targetKeyOf(settings.sessionSecret);
  const countTarget = app.createRateLimit({
    max: settings.rateLimitTarget,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => {
      const target = targetOf(request);
      return target ? `target:${createHmac('sha256', targetKey).update(target).digest('base64url')}` : '';
    },
    allowList: [''],
  });
  // By now the body is complete, and the caller's session is known.
  app.addHook('preHandler', async (request) => {
    const counted = await countTarget(request);
    if (!counted.isAllowed && counted.isExceeded) {
      metrics.rateLimited.inc({ limit: 'target' });
      throw tooManyRequests(Math.max(1, counted.ttlInSeconds));
    }
  });
}
