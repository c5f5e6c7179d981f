import type { FastifyInstance } from 'fastify';
import { httpsRequired } from './problems.ts';
import type { GatewaySettings } from './settings.ts';

/**
 * A portal with an https address answers nothing that reached its proxy without TLS. A page is sent on to its https address. A call of an interface is
 * refused, so that a program with a wrong address notices: a redirect would hide that it sends everything in the clear first.
 * Calls without the proxy's header, such as health checks, come from inside.
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
