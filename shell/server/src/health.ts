import type { FastifyInstance } from 'fastify';
import type { DevelopmentProcesses } from './development.ts';
import { services } from './proxy/api-proxy.ts';
import type { GatewaySettings } from './settings.ts';

const TIMEOUT = 2000;
const REMEMBER = 1000;

interface Readiness {
  ready: boolean;
  services: Record<string, 'up' | 'down'>;
}

async function answers(url: string): Promise<'up' | 'down'> {
  try {
    const response = await fetch(new URL('/health/ready', url), { signal: AbortSignal.timeout(TIMEOUT) });
    await response.body?.cancel();
    return response.ok ? 'up' : 'down';
  } catch {
    return 'down';
  }
}

/** `/health/live` answers while this process runs. `/health/ready` also checks that the services behind it answer. */
export async function healthRoutes(
  app: FastifyInstance,
  { settings, developmentProcesses }: { settings: GatewaySettings; developmentProcesses: DevelopmentProcesses },
): Promise<void> {
  let last: { at: number; state: Promise<Readiness> } | undefined;

  const check = async (): Promise<Readiness> => {
    const states = await Promise.all(
      Object.entries(services(settings)).map(async ([area, url]) => [area, await answers(developmentProcesses.of(`svc-${area}`) ?? url)] as const),
    );
    return { ready: states.every(([, state]) => state === 'up'), services: Object.fromEntries(states) };
  };

  app.get('/health/live', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/health/ready', async (_request, reply) => {
    // The result is cached, so that the services are asked at most once a second.
    if (!last || Date.now() - last.at > REMEMBER) {
      last = { at: Date.now(), state: check() };
    }
    const { ready, services: states } = await last.state;
    reply.header('cache-control', 'no-store').code(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', services: states };
  });
}
