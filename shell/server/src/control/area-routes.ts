import {
  type Change,
  choiceHolds,
  diffVersions,
  type Entry,
  type Order,
  periodsOf,
  type RemoteJson,
  type Store,
  storedRemote,
  versionProblems,
} from '@portal/remotes';
import { dateTime, unprocessable } from '@portal/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AreaTokens } from '../areas/area-tokens.ts';
import type { OrderContext, Registry } from '../page/registry.ts';
import type { TrustedKeysFile } from '../page/trusted-keys-file.ts';
import { noSuchAddress, notPermitted, signInNeeded } from '../problems.ts';
import { digest } from '../session/encryption.ts';
import type { SessionGuard } from '../session/guard.ts';
import { claimsIn } from '../session/provider.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { type AreaHour, shell } from '../telemetry/telemetry.ts';
import type { ReportAudit } from './audit-report.ts';
import { chosenVersion, decide, type Person, parseDecisionRequest, pendingRequest, reasonNotToServe, stateOf } from './decisions.ts';

export interface AreaRouteParts {
  settings: Pick<GatewaySettings, 'remotesSecondPerson' | 'stepUpAcr' | 'stepUpMinutes'>;
  guard: Pick<SessionGuard, 'load' | 'protect'>;
  areas: Pick<AreaTokens, 'require'>;
  registry: Pick<Registry, 'current' | 'areas' | 'order'>;
  store: Store;
  trust: Pick<TrustedKeysFile, 'current'>;
  /** Returns the figures that visitors' pages have reported to all gateways during the last hour. */
  lastHour(): Promise<AreaHour[]>;
  /** Returns the major version of the web-kit that the shell provides. */
  kit(): Promise<number | undefined>;
  audit: ReportAudit;
}

export const OPERATOR = 'remotes-admin';

/** Maximum number of history lines that are sent, and of versions that are listed. */
const MOST_LINES = 200;
const MOST_VERSIONS = 50;

type InForce = Awaited<ReturnType<Registry['areas']>> extends ReadonlyMap<string, infer Value> ? Value : never;

/** Finds the change through which every visitor got this version. */
const deployment = (changes: readonly Change[], version: string): Change | undefined =>
  changes.findLast((change) => change.version === version && ['publish', 'promote', 'rollback'].includes(change.action));

/** Formats a stored time for responses. */
const timeShown = (at: string): string => dateTime(new Date(at));
const inAnswer = <Said extends { at: string }>(said: Said): Said => ({ ...said, at: timeShown(said.at) });

const requestOf = (order: Order | undefined, person: string): object | null => {
  const request = pendingRequest(order, Date.now());
  if (!request) return null;
  const { person: by, ...shown } = request;
  return { ...inAnswer(shown), own: by === person };
};

/** Describes what is in force for an area, and what operators can decide on. */
function stateShown(name: string, { stable, canary, stopped, signed }: InForce, changes: readonly Change[], person: string): object {
  const order = signed.followed?.order;
  const change = deployment(changes, stable.version);
  return {
    name,
    title: (stable as { title?: unknown }).title,
    version: stable.version,
    since: change ? timeShown(change.at) : null,
    by: change?.by ?? null,
    why: change?.why ?? null,
    canary: canary ? { version: canary.version, share: canary.share } : null,
    /** The version that the area's team has published, when an operator has chosen another one. */
    published: choiceHolds(order, signed) && stable.version !== signed.stable.version ? signed.stable.version : null,
    stopped: stopped ? inAnswer(stopped) : null,
    request: requestOf(order, person),
    state: stateOf({ signed, before: order }),
  };
}

/**
 * Registers the routes for operators: what is deployed and how well it works, what was deployed before, how versions differ, and decisions about an area. The
 * gateway itself checks the role.
 */
export async function areaRoutes(app: FastifyInstance, parts: AreaRouteParts): Promise<void> {
  const { settings, guard, areas, registry, store, trust, lastHour, kit, audit } = parts;
  const { remotesSecondPerson, stepUpAcr, stepUpMinutes } = settings;
  const secondPerson = listOf(remotesSecondPerson);

  /**
   * Requires an operator.
   * @returns the digest of the account, its name, and how and when the person signed in
   */
  async function operator(request: FastifyRequest, reply: FastifyReply): Promise<Person> {
    void reply.header('cache-control', 'no-store');
    if (request.method === 'GET') await guard.load(request, reply);
    else await guard.protect(request, reply);
    if (!request.portalSession) throw signInNeeded();
    if (!request.portalSession.roles.includes(OPERATOR)) throw notPermitted();
    areas.require(request, reply, 'operations');
    const { accessToken, user } = request.portalSession;
    const { acr, auth_time: signedInAt } = claimsIn(accessToken);
    return {
      person: digest(user.sub),
      name: user.name,
      ...(typeof acr === 'string' ? { acr } : {}),
      ...(typeof signedInAt === 'number' ? { signedInAt } : {}),
    };
  }

  async function inForce(name: string): Promise<InForce> {
    const found = (await registry.areas()).get(name);
    if (!found) throw noSuchAddress();
    return found;
  }

  app.get('/operations/areas', async (request, reply) => {
    const { person } = await operator(request, reply);
    const [{ document }, all, history] = await Promise.all([registry.current(), registry.areas(), store.history()]);
    const hour = await lastHour();
    return {
      notice: document.notice ?? null,
      secondPerson,
      /** The figures of the shell's own pages. */
      shell: hour.find((one) => one.area === shell.name) ?? null,
      areas: [...all].map(([name, area]) => ({
        ...stateShown(
          name,
          area,
          history.filter((one) => one.area === name),
          person,
        ),
        versions: hour.filter((one) => one.area === name),
      })),
    };
  });

  app.get<{ Params: { name: string } }>('/operations/areas/:name', async (request, reply) => {
    const { person } = await operator(request, reply);
    const { name } = request.params;
    const area = await inForce(name);
    const [history, stored] = await Promise.all([store.history(), store.versions(name)]);
    const changes = history.filter((one) => one.area === name);
    const periods = periodsOf(changes);
    const first = (version: string): Change | undefined =>
      changes.find((change) => change.version === version && ['publish', 'canary'].includes(change.action));
    const versions = stored
      .map((version) => ({
        version,
        publishedAt: first(version)?.at ?? null,
        publishedBy: first(version)?.by ?? null,
        inForce: periods
          .filter((period) => period.version === version)
          .map(({ from, until }) => ({ from: timeShown(from), until: until ? timeShown(until) : null })),
      }))
      .sort((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '') || b.version.localeCompare(a.version));
    return {
      ...stateShown(name, area, changes, person),
      secondPerson,
      versions: versions.slice(0, MOST_VERSIONS).map((each) => ({ ...each, publishedAt: each.publishedAt && timeShown(each.publishedAt) })),
      history: changes
        .slice(-MOST_LINES)
        .reverse()
        .map(({ area: _, ...change }) => inAnswer(change)),
    };
  });

  app.get<{ Params: { name: string }; Querystring: { from?: string; to?: string } }>('/operations/areas/:name/diff', async (request, reply) => {
    await operator(request, reply);
    const { name } = request.params;
    await inForce(name);
    const { from, to } = request.query;
    const stored = await store.versions(name);
    // Only listed versions are accepted, because any other name could lead to other files.
    if (!from || !to || !stored.includes(from) || !stored.includes(to)) throw noSuchAddress();
    return diffVersions(store, name, from, to);
  });

  app.post<{ Params: { name: string; action: string }; Body: unknown }>(
    '/operations/areas/:name/actions/:action',
    { bodyLimit: 4096 },
    async (request, reply) => {
      const who = await operator(request, reply);
      const { name, action } = request.params;
      const call = parseDecisionRequest(action, request.body);
      const now = await inForce(name);
      const before = now.signed.followed?.order;
      const standing: OrderContext = { area: name, signed: now.signed, served: now, before };
      await requireFit(name, chosenVersion(action === 'confirm' ? (pendingRequest(before, Date.now()) ?? call) : call, standing));
      let done: ReturnType<typeof decide>['entry'] | undefined;
      await registry.order(name, (latest) => {
        const made = decide(call, latest, who, { secondPerson, stepUpAcr, stepUpMinutes });
        done = made.entry;
        return made;
      });
      if (done) audit(request, { area: name, ...done });
      const [area, history] = await Promise.all([inForce(name), store.history()]);
      return stateShown(
        name,
        area,
        history.filter((one) => one.area === name),
        who.person,
      );
    },
  );

  /**
   * Requires that a version may be served.
   * @throws 422 when the version differs from what its team has published, or conflicts with what is deployed
   */
  async function requireFit(name: string, version: string | undefined): Promise<void> {
    if (version === undefined) return;
    const { trust: keys } = await trust.current();
    if (!(await store.versions(name)).includes(version)) throw noSuchAddress();
    const wrong = await versionProblems(store, name, version, keys.get(name) ?? []);
    const remote = (await storedRemote(store, name, version)) as RemoteJson;
    const rivals: Entry[] = [...(await registry.areas())].flatMap(([other, { stable }]) => (other === name ? [] : [stable]));
    const message = wrong[0] ?? reasonNotToServe(remote, await kit(), rivals);
    if (message !== undefined) throw unprocessable([{ code: 'VERSION', field: 'version', message }]);
  }
}
