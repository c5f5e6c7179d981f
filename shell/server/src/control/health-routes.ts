import type { PartStates } from '@portal/service-kit';
import type { FastifyInstance } from 'fastify';
import type { AreaTokens } from '../areas/area-tokens.ts';
import { notPermitted, signInNeeded } from '../problems.ts';
import { services } from '../proxy/api-proxy.ts';
import type { SessionGuard } from '../session/guard.ts';
import type { GatewaySettings } from '../settings.ts';
import { certificatesOf } from './certificates.ts';
import type { GatewayFigures } from './gateway-figures.ts';

interface HealthParts {
  settings: GatewaySettings;
  guard: Pick<SessionGuard, 'load'>;
  areas: Pick<AreaTokens, 'require'>;
  gatewayParts: Pick<PartStates, 'current'>;
  figures: Pick<GatewayFigures, 'all'>;
}

const OPERATOR = 'jobs-admin';
/** Milliseconds for which the result of the checks is cached, so that frequent calls do not burden other servers. */
const REMEMBER_MS = 5_000;

/**
 * `GET /operations/health`: what the gateways depend on, their added-up figures, and the certificates. Each service reports its own parts itself (`/v1/parts`).
 */
export async function healthOfParts(app: FastifyInstance, { settings, guard, areas, gatewayParts, figures }: HealthParts): Promise<void> {
  let last: { at: number; told: Promise<object> } | undefined;

  async function tell(): Promise<object> {
    const [parts, certificates] = await Promise.all([
      gatewayParts.current(),
      certificatesOf([
        ['portal', settings.publicUrl],
        ['sign-in', settings.oidcIssuer],
        ['remotes', settings.remotesStore ? settings.s3Endpoint : undefined],
      ]),
    ]);
    return { parts, certificates, services: Object.keys(services(settings)) };
  }

  app.get('/operations/health', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    await guard.load(request, reply);
    if (!request.portalSession) throw signInNeeded();
    if (!request.portalSession.roles.includes(OPERATOR)) throw notPermitted();
    areas.require(request, reply, 'operations');
    if (!last || Date.now() - last.at > REMEMBER_MS) last = { at: Date.now(), told: tell() };
    return { ...(await last.told), figures: await figures.all() };
  });
}
