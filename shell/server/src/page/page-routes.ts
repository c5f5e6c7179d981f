import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AreaTokens } from '../areas/area-tokens.ts';
import type { DevelopmentProcesses } from '../development.ts';
import { offlineRoutes } from '../offline/offline-routes.ts';
import { noSuchAddress, sendProblem } from '../problems.ts';
import { languageOfReader } from '../reader-choices.ts';
import { pagePolicy } from '../security-headers.ts';
import type { SessionGuard } from '../session/guard.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { AddressLookup } from './address-lookup.ts';
import type { Country } from './country.ts';
import { type FileCache, notFoundText, sendFile } from './files.ts';
import { LanguagePacks } from './language-packs.ts';
import { PageBuilder } from './page-builder.ts';
import { PageRenderer } from './page-renderer.ts';
import { cacheControl, PageSender } from './page-sender.ts';
import { plainRoutes } from './plain-routes.ts';
import { documentAt, documentCases } from './prerendered-screens.ts';
import { problemsAsPages } from './problem-page.ts';
import { HomeNumbers } from './public-numbers.ts';
import { areaOf, type Registry } from './registry.ts';
import { remoteRoutes } from './remote-routes.ts';
import { isShellScreen } from './shell-screens.ts';
import { VisitorRegistry } from './visitor-registry.ts';

const notScreens = /^\/(api|auth|dev|health|identity|metrics|operations|languages|remotes|telemetry)(\/|$)|^\/(remotes\.json|stopped-areas)$/;

export interface PageParts {
  settings: GatewaySettings;
  registry: Registry;
  /** Files of the shell. */
  web: FileCache;
  /** What the pages show of the country. */
  country?: Country;
  /** Files of the remotes. */
  remotes: FileCache;
  developmentProcesses: DevelopmentProcesses;
  guard: SessionGuard;
  areas: AreaTokens;
}

/** Registers the routes of pages, their files, the registry, and the remotes' files. */
export async function pageRoutes(app: FastifyInstance, parts: PageParts): Promise<void> {
  const { settings, registry, web, country, remotes, developmentProcesses, guard, areas } = parts;
  const policy = (): string => pagePolicy({ ...settings, remoteOrigins: [...listOf(settings.remoteOrigins), ...developmentProcesses.origins()].join(',') });
  const languages = listOf(settings.languages);
  const languageOf = (request: FastifyRequest): string => languageOfReader(request, languages);
  const packs = new LanguagePacks(languages);
  const visitorRegistry = new VisitorRegistry(registry, settings);
  const renderer = new PageRenderer(settings.webDir, app.log);
  const builder = new PageBuilder({ settings, country, registry, web, remotes, packs, renderer, log: app.log });
  const frame = (language: string): Promise<string | undefined> => builder.frame(language);
  const homeNumbers = new HomeNumbers(settings, app.log);
  const lookup = new AddressLookup(app, renderer, remotes);
  const pages = new PageSender({ settings, guard, areas, visitorRegistry, builder, lookup, homeNumbers, policy, languageOf });

  remoteRoutes(app, { registry, visitorRegistry, remotes, packs });
  await app.register(offlineRoutes, {
    settings,
    web,
    country,
    cacheControl,
    registryFor: (request, reply) => visitorRegistry.forPage(request, reply),
    languageOf,
    languages,
    packOf: (language) => packs.packOf(language),
    page: (path, language, state) => builder.commonPageAt(path, language, state),
    cases: (area, address, language) => {
      const place = documentAt(area, address.replace(':id', '-'));
      return place && documentCases(area, place, { language, settings: builder.drawnSettings }, remotes, app.log);
    },
    drawnSettings: builder.drawnSettings,
    policy,
  });
  problemsAsPages(app, settings, frame);
  await app.register(plainRoutes, { settings, registry, developmentProcesses, guard, areas, frame });
  app.setNotFoundHandler((request, reply) => answerOtherAddress(request, reply, parts, pages));
}

/** Answers an address without a route of its own: a screen, a file of the shell, or nothing. */
async function answerOtherAddress(request: FastifyRequest, reply: FastifyReply, { settings, registry, web }: PageParts, pages: PageSender) {
  const path = request.url.split(/[?#]/, 1)[0].replace(/(?<=.)\/$/, '');
  if ((request.method !== 'GET' && request.method !== 'HEAD') || notScreens.test(path)) {
    return sendProblem(noSuchAddress(), request, reply);
  }
  if (path === '/index.html') {
    return reply.redirect('/', 308);
  }
  const { document } = await registry.current();
  if (isShellScreen(path, settings) || areaOf(path, document.areas)) {
    return pages.send(request, reply, path);
  }
  const file = await web.find(path.slice(1));
  if (file) {
    return sendFile(request, reply, file);
  }
  // The address of a missing file is never answered with a page, because a script element would try to run it.
  return /\.[a-z0-9]+$/i.test(path) ? notFoundText(reply) : pages.send(request, reply, path);
}
