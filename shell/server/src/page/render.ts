import type { Area, RegistryState } from './registry.ts';

/** What the page tells the shell about this deployment, one `<meta name="portal-…">` each. */
export interface PageSettings {
  name: string;
  product: string;
  'product-slug': string;
  languages: string;
  'idle-minutes': number;
  'arrival-wizard': string;
  development: string;
}

/** JSON that can stand inside a script element. */
export const embeddable = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

const attribute = (text: string): string => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * What the first screen needs besides the shell: the browser begins to load it before any script runs.
 * @param kit files of the shell that screens of areas need, and its own pages do not
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

/** The name the template was written with. */
const TEMPLATE_NAME = 'Single Window';

/** The shell's page with the registry, the settings, the language and the preloads of its area filled in. */
export function renderPage(
  template: string,
  registry: RegistryState,
  settings: PageSettings,
  language: string,
  area: Area | undefined,
  kit: readonly string[],
): string {
  const head = settingTags(settings) + preloads(area, kit);
  const registryBlock = `${REGISTRY_TAG}${embeddable(registry.document)}</script>`;
  // Functions, because `$&` in a replacement text has a meaning.
  return template
    .replaceAll(TEMPLATE_NAME, () => attribute(settings.name))
    .replace(/<html([^>]*?) lang="[^"]*"/i, (_match, before: string) => `<html${before} lang="${attribute(language)}"`)
    .replace('<!--REGISTRY-->', () => registryBlock)
    .replace('<!--PRELOAD-->', () => head);
}

const REGISTRY_TAG = '<script type="application/json" id="registry">';

/** Puts the tokens of the areas before the registry; the shell takes them out again before anything else runs. */
export const withAreaTokens = (html: string, tokens: Record<string, string>): string =>
  html.replace(REGISTRY_TAG, (tag) => `<script type="application/json" id="area-tokens">${embeddable(tokens)}</script>${tag}`);

/** Keeps the language a reader has chosen. */
export const LANGUAGE_COOKIE = 'portal.language';

/** The language of the page: chosen before, or the first one the browser asks for that there is, or the portal's own. */
export function languageOf(chosen: string | undefined, accepted: string | undefined, languages: string[]): string {
  if (chosen && languages.includes(chosen)) {
    return chosen;
  }
  const wanted = (accepted ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find((language) => languages.includes(language)) ?? languages[0];
}
