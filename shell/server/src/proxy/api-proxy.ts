import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../admission/admission.ts';
import { type AreaTokens, ownerOf, SHELL } from '../areas/area-tokens.ts';
import type { DevelopmentProcesses } from '../development.ts';
import { type GatewayMetrics, reasonOf } from '../observe/gateway-metrics.ts';
import type { Registry } from '../page/registry.ts';
import { areaStopped, bodyTooLarge, noSuchAddress, sendProblem, serviceUnavailable } from '../problems.ts';
import { chosenLanguage, LANGUAGE_COOKIE, readChoiceCookie } from '../reader-choices.ts';
import { apiPolicy, commonHeaders } from '../security-headers.ts';
import type { SessionGuard } from '../session/guard.ts';
import { type GatewaySettings, listOf, pairsOf } from '../settings.ts';
import { bodyFor, waitForBody } from './body-limit.ts';
import { repeatDelay } from './broken-connection.ts';
import { compressed } from './compress.ts';
import { isPublicPath, sandboxed, toCallerHeaders, toServiceHeaders } from './headers.ts';
import { UnfinishedBodies } from './unfinished-bodies.ts';

/** Maps the areas of the API to the addresses of the services behind them. */
export const services = (settings: GatewaySettings): Record<string, string> => ({
  reference: settings.referenceUrl,
  declarations: settings.declarationsUrl,
  licences: settings.licencesUrl,
  trips: settings.tripsUrl,
  media: settings.mediaUrl,
  ...Object.fromEntries(pairsOf(settings.serviceUrls)),
});

/** Checks whether a path belongs to a service's API description (the OpenAPI document and its documentation page), which is the same for everybody. */
const isDescription = (path: string): boolean => /^\/docs(\/|$)/.test(path);

/**
 * Checks whether a call comes from the screens of an area, and not from the shell or another program. Screens of a stopped area may still be open in a browser.
 */
const isOfScreens = ({ headers }: FastifyRequest): boolean => {
  const token = headers['x-area-token'];
  return typeof token === 'string' && !token.startsWith(`${SHELL}.`);
};

interface ApiParts {
  settings: GatewaySettings;
  guard: SessionGuard;
  areas: AreaTokens;
  registry: Pick<Registry, 'stopped'>;
  metrics: GatewayMetrics;
  developmentProcesses: DevelopmentProcesses;
  /** Limits how many calls each service gets at the same time. */
  admission?: Admission;
}

/** Registers `/api/<area>/*`. Each call is forwarded to its service with the session's access token instead of the cookie. */
export async function apiProxy(app: FastifyInstance, { settings, guard, areas, registry, metrics, developmentProcesses, admission }: ApiParts): Promise<void> {
  const { publicUrl } = settings;
  const languages = listOf(settings.languages);
  const timeout = settings.upstreamTimeoutSeconds * 1000;
  const bodies = new UnfinishedBodies(app, settings);
  const added = { ...commonHeaders(settings), 'content-security-policy': apiPolicy, 'cache-control': 'no-store' };

  for (const [area, upstream] of Object.entries(services(settings))) {
    const prefix = `/api/${area}`;
    // Only catalogues may be cached. Everything else may hold personal data, whatever cache headers the service sends.
    const isPersonal = area !== 'reference';
    await app.register(async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const path = request.url.slice(prefix.length).split('?', 1)[0];
        if (!isPublicPath(path)) {
          throw noSuchAddress();
        }
        bodies.begin(request);
        await guard.protect(request, reply);
        if (!isDescription(path)) areas.require(request, reply, area);
        if (isOfScreens(request) && (await registry.stopped()).includes(ownerOf(area))) throw areaStopped();
      });
      scope.addHook('preParsing', async (request, _reply, payload) => bodyFor(request, payload));
      if (admission) {
        // A call counts against the limit of its service only when its body has arrived, so that slow senders do not use up the limit.
        scope.addHook('preHandler', (request) => admission.enterService(area, request));
        scope.addHook('onSend', async (request) => admission.leaveService(request));
        scope.addHook('onResponse', async (request) => admission.leaveService(request));
        scope.addHook('onRequestAbort', async (request) => admission.leaveService(request));
      }
      scope.addHook('onSend', async (request, reply, payload) => {
        await waitForBody(request, reply);
        return compressed(request, reply, payload);
      });
      await scope.register(httpProxy, {
        prefix,
        // In development the address of a service may change between calls; in production each service has a connection pool.
        upstream: settings.nodeEnv === 'production' ? upstream : '',
        rewritePrefix: '',
        disableRequestLogging: true,
        undici: { connections: 128, pipelining: 1, headersTimeout: timeout, bodyTimeout: timeout * 2, connectTimeout: 3000, keepAliveTimeout: 4000 },
        replyOptions: {
          ...(settings.nodeEnv === 'production' ? {} : { getUpstream: () => developmentProcesses.of(`svc-${area}`) ?? upstream }),
          // All other failures are answered at once, and the caller decides whether to retry.
          retryDelay: repeatDelay,
          rewriteRequestHeaders: (request, headers) => {
            const { id: requestId, ip, portalSession, cookies } = request as FastifyRequest;
            const language = chosenLanguage(request.headers, readChoiceCookie(cookies, LANGUAGE_COOKIE), languages);
            return toServiceHeaders(headers, headers.host, { requestId, ip, publicUrl, language, accessToken: portalSession?.accessToken });
          },
          rewriteHeaders: (headers) => sandboxed(toCallerHeaders(isPersonal ? { ...headers, 'cache-control': 'no-store' } : headers, added)),
          onError: (reply, { error }) => {
            if (answerFailure(reply as FastifyReply, error)) metrics.upstreamFailures.inc({ upstream: area, reason: reasonOf(error) });
          },
        },
      });
    });
  }
}

/**
 * Answers a call that failed on its way to the service.
 * @returns true when the service failed; false when the caller disconnected or sent too much
 */
function answerFailure(reply: FastifyReply, error: Error): boolean {
  const { request } = reply;
  if (reply.sent || reply.raw.headersSent || request.raw.aborted) {
    reply.raw.destroy();
    return !request.raw.aborted;
  }
  sendProblem(request.bodyOverLimit ? bodyTooLarge(request.bodyOverLimit) : serviceUnavailable(), request, reply);
  if (!request.bodyOverLimit) {
    request.log.warn(
      { requestId: request.id, code: (error as NodeJS.ErrnoException).code, cause: (error.cause as NodeJS.ErrnoException | undefined)?.code },
      'a service does not answer',
    );
  }
  return !request.bodyOverLimit;
}
