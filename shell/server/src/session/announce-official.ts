import type { FastifyBaseLogger } from 'fastify';
import { services } from '../proxy/api-proxy.ts';
import type { GatewaySettings } from '../settings.ts';

/** Services that have no cases to work on. */
const others = new Set(['reference', 'media']);

/**
 * Announces an official who has signed in to the services of the areas, so that a supervisor can assign a case to the official before the official opens a
 * list. The sign-in does not wait for this. A service that is down learns of the official at their first call.
 */
export function announceOfficial(accessToken: string, settings: GatewaySettings, log: FastifyBaseLogger): void {
  for (const [area, url] of Object.entries(services(settings))) {
    if (others.has(area)) continue;
    fetch(`${url}/v1/account`, { redirect: 'error', headers: { authorization: `Bearer ${accessToken}` }, signal: AbortSignal.timeout(5_000) })
      .then((response) => response.arrayBuffer())
      .catch((error: unknown) => log.debug({ area, reason: String(error) }, 'an official was not introduced to a service'));
  }
}
