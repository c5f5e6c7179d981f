import { directionOf } from '@portal/contract-kit';
import { renderingsOf } from '@portal/remotes';
import { readChoiceCookie } from '../reader-choices.ts';
import type { RenderedPage } from './page-renderer.ts';
import type { PrerenderedAreaScreen } from './prerendered-screens.ts';
import type { Area, RegistryDocument, RegistryState } from './registry.ts';

/** The deployment's settings for the shell. Each becomes a `<meta name="portal-…">` element. */
export interface PageSettings {
  name: string;
  product: string;
  'product-slug': string;
  /** JSON: the languages that can be chosen, with the addresses of their texts. */
  languages: string;
  'idle-minutes': number;
  'arrival-wizard': string;
  /** JSON: the country's name, colours, emblem and picture. */
  country: string;
  /** JSON: the numbers on the public home page; missing when it shows none. */
  'public-numbers'?: string;
  /** Whether there is a page of open data: `on` or `off`. */
  'open-data': string;
  development: string;
}

/** Converts a value to JSON that is escaped for a script element. */
export const embeddable = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

/** Escapes a text for HTML, for use in an attribute or an element. */
export const attribute = (text: string): string => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Builds the preload tags for the first screen, so that the browser starts to load these files before any script runs. When the page already contains the
 * screen's HTML, its stylesheets are applied at once. Scripts are loaded after the stylesheets (`first.ts`).
 * @param kit files of the shell that only the areas' screens need
 */
export function preloads(area: Area | undefined, kit: readonly string[], screen?: PrerenderedAreaScreen): { styles: string; scripts: string } {
  const files = area?.entry ? [...new Set([...kit, area.entry, ...(area.preload ?? []), ...(screen?.files ?? [])])] : [];
  const tags = { styles: '', scripts: '' };
  for (const file of files) {
    const integrity = area?.integrity?.[file];
    const address = `href="${attribute(file)}"${integrity ? ` integrity="${attribute(integrity)}"` : ''}`;
    if (!file.endsWith('.css')) tags.scripts += `<link rel="preload" as="script" ${address} fetchpriority="low">`;
    else tags.styles += screen ? `<link rel="stylesheet" ${address}>` : `<link rel="preload" as="style" ${address}>`;
  }
  return tags;
}

const settingTags = (settings: PageSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `<meta name="portal-${name}" content="${attribute(String(value))}">`)
    .join('');

/** The portal name that the template contains; it is replaced by the configured name. */
const TEMPLATE_NAME = 'Single Window';

/** The placeholder for the area's HTML within the shell's HTML. */
const AREA_ROOT = '<div id="area-root"></div>';

/** Returns the registry for the page, without the fields that only the gateway reads. */
function registryOfPage(document: RegistryDocument): object {
  const areas = document.areas.map(({ screens, offline: _offline, sbom: _sbom, ...area }) => {
    const drawn = new Set(Object.values(screens ?? {}).flatMap((screen) => renderingsOf(screen).flatMap(({ html }) => Object.values(html))));
    return { ...area, integrity: Object.fromEntries(Object.entries(area.integrity ?? {}).filter(([url]) => !drawn.has(url))) };
  });
  return { ...document, areas };
}

/** Wraps the area's HTML with the attributes that the shell checks before its scripts hydrate it: version, language and address must match. */
const areaBlock = ({ name, version }: Area, { html }: PrerenderedAreaScreen, language: string, path: string): string =>
  `<div id="area-root"><div data-area="${attribute(name)}" data-version="${attribute(version)}" data-language="${language}" data-path="${attribute(path)}"><div>${html}</div></div></div>`;

/** Wraps a refusal in the same way. React does not hydrate it, but renders the page again when it has the service's answer. */
const refusalBlock = ({ name }: Area, { html }: RenderedPage): string =>
  `<div id="area-root"><div data-area="${attribute(name)}"><div>${html}</div></div></div>`;

export interface PageContents {
  template: string;
  registry: RegistryState;
  settings: PageSettings;
  language: string;
  /** The address of the language's texts. */
  pack?: string;
  path: string;
  area?: Area;
  /** Files of the shell that only the areas' screens need. */
  kit: readonly string[];
  /** The page as the shell renders it. */
  page?: RenderedPage;
  /** The area's own HTML. */
  screen?: PrerenderedAreaScreen;
  /** The reason why there is no document at this address, shown instead of the area's HTML. */
  refusal?: RenderedPage;
}

/** Fills the page template with the shell's HTML, the registry, the settings, the language and the preload tags of the area. */
export function renderPage({ template, registry, settings, language, pack, path, area, kit, page, screen, refusal }: PageContents): string {
  const { styles, scripts } = preloads(area, kit, screen);
  const registryBlock = `${REGISTRY_TAG}${embeddable(registryOfPage(registry.document))}</script>`;
  const inArea = area && (screen ? areaBlock(area, screen, language, path) : refusal && refusalBlock(area, refusal));
  const html = page && inArea ? page.html.replace(AREA_ROOT, () => inArea) : (page?.html ?? '');
  const title = screen?.title || refusal?.title || page?.title;
  // The replacements are functions, because `$&` has a special meaning in a replacement text.
  return template
    .replaceAll(TEMPLATE_NAME, () => attribute(settings.name))
    .replace(
      /<html([^>]*?) lang="[^"]*"/i,
      (_match, before: string) => `<html${before} lang="${attribute(language)}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}`,
    )
    .replace(/<title>[^<]*<\/title>/, (plain) => (title ? `<title>${attribute(title)} – ${attribute(settings.name)}</title>` : plain))
    .replace('<!--SHELL-->', () => html)
    .replace('<!--REGISTRY-->', () => registryBlock)
    .replace('<!--PRELOAD-->', () => settingTags(settings) + styles + (pack ? `<link rel="preload" as="fetch" crossorigin href="${attribute(pack)}">` : ''))
    .replace('<!--SCRIPTS-->', () => scripts);
}

const REGISTRY_TAG = '<script type="application/json" id="registry">';

/** Answers of the services for this visitor that were fetched before the page was sent. The page already shows them. */
export interface PageData {
  /** The language of the answers. */
  language: string;
  /** What the services know about the verification code in the address. */
  finding?: object;
  /** The document in the address, for the area that shows it. */
  document?: { area: string; kind: string; id: string; answer: object };
}

/** The parts of a page that are for one visitor only. */
export interface PersonalParts {
  tokens: Record<string, string>;
  data?: PageData;
}

/** Inserts the parts for one visitor before the registry. The shell removes them from the page before any other code runs. */
export const withPersonalParts = (html: string, { tokens, data }: PersonalParts): string =>
  html.replace(REGISTRY_TAG, (tag) => `${dataBlock('area-tokens', tokens)}${data ? dataBlock('page-data', data) : ''}${tag}`);

/** Removes the noscript elements. A page that shows everything without script does not ask for it. */
export const withoutNoscript = (html: string): string => withNoscript(html, '');

/** Replaces the notice for readers without script by other content. */
export const withNoscript = (html: string, content: string): string =>
  html.replace(/<noscript>[\s\S]*?<\/noscript>/gi, () =>
    content ? `<noscript><div class="shell-noscript"><div class="shell-width">${content}</div></div></noscript>` : '',
  );

const dataBlock = (id: string, value: object): string => `<script type="application/json" id="${id}">${embeddable(value)}</script>`;

/** The cookie of a reader who wants every label in both languages. */
const LABELS_COOKIE = 'portal.labels';

/** Shows the labels in both languages when the reader has chosen that. */
export const withLabels = (html: string, cookies: Record<string, string | undefined>): string =>
  readChoiceCookie(cookies, LABELS_COOKIE) === 'both'
    ? html.replace(/<html\b/i, (tag) => `${tag} data-labels="both"`).replace(/(<button\b[^>]*\bdata-switch="labels"[^>]*\baria-pressed=)"false"/, '$1"true"')
    : html;

/** Name of the cookie of a browser that has already loaded the font. */
const FONT_COOKIE = 'portal.font';

/**
 * Keeps the preload of the font only for browsers that already have the font cached, so that they use it at once. Other browsers first paint with a font of the
 * device and load this one afterwards, because on a slow connection it would delay the stylesheet.
 */
export const withFont = (html: string, cookies: Record<string, string | undefined>): string =>
  readChoiceCookie(cookies, FONT_COOKIE) ? html : html.replace(/<link rel="preload" as="font"[^>]*>/, '');
