/** Starts a service: NestJS on Fastify, with what every service has in common. */
import { randomUUID } from 'node:crypto';
import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type ContractClass, collectSchemas, type JsonSchema } from '@portal/contract-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { KitModule, type KitOptions } from '../kit.module.ts';
import { configureLog, log } from '../logging.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { promptEnding } from './ending.ts';
import { answerProblem } from './problem.filter.ts';
import { badRequest } from './problems.ts';

export interface ServiceOptions extends Pick<KitOptions, 'entities' | 'migrations'> {
  /** Short name: `declarations`. */
  service: string;
  title: string;
  settings: ServiceSettings;
  /** The service's own module. */
  module: Type<unknown>;
  /** Contract classes shown in the OpenAPI document. */
  contracts?: ContractClass[];
  /** Further Fastify plugins, such as multipart. */
  plugins?: (fastify: FastifyInstance) => Promise<void>;
  clock?: Clock;
}

export interface RunningService {
  url: string;
  app: NestFastifyApplication;
  openapi(): OpenAPIObject;
  close(): Promise<void>;
}

const bodyLimit = 1_048_576;

/** A module that holds the kit and the service. */
function rootModule(options: ServiceOptions) {
  return { module: class RootModule {}, imports: [KitModule.forService(options), options.module] };
}

/** Half a character, which only an escape such as `\ud800` can write, is no text: a database may refuse it. */
const halves = /\p{Surrogate}/gu;
const readJson = (text: string): unknown =>
  /\\u[dD][89a-fA-F]/.test(text)
    ? JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? value.replace(halves, '\ufffd') : value))
    : JSON.parse(text);

async function build(options: ServiceOptions): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit,
    trustProxy: true,
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => answerProblem(error, request, reply.header('X-Request-Id', request.id)),
    // `POST …/declaration/` and `POST …/declaration` are the same call.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    genReqId: (request: { headers: Record<string, unknown> }) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,80}$/.test(given) ? given : randomUUID();
    },
  } as ConstructorParameters<typeof FastifyAdapter>[0]);
  const app = await NestFactory.create<NestFastifyApplication>(rootModule(options) as never, adapter, {
    logger: ['error', 'warn'],
    abortOnError: false,
    bodyParser: false,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  // Fastify reads plain text of its own accord; a service that was sent something other than JSON says so.
  fastify.removeContentTypeParser('text/plain');
  fastify.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, readJson(text as string));
    } catch {
      done(badRequest('BAD_REQUEST', '', 'The body is not readable JSON'), undefined);
    }
  });
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
  });
  fastify.addHook('onResponse', async (request, reply) => {
    log().debug(
      {
        service: options.service,
        requestId: request.id,
        method: request.method,
        route: request.routeOptions?.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  await options.plugins?.(fastify);
  return app;
}

function describe(app: NestFastifyApplication, options: ServiceOptions): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().setTitle(options.title).setVersion('1').addBearerAuth().build());
  const schemas = new Map<string, JsonSchema>();
  for (const cls of options.contracts ?? []) collectSchemas(cls, schemas);
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...(Object.fromEntries(schemas) as object) } };
  return document;
}

/**
 * Builds and starts a service.
 * @returns its address on this machine and a way to stop it; rejects with a SettingsError or the database's error
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  configureLog(options.settings.logLevel);
  const app = await build(options);
  let document: OpenAPIObject | undefined;
  const openapi = (): OpenAPIObject => (document ??= describe(app, options));
  SwaggerModule.setup('docs', app, openapi, { jsonDocumentUrl: 'docs/openapi.json' });
  const ending = promptEnding(app.getHttpServer());
  await app.listen(options.settings.port, options.settings.host);
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const close = async (): Promise<void> => {
    const ended = ending();
    await app.close().finally(ended);
  };
  return { url, app, openapi, close };
}

/** Runs a service as its own process: prints where it listens, stops cleanly on SIGTERM and SIGINT. */
export async function runAlone(service: string, start: () => Promise<RunningService>): Promise<void> {
  try {
    const running = await start();
    log().info({ service, url: running.url }, 'listening');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close().then(() => process.exit(0)));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
