import type { FastifyBaseLogger } from 'fastify';
import { services } from '../proxy/api-proxy.ts';
import type { GatewaySettings } from '../settings.ts';

/** Services without cases to work on. */
const others = new Set(['reference', 'media']);

/**
 * Introduces an official who has signed in to the services of the areas, so that a supervisor can assign a case to them before they open a list.
 * The sign-in does not wait for it: a service that is away meets the official at their first call.
 */
export function introduce(accessToken: string, settings: GatewaySettings, log: FastifyBaseLogger): void {
  for (const [area, url] of Object.entries(services(settings))) {
    if (others.has(area)) continue;
    fetch(`${url}/v1/account`, { redirect: 'error', headers: { authorization: `Bearer ${accessToken}` }, signal: AbortSignal.timeout(5_000) })
      .then((response) => response.arrayBuffer())
      .catch((error: unknown) => log.debug({ area, reason: String(error) }, 'an official was not introduced to a service'));
  }
}
