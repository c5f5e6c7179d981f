import { type Bilingual, formWords, L, say } from '@portal/contract-kit';
import type { PlainPage } from '@portal/service-kit';
import { isPublicPath } from '../proxy/headers.ts';
import type { Area } from './registry.ts';
import { attribute, withoutNoscript } from './render.ts';

/** A form that works without script: where it is, and which service answers for it. */
export interface PlainForm {
  /** The address of the form. The page after registration is below it. */
  address: string;
  title: Record<string, string>;
  /** The key of the service among the gateway's services. */
  service: string;
  /** Where the service answers for the form. */
  path: string;
}

interface MenuEntry {
  path?: unknown;
  title?: unknown;
  plain?: unknown;
}

/** The service that belongs to an area. What an area claims in the registry does not count: an area answers with its own service alone. */
export const serviceOf = ({ name }: Pick<Area, 'name'>): string => name.replace(/^mf-/, '');
const isPath = (value: unknown): value is string => typeof value === 'string' && /^(\/[\w-]+)+$/.test(value);

/** The forms without script of these areas: one for each menu entry that says so. */
export function plainForms(areas: readonly Area[]): PlainForm[] {
  return areas.flatMap((area) => {
    const { menu } = area as { menu?: unknown };
    return (Array.isArray(menu) ? (menu as (MenuEntry | null)[]) : []).flatMap((entry): PlainForm[] => {
      const { path, title, plain } = entry ?? {};
      const isInArea = isPath(path) && area.prefixes.some((prefix) => path.startsWith(`${prefix}/`));
      if (!isInArea || !isPath(plain) || !isPublicPath(plain) || title === null || typeof title !== 'object') return [];
      return [{ address: `${path}/plain`, title: title as Record<string, string>, service: serviceOf(area), path: `${plain}/plain` }];
    });
  });
}

/** The address of a page on which somebody chooses which messages to get: the service that sends them, and the rest of its link. */
const messagesPage = /^\/eservice\/messages\/([a-z][a-z0-9-]{0,40})((?:\/[\w-]{1,200}){2})$/;

/** That page as a form without script. It is the service's own; no area names it. */
function messageChoicesAt(path: string): PlainForm | undefined {
  const [, service, link] = messagesPage.exec(path) ?? [];
  return service && link ? { address: path, title: {}, service, path: `/v1/messages/choice${link}/plain` } : undefined;
}

/** The form that an address belongs to, and the rest of the address. A rest with `..` or encoded characters could name another call of the service. */
export function plainFormAt(path: string, areas: readonly Area[]): { form: PlainForm; rest: string; isMessageChoice?: true } | undefined {
  const choices = messageChoicesAt(path);
  if (choices) return { form: choices, rest: '', isMessageChoice: true };
  const form = plainForms(areas).find(({ address }) => path === address || path.startsWith(`${address}/`));
  if (!form) return undefined;
  const rest = path.slice(form.address.length).replace(/\/+$/, '');
  return rest === '' || isPath(rest) ? { form, rest } : undefined;
}

const words = {
  lead: L('These forms work without JavaScript:', 'Estes formulários funcionam sem JavaScript:'),
  late: L('Is nothing happening? These forms work without JavaScript:', 'Não acontece nada? Estes formulários funcionam sem JavaScript:'),
};

/**
 * Names the forms without script in a page: where scripts are off, and, after some seconds, where the page's own script has not come. It
 * removes the second block when it runs.
 */
export function withPlainForms(page: string, forms: readonly PlainForm[], language: string): string {
  if (forms.length === 0) return page;
  const links = forms.map(
    ({ address, title }) =>
      `<li><a class="govuk-link" href="${attribute(address)}">${attribute(say(L(title.en ?? address, title.pt ?? ''), language))}</a></li>`,
  );
  const block = (lead: Bilingual): string => `<p class="govuk-body">${say(lead, language)}</p><ul class="govuk-list govuk-list--bullet">${links.join('')}</ul>`;
  return page
    .replace('<!--PLAIN-->', () => block(words.lead))
    .replace('<!--LAST-RESORT-->', () => `<div id="last-resort" class="shell-last-resort"><div class="shell-width">${block(words.late)}</div></div>`);
}

/** What stands in the page's main element, and the page's title. */
export interface PlainContent extends Pick<PlainPage, 'title' | 'failed' | 'html'> {
  /** After how many seconds the page loads itself again. */
  refresh?: number;
}

/**
 * The page that a browser with script gets, without its scripts, with this content and title.
 * @param page as `renderPage` makes it
 */
export function plainPage(page: string, { title, failed, html, refresh }: PlainContent, portalName: string, language: string): string {
  const named = `${failed ? `${say(formWords.error, language)} ` : ''}${title} – ${portalName}`;
  const again = refresh ? `<meta http-equiv="refresh" content="${refresh}">` : '';
  return (
    withoutNoscript(page)
      .replace(/<template id="scripts">[\s\S]*?<\/template>/i, '')
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
      .replace('<!--LAST-RESORT-->', '')
      // Not found by search engines: the form with script is the one to find.
      .replace(/<title>[\s\S]*?<\/title>/i, () => `<title>${attribute(named)}</title><meta name="robots" content="noindex">${again}`)
      // Functions, because `$&` in a replacement text has a meaning.
      .replace(/(<main\b[^>]*>)[\s\S]*?<\/main>/i, (_all, main: string) => `${main}${html}</main>`)
  );
}
