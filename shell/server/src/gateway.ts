import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import {
  answerClientError,
  limitTransferTime,
  Metrics,
  measureCalls,
  openLanguages,
  openTraces,
  requestTimeouts,
  serveMetrics,
  watchCertificate,
  watchClock,
  watchDisk,
  watchParts,
} from '@portal/service-kit';
import { serverTls } from '@portal/service-kit/tls';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { plainAddress } from './address.ts';
import { Admission, measureAdmission } from './admission/admission.ts';
import { AreaTokens } from './areas/area-tokens.ts';
import { areaRoutes } from './control/area-routes.ts';
import { auditReports } from './control/audit-report.ts';
import { GatewayFigures } from './control/gateway-figures.ts';
import { gatewayPartsOf } from './control/gateway-parts.ts';
import { healthOfParts } from './control/health-routes.ts';
import { shellKit } from './control/shell-kit.ts';
import { stopRoutes } from './control/stop-routes.ts';
import { DevelopmentProcesses } from './development.ts';
import { developmentMail } from './development-mail.ts';
import { eventRoutes } from './events/event-routes.ts';
import { healthRoutes } from './health.ts';
import { requireHttps } from './https-only.ts';
import { limitConnections, limitRates } from './limits.ts';
import { loggerOptions, logKeyOf, maskPath, refusalFacts } from './logging.ts';
import { GatewayMetrics } from './observe/gateway-metrics.ts';
import { loadCountry } from './page/country.ts';
import { EarlierShells, ShellFiles } from './page/earlier-shells.ts';
import { FileCache, FolderFiles } from './page/files.ts';
import { pageRoutes } from './page/page-routes.ts';
import { openRemotes } from './page/remotes.ts';
import { sendProblem } from './problems.ts';
import { apiProxy, services } from './proxy/api-proxy.ts';
import { identityProxy } from './proxy/identity-proxy.ts';
import { apiPolicy, commonHeaders } from './security-headers.ts';
import { authRoutes } from './session/auth-routes.ts';
import { FileSessionStore } from './session/file-store.ts';
import { SessionGuard } from './session/guard.ts';
import { SignInProvider } from './session/provider.ts';
import { RedisSessionStore } from './session/redis-store.ts';
import type { SessionStore } from './session/session-store.ts';
import { Sessions } from './session/sessions.ts';
import { type GatewaySettings, listOf } from './settings.ts';
import { Telemetry } from './telemetry/telemetry.ts';
import { telemetryRoutes } from './telemetry/telemetry-routes.ts';

/**
 * Builds the complete gateway. It does not listen yet.
 * @param logTo destination of the log; the default is standard output
 */
export async function buildGateway(given: GatewaySettings, logTo?: { write(line: string): void }): Promise<FastifyInstance> {
  const settings: GatewaySettings = { ...given, languages: openLanguages(given.languages, given.languagePacks).join(',') };
  const headers = Object.entries(commonHeaders(settings));
  const addHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    for (const [name, value] of headers) {
      reply.header(name, value);
    }
    reply.header('x-request-id', request.id);
    // States explicitly what is the default anyway: pages of other origins may not read responses of the API.
    if (request.url.startsWith('/api/')) reply.header('access-control-allow-origin', settings.publicUrl);
  };
  const logKey = logKeyOf(settings.sessionSecret);
  const tls = serverTls(settings);
  const app = Fastify({
    ...(tls ? { https: tls.options } : {}),
    logger: loggerOptions(settings.logLevel, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: listOf(settings.trustedProxies).length ? listOf(settings.trustedProxies) : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Runs before routing, because limits and caches use the address.
    rewriteUrl: ({ url = '/' }) => plainAddress(url),
    ...requestTimeouts(settings.headerTimeoutSeconds * 1000, settings.requestTimeoutSeconds * 1000),
    keepAliveTimeout: 72_000,
    // While the gateway stops, calls on open connections are still answered, with `Connection: close`.
    return503OnClosing: false,
    clientErrorHandler: answerClientError({ ...commonHeaders(settings), 'content-security-policy': apiPolicy }),
    // A request with an unreadable address does not reach any route or hook, so its error response is sent here.
    frameworkErrors: (error, request, reply) => {
      addHeaders(request, reply);
      sendProblem(error, request, reply);
    },
    routerOptions: { maxParamLength: 2000, ignoreDuplicateSlashes: false, ignoreTrailingSlash: true },
  });
  tls?.renew(app.server);
  const traces = await openTraces('gateway', settings.otlpEndpoint);
  traces?.watchCalls(app, false);
  const metrics = new GatewayMetrics();
  watchDisk(metrics, settings.dataDir);
  watchClock(metrics);
  watchCertificate(metrics, tls);
  measureCalls(app, metrics);
  const redis = settings.redisUrl
    ? (await import('@portal/service-kit/redis')).openRedis(settings.redisUrl, { maxRetriesPerRequest: 2, commandTimeout: 3000, lazyConnect: false })
    : undefined;
  redis?.on('error', (error) => app.log.warn({ code: (error as NodeJS.ErrnoException).code }, 'Redis does not answer'));
  const store: SessionStore = redis
    ? new RedisSessionStore(redis, settings.sessionPrefix)
    : new FileSessionStore(join(settings.dataDir, 'gateway', `sessions-${new URL(settings.publicUrl).port || 'default'}.json`));
  const provider = new SignInProvider(settings);
  const sessions = new Sessions(store, provider, settings, Date.now, ({ user }) => {
    metrics.sessionsStolen.inc();
    app.log.warn({ event: 'session-theft', user: user.sub }, 'an id of a session came back after it was replaced: the session has ended');
  });
  const developmentProcesses = new DevelopmentProcesses(settings);
  const guard = new SessionGuard(sessions, settings.publicUrl);
  const areas = new AreaTokens(settings, Object.keys(services(settings)));
  const telemetry = new Telemetry(metrics.registry);
  const open = { pages: () => 0, officials: () => 0 };
  const figures = new GatewayFigures({
    redis,
    prefix: settings.sessionPrefix,
    telemetry,
    open: () => ({ pages: open.pages(), officials: open.officials() }),
  });
  const remotes = await openRemotes(settings, app.log, telemetry, { ended: (canary, by) => metrics.canariesEnded.inc(canary, by), redis });

  figures.watch(app);
  app.decorateRequest('portalSession', null);
  app.decorateRequest('bodyOverLimit', 0);
  app.setErrorHandler(sendProblem);

  app.addHook('onRequest', async (request, reply) => addHeaders(request, reply));
  app.addHook('onResponse', async (request, reply) => {
    const milliseconds = Math.round(reply.elapsedTime);
    const { statusCode: status } = reply;
    const refused = refusalFacts(request, status, logKey);
    request.log.info({ requestId: request.id, method: request.method, path: maskPath(request.url), status, milliseconds, ...refused }, 'request');
  });
  app.addHook('onClose', async () => {
    await store.close();
    redis?.disconnect();
    metrics.close();
    await traces?.close();
  });

  requireHttps(app, settings);
  await app.register(cookie);
  limitTransferTime(app, { bodyMs: settings.bodyTimeoutSeconds * 1000, bytesPerSecond: settings.leastBytesPerSecond });
  limitConnections(app, settings);
  await limitRates(app, { settings, redis, metrics, areas: async () => (await remotes.registry.current()).document.areas });
  const admission = settings.admission ? new Admission(app, { settings, guard, metrics, redis, services: Object.keys(services(settings)) }) : undefined;
  admission?.register();
  measureAdmission(metrics, admission);
  await app.register(healthRoutes, { settings, developmentProcesses });
  // This port is open to the internet, so metrics need the token, except in development.
  serveMetrics(app, { scrape: () => Metrics.scrapeProcess(), token: settings.metricsToken, openWithoutToken: settings.nodeEnv !== 'production' });
  await app.register(authRoutes, { settings, sessions, store, provider, guard, areas, metrics });
  await app.register(eventRoutes, { settings, guard, sessions, areas, metrics, developmentProcesses, open });
  const earlier = new EarlierShells({ folder: settings.webDir, store: remotes.store, secret: settings.sessionSecret, log: app.log });
  // The shell's files are stored before the first page is served, because browsers may request them from other gateways too.
  app.addHook('onReady', () => earlier.keep());
  const web = new FileCache(new ShellFiles(new FolderFiles(settings.webDir), earlier));
  // The page routes are registered before the API, because they turn refusals of the API into pages when a browser opens the address itself.
  await pageRoutes(app, {
    settings,
    web,
    country: await loadCountry(settings.countryPack ?? join(settings.webDir, 'country')),
    remotes: remotes.files,
    registry: remotes.registry,
    developmentProcesses,
    guard,
    areas,
  });
  await app.register(apiProxy, { settings, guard, areas, registry: remotes.registry, metrics, developmentProcesses, admission });
  if (settings.identityUrl) {
    await app.register(identityProxy, { identityUrl: settings.identityUrl });
  }
  await app.register(developmentMail, { settings });
  await app.register(stopRoutes, { settings, registry: remotes.registry, metrics, open });
  const gatewayParts = gatewayPartsOf({ settings, redis, store: remotes.store, log: app.log });
  watchParts(metrics, gatewayParts);
  await app.register(healthOfParts, { settings, guard, areas, gatewayParts, figures });
  await app.register(areaRoutes, {
    settings,
    guard,
    areas,
    registry: remotes.registry,
    store: remotes.store,
    trust: remotes.trust,
    lastHour: () => figures.lastHour(),
    kit: shellKit(web),
    audit: auditReports(settings, developmentProcesses),
  });
  await app.register(telemetryRoutes, { settings, registry: remotes.registry, telemetry });
  return app;
}
