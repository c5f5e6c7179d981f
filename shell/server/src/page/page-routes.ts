import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AreaTokens, isNavigation } from '../areas/area-tokens.ts';
import type { DevelopmentProcesses } from '../development.ts';
import { offlineRoutes } from '../offline/offline-routes.ts';
import { areaStopped, noSuchAddress, sendProblem } from '../problems.ts';
import { choiceCookieName, LANGUAGE_COOKIE, languageOf, readChoiceCookie } from '../reader-choices.ts';
import { pagePolicy } from '../security-headers.ts';
import type { SessionGuard } from '../session/guard.ts';
import { withSignInProblem } from '../session/sign-in-problems.ts';
import { type GatewaySettings, listOf } from '../settings.ts';
import { BUCKET_COOKIE, bucketOf, newBucket } from './canary.ts';
import { CompressedFile } from './compressed-file.ts';
import type { Country } from './country.ts';
import { type FileCache, forever, sendFile } from './files.ts';
import { LanguagePacks } from './language-packs.ts';
import { PageRenderer, type RenderedPage } from './page-renderer.ts';
import { plainForms, serviceOf, withPlainForms } from './plain-page.ts';
import { plainRoutes } from './plain-routes.ts';
import { documentAt, documentCases, documentFrame, type PrerenderedAreaScreen, type RenderContext, readPrerenderedScreen } from './prerendered-screens.ts';
import { problemsAsPages } from './problem-page.ts';
import { HomeNumbers } from './public-numbers.ts';
import { type Area, areaOf, type Registry, type RegistryState } from './registry.ts';
import { type PageData, type PageSettings, renderPage, withFont, withLabels, withNoscript, withoutNoscript, withPersonalParts } from './render.ts';
import { type ApiCallResult, callApiForVisitor } from './visitor-api-call.ts';

/** Matches the screens of the shell itself. */
const shellScreens =
  /^\/(my(?:\/sessions)?|staff|staff\/areas(?:\/mf-[a-z0-9-]+)?|staff\/health|staff\/help(?:\/[a-z0-9-]+){0,2}|staff\/audit|staff\/board(?:\/actions)?|staff\/erasure|staff\/jobs|staff\/search|sign-in|accessibility|privacy|contact|open-data)?$|^\/v\/[^/]+$/;
const notScreens = /^\/(api|auth|dev|health|identity|metrics|operations|languages|remotes|telemetry)(\/|$)|^\/(remotes\.json|stopped-areas)$/;
/** Response header with the name of the stopped area. */
const STOPPED_HEADER = 'x-area-stopped';
const PAGE_VARIES = 'accept-language, cookie, sec-fetch-dest, sec-fetch-mode';
const MOST_PAGES = 100;
const BUCKET_DAYS = 180;

/** Returns the `Cache-Control` of a page. While a canary runs, responses differ between visitors, so shared caches must not store them. */
const cacheControl = (personal: boolean): string => (personal ? 'private, no-cache' : 'no-cache');

/** The path for which the page of unknown addresses is rendered. No screen has this path. */
const NOWHERE = '/-';
/** An empty page with room for content, used when no page can be rendered. */
const emptyPage = { title: '', html: '<div class="shell-body"><div class="shell-width"><main class="shell-main" id="main-content"></main></div></div>' };

/**
 * Returns the path for which the shell renders a page. Pages that look the same are rendered only once: those of an area without pre-rendered HTML, and those
 * of unknown addresses.
 */
function placeToDraw(path: string, area: Area | undefined, isDrawn: boolean): string {
  if (isDrawn) return path;
  if (area) return area.prefixes.find((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ?? path;
  if (!shellScreens.test(path)) return NOWHERE;
  return path.startsWith('/v/') ? '/v/-' : path;
}

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
export async function pageRoutes(
  app: FastifyInstance,
  { settings, registry, web, country, remotes, developmentProcesses, guard, areas }: PageParts,
): Promise<void> {
  const policy = (): string => pagePolicy({ ...settings, remoteOrigins: [...listOf(settings.remoteOrigins), ...developmentProcesses.origins()].join(',') });
  /** The page `/design`, which shows every component, exists only in development. */
  const isShellScreen = (path: string): boolean => shellScreens.test(path) || (path === '/design' && settings.nodeEnv !== 'production');
  const pages = new Map<string, CompressedFile>();
  /** The frames around forms that work without script, cached. */
  const frames = new Map<string, string>();
  const drawing = new PageRenderer(settings.webDir, app.log);
  const registryFiles = new WeakMap<RegistryState, CompressedFile>();
  const languages = listOf(settings.languages);
  const packs = new LanguagePacks(languages);
  const pageSettings: PageSettings = {
    name: settings.portalName,
    product: settings.productName,
    'product-slug': settings.productSlug,
    languages: JSON.stringify(packs.offered),
    'idle-minutes': settings.sessionIdleMinutes,
    'arrival-wizard': settings.arrivalWizard,
    country: JSON.stringify(country ?? {}),
    'open-data': settings.openData ? 'on' : 'off',
    development: settings.nodeEnv === 'production' ? 'off' : 'on',
  };

  const homeNumbers = new HomeNumbers(settings, app.log);
  const drawnSettings = Object.fromEntries(Object.entries(pageSettings).map(([name, value]) => [name, String(value)]));

  app.get('/remotes.json', async (request, reply) => {
    const state = await registry.current(bucketOf(readChoiceCookie(request.cookies, BUCKET_COOKIE)));
    void reply.header('etag', state.etag).header('cache-control', cacheControl(state.personal)).header('vary', 'accept-encoding, cookie');
    if (request.headers['if-none-match'] === state.etag) return reply.code(304).send();
    const file = registryFiles.get(state) ?? new CompressedFile('remotes.json', Buffer.from(state.json), 6);
    registryFiles.set(state, file);
    const { bytes, encoding } = await file.pack(request.headers['accept-encoding']);
    if (encoding) void reply.header('content-encoding', encoding);
    return reply.type(file.type).send(bytes);
  });

  app.get<{ Params: { '*': string } }>('/remotes/*', async (request, reply) => {
    const path = request.params['*'];
    // No file of a stopped area is served, because its files contain the fault for which it was stopped.
    if ((await registry.stopped()).includes(path.split('/', 1)[0] as string)) throw areaStopped();
    const file = path.split('/').length > 2 ? await remotes.find(path) : undefined;
    if (!file) {
      return notFoundText(reply);
    }
    // The shell of another deployment may load a remote to try it out.
    void reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin').header('timing-allow-origin', '*');
    return sendFile(request, reply, file, { cacheControl: forever });
  });

  app.get('/languages/*', async (request, reply) => {
    const file = packs.find(request.url);
    return file ? sendFile(request, reply, file, { cacheControl: forever }) : notFoundText(reply);
  });

  const languageOfVisitor = (request: FastifyRequest): string =>
    languageOf(readChoiceCookie(request.cookies, LANGUAGE_COOKIE), request.headers['accept-language'], languages);

  /** Returns the registry for this visitor. A cookie keeps it the same on every following page. */
  async function registryFor(request: FastifyRequest, reply: FastifyReply): Promise<RegistryState> {
    const known = bucketOf(readChoiceCookie(request.cookies, BUCKET_COOKIE));
    const state = await registry.current(known);
    if (known !== undefined || !state.personal) {
      return state;
    }
    const bucket = newBucket();
    void reply.setCookie(choiceCookieName(BUCKET_COOKIE, settings.publicUrl), String(bucket), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: settings.publicUrl.startsWith('https:'),
      maxAge: BUCKET_DAYS * 86_400,
    });
    return registry.current(bucket);
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const [template, kit, state] = await Promise.all([web.find('index.html'), web.find('area-preload.json'), registryFor(request, reply)]);
    if (!template) {
      return reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send('The portal is being set up. Try again in a moment.');
    }
    const area = areaOf(path, state.document.areas);
    const language = languageOfVisitor(request);
    const wanted = { language, settings: drawnSettings };
    // A screen may depend on the query, but its published HTML does not take the query into account.
    const hasQuery = request.url.includes('?');
    const opened = isNavigation(request);
    const isStopped = area?.stopped !== undefined;
    // This header tells the offline worker that the notice is intended, so that it does not show a stored page instead.
    if (isStopped) void reply.header('retry-after', '30').header(STOPPED_HEADER, area.name);
    if (opened) await loadSession(request, reply);
    // When a script fetches the page, the page contains no data of a service, because the script may belong to another area.
    const told =
      opened && request.method === 'GET' && !hasQuery && !isStopped ? await lookUpAddress({ request, etag: template.etag, path, area, state, wanted }) : {};
    const screen = told.screen ?? (area && !hasQuery && !isStopped ? await screenFor(area, path, wanted, opened) : undefined);
    const { refusal } = told;
    const drawnAt = told.data ? path : withSignInProblem(drawnAtPath(path, area, screen), request.url);
    // The offline worker stores the page without the numbers, because they change: the offline manifest has the hash of that page.
    const whole: PageInputs = { numbers: opened ? homeNumbers.current() : undefined, template, kit, state, path, area, language, screen, drawnAt };
    void reply
      .code(isStopped ? 503 : (refusal?.status ?? (area || isShellScreen(path) ? 200 : 404)))
      .header('content-security-policy', policy())
      .header('content-language', language);
    // A page that was made for one visitor is not cached.
    if (told.data || refusal) return sendToVisitor(request, reply, withoutNoscript(await renderHtml(whole, told)), told.data);
    const page = await renderCommonPage(whole);
    const html = page.bytes.toString('utf8');
    return opened
      ? sendToVisitor(request, reply, told.failure ? withNoscript(html, told.failure.html) : html)
      : sendFile(request, reply, page, { cacheControl: cacheControl(state.personal), vary: PAGE_VARIES });
  }

  /** Returns the area's own HTML, which is the same for everybody. The offline worker, which stores pages, gets the frame of a document page instead. */
  const screenFor = async (area: Area, path: string, wanted: RenderContext, opened: boolean): Promise<PrerenderedAreaScreen | undefined> =>
    (opened ? undefined : documentFrame(area, path)) ?? (await readPrerenderedScreen(area, path, wanted, remotes, app.log));

  interface PageInputs {
    /** The numbers on the public home page. */
    numbers?: string;
    template: CompressedFile;
    kit: CompressedFile | undefined;
    state: RegistryState;
    path: string;
    area: Area | undefined;
    language: string;
    screen: PrerenderedAreaScreen | undefined;
    drawnAt: string | undefined;
  }

  /** Returns the path for which the shell renders the page; undefined for the page of development, which renders itself in the browser. */
  const drawnAtPath = (path: string, area: Area | undefined, screen: PrerenderedAreaScreen | undefined): string | undefined =>
    path === '/design' ? undefined : placeToDraw(path, area, screen !== undefined);

  async function renderHtml(
    { numbers, template, kit, state, path, area, language, screen, drawnAt }: PageInputs,
    { refusal, data }: LookupResult = {},
  ): Promise<string> {
    const drawn =
      drawnAt &&
      (await drawing.draw(template.etag, {
        path: drawnAt,
        language,
        registry: state.document,
        settings: numbers ? { ...drawnSettings, 'public-numbers': numbers } : drawnSettings,
        area: screen || refusal ? area?.name : undefined,
        finding: data?.finding,
      }));
    const html = renderPage({
      template: template.bytes.toString('utf8'),
      registry: state,
      settings: numbers ? { ...pageSettings, 'public-numbers': numbers } : pageSettings,
      language,
      pack: packs.addressOf(language),
      path,
      area,
      kit: kit ? JSON.parse(kit.bytes.toString('utf8')) : [],
      page: drawn || undefined,
      screen: drawn ? screen : undefined,
      refusal: refusal?.page,
    });
    return withPlainForms(html, plainForms(area ? [area] : state.document.areas), language);
  }

  /** Renders a page that is the same for everybody, once. */
  async function renderCommonPage(whole: PageInputs): Promise<CompressedFile> {
    const { numbers, template, state, area, language, drawnAt } = whole;
    const key = [template.etag, state.etag, area?.name, language, drawnAt, numbers].join(' ');
    const known = pages.get(key);
    if (known) return known;
    const page = new CompressedFile('index.html', Buffer.from(await renderHtml(whole)), 6);
    if (pages.size >= MOST_PAGES) pages.clear();
    pages.set(key, page);
    return page;
  }

  /** Returns the page at an address in the form that is the same for everybody, in one language. Returns undefined while the portal is being set up. */
  async function commonPage(path: string, language: string, state: RegistryState): Promise<CompressedFile | undefined> {
    const [template, kit] = await Promise.all([web.find('index.html'), web.find('area-preload.json')]);
    if (!template) return undefined;
    const area = areaOf(path, state.document.areas);
    const screen = area && (await screenFor(area, path, { language, settings: drawnSettings }, false));
    return renderCommonPage({ template, kit, state, path, area, language, screen, drawnAt: drawnAtPath(path, area, screen) });
  }

  interface AddressLookup {
    request: FastifyRequest;
    etag: string;
    path: string;
    area: Area | undefined;
    state: RegistryState;
    wanted: RenderContext;
  }

  interface LookupResult {
    data?: PageData;
    screen?: PrerenderedAreaScreen;
    /** Set when the service refuses the document: the page shows the refusal instead of the screen. */
    refusal?: { status: number; page: RenderedPage };
    /** Set when the service gives no answer: the page asks again, and shows the failure to a reader without script. */
    failure?: RenderedPage;
  }

  /**
   * Asks the services about the verification code or the document in the address, as the page would do, and adds the area's HTML for it. When the result is
   * empty, the page is sent in the form for everybody, and asks by itself.
   */
  async function lookUpAddress({ request, etag, path, area, state, wanted }: AddressLookup): Promise<LookupResult> {
    const { language, settings } = wanted;
    const ask = (of: Pick<Area, 'name'>, call: string) => callApiForVisitor(app, request, `/api/${serviceOf(of)}${call}`, language);
    if (path.startsWith('/v/')) {
      let problem: ApiCallResult['problem'];
      const finding = await drawing.findFor(etag, path, state.document, async (name, call) => {
        const told = await ask({ name }, call);
        problem = told.problem;
        return told.answer;
      });
      if (finding) return { data: { language, finding } };
      return problem ? { failure: await drawing.drawProblem(etag, problem, language) } : {};
    }
    const place = area && documentAt(area, path);
    if (!place) return {};
    const { kind, id } = place;
    const drawings = await documentCases(area, place, wanted, remotes, request.log);
    if (!drawings) return {};
    const { answer, problem } = await ask(area, `${kind}/${id}/document`);
    if (problem) {
      const page = await drawing.drawProblem(etag, problem, language);
      const isRefused = problem.status >= 400 && problem.status < 500 && problem.status !== 429;
      return page ? (isRefused ? { refusal: { status: problem.status, page } } : { failure: page }) : {};
    }
    const drawn = answer && drawing.fill(etag, drawings.cases, { id, answer, language, settings });
    return drawn ? { data: { language, document: { area: area.name, kind, id, answer } }, screen: { ...drawn, files: place.screen.files } } : {};
  }

  /** Loads the session if possible. Everybody may see pages. When the session cannot be read, the parts that need it say that it is unknown. */
  async function loadSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await guard.load(request, reply).catch((error: unknown) => {
      request.log.warn({ err: error, requestId: request.id }, 'the session of a page cannot be read');
    });
  }

  /**
   * Sends the page to a browser that opens it, with the area tokens and the answers of the services. A script that fetches the address of the page must get
   * neither of them, neither from here nor from the browser's cache.
   */
  function sendToVisitor(request: FastifyRequest, reply: FastifyReply, html: string, data?: PageData): Promise<FastifyReply> {
    const tokens = areas.issue(areas.pageId(request, reply));
    const page = withFont(withLabels(withPersonalParts(html, { tokens, data }), request.cookies), request.cookies);
    return sendFile(request, reply, new CompressedFile('index.html', Buffer.from(page), 4), { cacheControl: 'no-store', vary: PAGE_VARIES });
  }

  /** Renders the portal's page as a frame for content that needs no script. */
  async function frame(language: string): Promise<string | undefined> {
    const template = await web.find('index.html');
    if (!template) return undefined;
    const state = await registry.current();
    const key = [template.etag, state.etag, language].join(' ');
    const known = frames.get(key);
    if (known) return known;
    const drawn = await drawing.draw(template.etag, { path: NOWHERE, language, registry: state.document, settings: drawnSettings });
    // The language menu is removed, because its button does nothing without script.
    const page = drawn && { ...drawn, html: drawn.html.replace(/<nav class="portal-language"[\s\S]*?<\/nav>/, '') };
    const frame = renderPage({
      template: template.bytes.toString('utf8'),
      registry: state,
      settings: pageSettings,
      language,
      path: NOWHERE,
      kit: [],
      page: page ?? emptyPage,
    });
    if (frames.size >= MOST_PAGES) frames.clear();
    frames.set(key, frame);
    return frame;
  }

  await app.register(offlineRoutes, {
    settings,
    web,
    country,
    cacheControl,
    registryFor,
    languageOf: languageOfVisitor,
    languages,
    packOf: (language) => packs.packOf(language),
    page: commonPage,
    cases: (area, address, language) => {
      const place = documentAt(area, address.replace(':id', '-'));
      return place && documentCases(area, place, { language, settings: drawnSettings }, remotes, app.log);
    },
    drawnSettings,
    policy,
  });
  problemsAsPages(app, settings, frame);
  await app.register(plainRoutes, {
    settings,
    registry,
    developmentProcesses,
    guard,
    areas,
    frame,
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split(/[?#]/, 1)[0].replace(/(?<=.)\/$/, '');
    if ((request.method !== 'GET' && request.method !== 'HEAD') || notScreens.test(path)) {
      return sendProblem(noSuchAddress(), request, reply);
    }
    if (path === '/index.html') {
      return reply.redirect('/', 308);
    }
    const { document } = await registry.current();
    if (isShellScreen(path) || areaOf(path, document.areas)) {
      return sendPage(request, reply, path);
    }
    const file = await web.find(path.slice(1));
    if (file) {
      return sendFile(request, reply, file);
    }
    // The address of a missing file is never answered with a page, because a script element would try to run it.
    return /\.[a-z0-9]+$/i.test(path) ? notFoundText(reply) : sendPage(request, reply, path);
  });
}

const notFoundText = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found');
