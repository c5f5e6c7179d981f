import type { FastifyInstance } from 'fastify';
import { httpsRequired } from './problems.ts';
import type { GatewaySettings } from './settings.ts';

/**
 * Refuses requests that reached the proxy without TLS, when the portal has an https address. A page is redirected to its https address. An API call is refused,
 * so that a program with a wrong address notices: a redirect would hide that the program first sends everything unencrypted. Requests without the proxy's
 * header, such as health checks, come from inside the network and are accepted.
 */
export function requireHttps(app: FastifyInstance, { publicUrl }: Pick<GatewaySettings, 'publicUrl'>): void {
  if (!publicUrl.startsWith('https:')) return;
  app.addHook('onRequest', async ({ headers, method, url }, reply) => {
    if (
      String(headers['x-forwarded-proto'] ?? '')
        .split(',')
        .at(-1)
        ?.trim() !== 'http'
    )
      return;
    if (url.startsWith('/api/') || (method !== 'GET' && method !== 'HEAD')) throw httpsRequired();
    return reply.redirect(`${publicUrl}${url}`, 308);
  });
}
