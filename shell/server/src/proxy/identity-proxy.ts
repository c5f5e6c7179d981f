import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem, serviceUnavailable } from '../problems.ts';

/** Serves the development sign-in provider under `/identity` of the public origin. The portal's own cookies are not forwarded to it. */
export async function identityProxy(app: FastifyInstance, { identityUrl }: { identityUrl: string }): Promise<void> {
  await app.register(httpProxy, {
    prefix: '/identity',
    upstream: new URL(identityUrl).origin,
    rewritePrefix: '/identity',
    disableRequestLogging: true,
    replyOptions: {
      retryDelay: () => null,
      rewriteRequestHeaders: (_request, headers) => {
        const own = String(headers.cookie ?? '')
          .split('; ')
          .filter((cookie) => !/^(__Host-)?portal\./.test(cookie));
        return { ...headers, cookie: own.join('; ') };
      },
      onError: (reply) => sendProblem(serviceUnavailable(), (reply as FastifyReply).request, reply as FastifyReply),
    },
  });
}
