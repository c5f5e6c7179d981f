/** Starts a service: NestJS on Fastify, with the setup that all services share. */
import { randomUUID } from 'node:crypto';
import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type ContractClass, type JsonSchema, L } from '@portal/contract-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OtherRoute } from '../access/access-document.ts';
import { callerOf } from '../auth/auth.guard.ts';
import type { Clock } from '../clock.ts';
import { KitModule, type KitOptions, ShutdownModule } from '../kit.module.ts';
import { openLanguages } from '../languages/languages.ts';
import { configureLog, log } from '../logging.ts';
import { measureCalls, serveMetrics } from '../observe/http-metrics.ts';
import { Metrics } from '../observe/metrics.ts';
import { watchCertificate } from '../observe/part-metrics.ts';
import { openTraces, type Traces } from '../observe/tracing.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { serveDocs } from './api-docs.ts';
import { answerClientError, limitTransferTime, requestTimeouts } from './connection-limits.ts';
import { gracefulShutdown } from './graceful-shutdown.ts';
import { definitionsIn, describeService, otherRoutesIn } from './openapi.ts';
import { API_VERSION } from './openapi-responses.ts';
import { parseJson } from './parse-json.ts';
import { answerProblem } from './problem.filter.ts';
import { badRequest } from './problems.ts';
import { type ServerTls, serverTls } from './server-tls.ts';

export interface ServiceOptions extends Pick<KitOptions, 'entities' | 'migrations' | 'documents' | 'encryptedColumns' | 'retiredColumns' | 'erasureTopics'> {
  /** Short name, such as `declarations`. */
  service: string;
  title: string;
  settings: ServiceSettings;
  /** The service's own module. */
  module: Type<unknown>;
  /** Contract classes that controllers use as bodies in the OpenAPI document. The classes of documents and their actions are added automatically. */
  contracts?: ContractClass[];
  /** Further schemas that controllers refer to by name. */
  schemas?: Readonly<Record<string, JsonSchema>>;
  /** Further Fastify plugins, such as multipart. */
  plugins?: (fastify: FastifyInstance) => Promise<void>;
  clock?: Clock;
}

export interface RunningService {
  url: string;
  app: NestFastifyApplication;
  openapi(): OpenAPIObject;
  /** Returns the document kinds of the service, and its other routes, for `docs/access.md`. */
  routes(): { definitions: ReturnType<typeof definitionsIn>; others: OtherRoute[] };
  /** Stops the service. @param drainFor see `gracefulShutdown` */
  close(drainFor?: number): Promise<void>;
}

const bodyLimit = 1_048_576;
/** These timeouts are longer than the gateway's, so that the gateway answers slow clients. */
const headersMs = 30_000;
const requestMs = 310_000;
const transfers = { bodyMs: 20_000, bytesPerSecond: 1_024 };

/** A module that holds the kit and the service. */
function rootModule(options: ServiceOptions, traces: Traces | undefined) {
  return { module: class RootModule {}, imports: [KitModule.forService({ ...options, traces }), ShutdownModule, options.module] };
}

async function build(options: ServiceOptions, traces: Traces | undefined, tls: ServerTls | undefined): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    ...(tls ? { https: tls.options } : {}),
    bodyLimit,
    trustProxy: true,
    // The service uses no Express middleware.
    skipMiddie: true,
    ...requestTimeouts(headersMs, requestMs),
    clientErrorHandler: answerClientError({ 'x-content-type-options': 'nosniff' }),
    // While the service stops, requests on open connections are still answered, with `Connection: close`.
    return503OnClosing: false,
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => answerProblem(error, request, reply.header('X-Request-Id', request.id)),
    // `POST …/declaration/` and `POST …/declaration` are the same call.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    genReqId: (request: { headers: Record<string, unknown> }) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,80}$/.test(given) ? given : randomUUID();
    },
  } as ConstructorParameters<typeof FastifyAdapter>[0]);
  const app = await NestFactory.create<NestFastifyApplication>(rootModule(options, traces) as never, adapter, {
    logger: ['error', 'warn'],
    abortOnError: false,
    bodyParser: false,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  // Fastify parses plain text by default; without that parser, the service answers that it accepts only JSON.
  fastify.removeContentTypeParser('text/plain');
  fastify.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, parseJson(text as string));
    } catch {
      done(
        badRequest(
          'BAD_REQUEST',
          '',
          L('The body is not readable JSON, or nested too deeply', 'O corpo do pedido não é JSON legível, ou tem demasiados níveis'),
        ),
        undefined,
      );
    }
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff').header('API-Version', API_VERSION);
    done();
  });
  limitTransferTime(fastify, transfers);
  traces?.watchCalls(fastify, true);
  const metrics = app.get(Metrics);
  measureCalls(fastify, metrics);
  // The port is reachable only in the portal's own network, and the gateway does not forward this path. So no token is needed unless one is set.
  serveMetrics(fastify, { scrape: () => metrics.scrape(), token: options.settings.metricsToken, openWithoutToken: true });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (log().isLevelEnabled('debug'))
      log().debug(
        {
          service: options.service,
          requestId: request.id,
          method: request.method,
          route: request.routeOptions?.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          caller: callerOf(request),
        },
        'request',
      );
    done();
  });
  await options.plugins?.(fastify);
  return app;
}

/**
 * Builds and starts a service.
 * @returns its address on this machine and a function to stop it; rejects with a SettingsError or the database's error
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  configureLog(options.settings.logLevel);
  openLanguages(options.settings.languages, options.settings.languagePacks);
  if (options.settings.sealPersonalData === 'later')
    log().warn(
      { service: options.service },
      'personal data is written unencrypted: SEAL_PERSONAL_DATA is later. Set it to now when every instance is of this version',
    );
  const traces = await openTraces(`svc-${options.service}`, options.settings.otlpEndpoint);
  const tls = serverTls(options.settings);
  const app = await build(options, traces, tls);
  tls?.renew(app.getHttpServer());
  watchCertificate(app.get(Metrics), tls);
  let document: OpenAPIObject | undefined;
  const openapi = (): OpenAPIObject => (document ??= describeService(app, options.title, options));
  serveDocs(app, openapi, options.settings.nodeEnv !== 'production');
  const ending = gracefulShutdown(app.getHttpServer());
  await app.listen(options.settings.port, options.settings.host);
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1').replace(/^http:/, tls ? 'https:' : 'http:');
  const close = async (drainFor?: number): Promise<void> => {
    const ended = await ending(drainFor);
    await app.close().finally(ended);
    await traces?.close();
  };
  return { url, app, openapi, routes: () => ({ definitions: definitionsIn(app), others: otherRoutesIn(app) }), close };
}
