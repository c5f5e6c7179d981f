import type { Country } from './country.ts';
import type { Area, RegistryState } from './registry.ts';

/** The deployment's settings for the shell, one `<meta name="portal-…">` each. */
export interface PageSettings {
  name: string;
  product: string;
  'product-slug': string;
  languages: string;
  'idle-minutes': number;
  'arrival-wizard': string;
  /** JSON: the country's name, colours, emblem and picture. */
  country: string;
  development: string;
}

/** JSON escaped for a script element. */
export const embeddable = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

/** A text for HTML, in an attribute or an element. */
export const attribute = (text: string): string => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Preloads for the first screen: the browser starts to load these files before any script runs.
 * @param kit files of the shell that only the areas' screens need
 */
export function preloads(area: Area | undefined, kit: readonly string[]): string {
  const files = area ? [...new Set([...kit, area.entry, ...(area.preload ?? [])])] : [];
  return files
    .map((file) => {
      const integrity = area?.integrity?.[file];
      const check = integrity ? ` integrity="${attribute(integrity)}"` : '';
      return `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="${attribute(file)}"${check}>`;
    })
    .join('');
}

const settingTags = (settings: PageSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `<meta name="portal-${name}" content="${attribute(String(value))}">`)
    .join('');

/** The portal name in the template. */
const TEMPLATE_NAME = 'Single Window';

/** Fills the shell's page with the registry, the settings, the language and the preloads of its area. */
export function renderPage(
  template: string,
  registry: RegistryState,
  settings: PageSettings,
  language: string,
  area: Area | undefined,
  kit: readonly string[],
  country?: Country,
): string {
  const head = settingTags(settings) + preloads(area, kit);
  const registryBlock = `${REGISTRY_TAG}${embeddable(registry.document)}</script>`;
  // Functions, because `$&` in a replacement text has a meaning.
  return template
    .replaceAll(TEMPLATE_NAME, () => attribute(settings.name))
    .replace(/<html([^>]*?) lang="[^"]*"/i, (_match, before: string) => `<html${before} lang="${attribute(language)}"`)
    .replace('<!--EMBLEM-->', () => (country?.emblem ? `<img class="shell-emblem" src="${attribute(country.emblem)}" alt="" width="36" height="36">` : ''))
    .replace('<!--COUNTRY-->', () => (country ? `<span class="shell-brand__country">${attribute(country.name[language === 'pt' ? 'pt' : 'en'])}</span>` : ''))
    .replace('<!--BAND-->', () => bandOf(country?.colours ?? []))
    .replace('<!--REGISTRY-->', () => registryBlock)
    .replace('<!--PRELOAD-->', () => head);
}

/** The country's colours beside one another. A picture: the page's policy allows no style in the page. */
const bandOf = (colours: readonly string[]): string =>
  `<svg class="shell-band" viewBox="0 0 ${Math.max(colours.length, 1)} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">${colours
    .map((colour, index) => `<path fill="${attribute(colour)}" d="M${index} 0h1v1h-1z"></path>`)
    .join('')}</svg>`;

const REGISTRY_TAG = '<script type="application/json" id="registry">';

/** Inserts the area tokens before the registry; the shell removes them before any other code runs. */
export const withAreaTokens = (html: string, tokens: Record<string, string>): string =>
  html.replace(REGISTRY_TAG, (tag) => `<script type="application/json" id="area-tokens">${embeddable(tokens)}</script>${tag}`);

/** The cookie with the language that the reader has chosen. */
export const LANGUAGE_COOKIE = 'portal.language';

/** The language of the page: the chosen one, otherwise the browser's first supported one, otherwise the portal's default. */
export function languageOf(chosen: string | undefined, accepted: string | undefined, languages: string[]): string {
  if (chosen && languages.includes(chosen)) {
    return chosen;
  }
  const wanted = (accepted ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find((language) => languages.includes(language)) ?? languages[0];
}
