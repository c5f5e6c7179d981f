import type { FastifyBaseLogger } from 'fastify';
import type { GatewaySettings } from '../settings.ts';
import type { LookupResult } from './address-lookup.ts';
import { CompressedFile } from './compressed-file.ts';
import type { Country } from './country.ts';
import type { FileCache } from './files.ts';
import type { LanguagePacks } from './language-packs.ts';
import type { PageRenderer, RenderedPage } from './page-renderer.ts';
import { plainForms, withPlainForms } from './plain-page.ts';
import { documentFrame, type PrerenderedAreaScreen, type RenderContext, readPrerenderedScreen } from './prerendered-screens.ts';
import { type Area, areaOf, type Registry, type RegistryState } from './registry.ts';
import { type PageSettings, renderPage } from './render.ts';
import { DESIGN_PAGE, shellScreens } from './shell-screens.ts';

const MOST_PAGES = 100;

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

/** Returns the path for which the shell renders the page; undefined for the page of development, which renders itself in the browser. */
export const drawnAtPath = (path: string, area: Area | undefined, screen: PrerenderedAreaScreen | undefined): string | undefined =>
  path === DESIGN_PAGE ? undefined : placeToDraw(path, area, screen !== undefined);

const settingsOfPages = (settings: GatewaySettings, packs: LanguagePacks, country?: Country): PageSettings => ({
  name: settings.portalName,
  product: settings.productName,
  'product-slug': settings.productSlug,
  languages: JSON.stringify(packs.offered),
  'idle-minutes': settings.sessionIdleMinutes,
  'arrival-wizard': settings.arrivalWizard,
  country: JSON.stringify(country ?? {}),
  'open-data': settings.openData ? 'on' : 'off',
  development: settings.nodeEnv === 'production' ? 'off' : 'on',
});

/** Stores a value; when the map is full, it is emptied first. */
function keep<T>(known: Map<string, T>, key: string, value: T): T {
  if (known.size >= MOST_PAGES) known.clear();
  known.set(key, value);
  return value;
}

/** The data of one page. */
export interface PageInputs {
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

export interface PageBuilderParts {
  settings: GatewaySettings;
  country?: Country;
  registry: Registry;
  /** Files of the shell. */
  web: FileCache;
  /** Files of the remotes. */
  remotes: FileCache;
  packs: LanguagePacks;
  renderer: PageRenderer;
  log: FastifyBaseLogger;
}

/** Builds the HTML of pages. Pages that are the same for everybody are built once. */
export class PageBuilder {
  /** Settings of the deployment that rendered screens may depend on. */
  readonly drawnSettings: Record<string, string>;
  private readonly pageSettings: PageSettings;
  private readonly pages = new Map<string, CompressedFile>();
  /** The frames around forms that work without script. */
  private readonly frames = new Map<string, string>();

  constructor(private readonly parts: PageBuilderParts) {
    this.pageSettings = settingsOfPages(parts.settings, parts.packs, parts.country);
    this.drawnSettings = Object.fromEntries(Object.entries(this.pageSettings).map(([name, value]) => [name, String(value)]));
  }

  /** Finds the template of pages, and the list of the shell's files that only the areas' screens need. */
  async files(): Promise<[template: CompressedFile | undefined, kit: CompressedFile | undefined]> {
    const { web } = this.parts;
    return Promise.all([web.find('index.html'), web.find('area-preload.json')]);
  }

  /**
   * Returns the area's own HTML, which is the same for everybody.
   * @param opened false for the offline worker, which stores pages; it gets the frame of a document page instead
   */
  async screenFor(area: Area, path: string, wanted: RenderContext, opened: boolean): Promise<PrerenderedAreaScreen | undefined> {
    const { remotes, log } = this.parts;
    return (opened ? undefined : documentFrame(area, path)) ?? (await readPrerenderedScreen(area, path, wanted, remotes, log));
  }

  async html(inputs: PageInputs, { refusal, data }: LookupResult = {}): Promise<string> {
    const { numbers, template, kit, state, path, area, language, screen, drawnAt } = inputs;
    const { renderer, packs } = this.parts;
    const drawn =
      drawnAt &&
      (await renderer.draw(template.etag, {
        path: drawnAt,
        language,
        registry: state.document,
        settings: numbers ? { ...this.drawnSettings, 'public-numbers': numbers } : this.drawnSettings,
        area: screen || refusal ? area?.name : undefined,
        finding: data?.finding,
      }));
    const html = renderPage({
      template: template.bytes.toString('utf8'),
      registry: state,
      settings: numbers ? { ...this.pageSettings, 'public-numbers': numbers } : this.pageSettings,
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

  /** Builds a page that is the same for everybody, once. */
  async commonPage(inputs: PageInputs): Promise<CompressedFile> {
    const { numbers, template, state, area, language, drawnAt } = inputs;
    const key = [template.etag, state.etag, area?.name, language, drawnAt, numbers].join(' ');
    return this.pages.get(key) ?? keep(this.pages, key, new CompressedFile('index.html', Buffer.from(await this.html(inputs)), 6));
  }

  /** Returns the page at an address in the form that is the same for everybody, in one language. Returns undefined while the portal is being set up. */
  async commonPageAt(path: string, language: string, state: RegistryState): Promise<CompressedFile | undefined> {
    const [template, kit] = await this.files();
    if (!template) return undefined;
    const area = areaOf(path, state.document.areas);
    const screen = area && (await this.screenFor(area, path, { language, settings: this.drawnSettings }, false));
    return this.commonPage({ template, kit, state, path, area, language, screen, drawnAt: drawnAtPath(path, area, screen) });
  }

  /** Returns the portal's page as a frame for content that needs no script. Returns undefined while the portal is being set up. */
  async frame(language: string): Promise<string | undefined> {
    const { web, registry, renderer } = this.parts;
    const template = await web.find('index.html');
    if (!template) return undefined;
    const state = await registry.current();
    const key = [template.etag, state.etag, language].join(' ');
    const known = this.frames.get(key);
    if (known) return known;
    const drawn = await renderer.draw(template.etag, { path: NOWHERE, language, registry: state.document, settings: this.drawnSettings });
    return keep(this.frames, key, this.emptyFrame(template, state, language, drawn));
  }

  private emptyFrame(template: CompressedFile, state: RegistryState, language: string, drawn: RenderedPage | undefined): string {
    return renderPage({
      template: template.bytes.toString('utf8'),
      registry: state,
      settings: this.pageSettings,
      language,
      path: NOWHERE,
      kit: [],
      // The language menu is removed, because its button does nothing without script.
      page: drawn ? { ...drawn, html: drawn.html.replace(/<nav class="portal-language"[\s\S]*?<\/nav>/, '') } : emptyPage,
    });
  }
}
