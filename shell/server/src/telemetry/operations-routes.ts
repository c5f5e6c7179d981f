import type { Store } from '@portal/remotes';
import type { FastifyInstance } from 'fastify';
import type { AreaTokens } from '../areas/area-tokens.ts';
import type { Registry } from '../page/registry.ts';
import { notPermitted, signInNeeded } from '../problems.ts';
import type { SessionGuard } from '../session/guard.ts';
import { shell, type Telemetry } from './telemetry.ts';

export interface OperationsParts {
  guard: Pick<SessionGuard, 'load'>;
  areas: Pick<AreaTokens, 'require'>;
  registry: Pick<Registry, 'current'>;
  store: Pick<Store, 'history'>;
  telemetry: Telemetry;
}

const ROLE = 'remotes-admin';

/** `GET /operations/areas`: what is deployed, since when and by whom, and its results with visitors during the last hour. */
export async function operationsRoutes(app: FastifyInstance, { guard, areas, registry, store, telemetry }: OperationsParts): Promise<void> {
  app.get('/operations/areas', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    await guard.load(request, reply);
    if (!request.portalSession) {
      throw signInNeeded();
    }
    if (!request.portalSession.roles.includes(ROLE)) {
      throw notPermitted();
    }
    areas.require(request, reply, 'operations');
    const [{ document, canaries }, history] = await Promise.all([registry.current(), store.history()]);
    const hour = telemetry.lastHour();
    return {
      notice: document.notice ?? null,
      /** The pages of the shell itself. */
      shell: hour.find((one) => one.area === shell.name) ?? null,
      areas: document.areas.map((area) => {
        const { name, version } = area;
        const change = history.findLast((one) => one.area === name && one.version === version && one.action !== 'canary' && one.action !== 'abort');
        const canary = canaries.find((one) => one.name === name);
        return {
          name,
          title: (area as { title?: unknown }).title,
          version,
          since: change?.at ?? null,
          by: change?.by ?? null,
          why: change?.why ?? null,
          canary: canary ? { version: canary.version, share: canary.share } : null,
          versions: hour.filter((one) => one.area === name),
        };
      }),
    };
  });
}
