import type { FastifyRequest } from 'fastify';
import { type GatewaySettings, listOf } from '../settings.ts';

type Addresses = Pick<GatewaySettings, 'publicUrl' | 'alsoServedAt'>;

/** Returns the origins at which the portal is served. */
export const portalOrigins = ({ publicUrl, alsoServedAt }: Addresses): ReadonlySet<string> => new Set([publicUrl, ...listOf(alsoServedAt)]);

/** Returns the origin of a call if it belongs to the portal, otherwise the public address. */
export function originOf({ protocol, host }: FastifyRequest, settings: Addresses): string {
  const origin = `${protocol}://${host}`;
  return portalOrigins(settings).has(origin) ? origin : settings.publicUrl;
}
