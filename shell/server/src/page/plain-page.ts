import { type Bilingual, formWords, L, say, sentence } from '@portal/contract-kit';
import type { PlainPage } from '@portal/service-kit';
import { isPublicPath } from '../proxy/headers.ts';
import type { Session } from '../session/sessions.ts';
import type { Area } from './registry.ts';
import { attribute, withoutNoscript } from './render.ts';

/** A form that works without script: its address, and the service that provides it. */
export interface PlainForm {
  /** Address of the form. The page after registration has an address below it. */
  address: string;
  title: Record<string, string>;
  /** Name of the service among the gateway's services. */
  service: string;
  /** Path of the form in the service. */
  path: string;
}

interface MenuEntry {
  path?: unknown;
  title?: unknown;
  plain?: unknown;
}

/** Returns the service that belongs to an area. The registry is not used for this: an area may only use its own service, whatever it claims there. */
export const serviceOf = ({ name }: Pick<Area, 'name'>): string => name.replace(/^mf-/, '');
const isPath = (value: unknown): value is string => typeof value === 'string' && /^(\/[\w-]+)+$/.test(value);

/** Lists the forms without script of these areas: one for each menu entry that has `plain`. */
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

/** Matches the address of a page on which a person chooses which messages to get: the service that sends them, and the rest of the link. */
const messagesPage = /^\/eservice\/messages\/([a-z][a-z0-9-]{0,40})((?:\/[\w-]{1,200}){2})$/;

/** Checks whether an address is such a page. */
export const isMessageChoice = (path: string): boolean => messagesPage.test(path);

/** Returns that page as a form without script. It belongs to the service; no area lists it. */
function messageChoicesAt(path: string): PlainForm | undefined {
  const [, service, link] = messagesPage.exec(path) ?? [];
  return service && link ? { address: path, title: {}, service, path: `/v1/messages/choice${link}/plain` } : undefined;
}

/**
 * Finds the form that an address belongs to, and the rest of the address. A rest with `..` or encoded characters is refused, because it could lead to another
 * call of the service.
 */
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
 * Adds links to the forms without script to a page in two places: where scripts are off, and, shown after some seconds, where the page's own script has not
 * loaded. The script removes the second block when it runs.
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

/** The content of the page's main element, and the page's title. */
export interface PlainContent extends Pick<PlainPage, 'title' | 'failed' | 'html'> {
  /** Seconds after which the page reloads itself. */
  refresh?: number;
  /** The account in the header. Missing where it is not known whether somebody is signed in. */
  account?: string;
}

const accountWords = {
  signIn: L('Sign in', 'Iniciar sessão'),
  signOut: L('Sign out', 'Terminar sessão'),
  signedInAs: (name: string) => sentence('Signed in as {{name}}', 'Sessão de {{name}}', { name }),
};

/** The role of the officers whose decisions are stored on the device until they are sent. */
const DECIDES_AT_GATES = 'traveller-declaration-arrival';

/**
 * Draws the account in the header of a page without script: the name and a button to sign out, or a link to sign in.
 * @param back address of the page, to which a sign-in returns
 * @param holdsAnswers the page holds answers that were sent; a sign-in then opens a tab of its own, so that they are kept
 */
export function plainAccount(session: Pick<Session, 'user' | 'roles' | 'csrfToken'> | null, back: string, holdsAnswers: boolean, language: string): string {
  const words = (name: 'signIn' | 'signOut') => attribute(say(accountWords[name], language));
  if (!session) {
    const address = `/auth/login?${new URLSearchParams({ returnTo: back })}`;
    const tab = holdsAnswers ? ' target="_blank" rel="noopener"' : '';
    return `<div class="shell-account"><a class="shell-header__link" href="${attribute(address)}"${tab}>${words('signIn')}</a></div>`;
  }
  // This page cannot know whether decisions wait on the device to be sent, so the sign-out of an officer who decides at gates keeps the storage; the next page with
  // script ends the shift and removes everything but these decisions. Everybody else leaves nothing on a shared device.
  const keep = session.roles.includes(DECIDES_AT_GATES) ? '?keep=storage' : '';
  // The token is the one that the sign-out requires of every form.
  return `<div class="shell-account"><span>${attribute(say(accountWords.signedInAs(session.user.name), language))}</span><form method="post" action="/auth/logout${keep}">${tokenField(session.csrfToken)}<button type="submit" class="portal-link-button">${words('signOut')}</button></form></div>`;
}

/** Name of the form field for the session's CSRF token. */
export const TOKEN_NAME = 'csrfToken';
export const tokenField = (token: string): string => `<input type="hidden" name="${TOKEN_NAME}" value="${attribute(token)}">`;

/**
 * Builds a page without script: the page that a browser with script gets, without its scripts, with this content and title.
 * @param page the page as `renderPage` makes it
 */
export function plainPage(page: string, { title, failed, html, refresh, account }: PlainContent, portalName: string, language: string): string {
  const named = `${failed ? `${say(formWords.error, language)} ` : ''}${title} – ${portalName}`;
  const again = refresh ? `<meta http-equiv="refresh" content="${refresh}">` : '';
  return (
    withoutNoscript(page)
      .replace(/<template id="scripts">[\s\S]*?<\/template>/i, '')
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
      .replace('<!--LAST-RESORT-->', '')
      // Search engines must not list this page. They list the form with script.
      .replace(/<title>[\s\S]*?<\/title>/i, () => `<title>${attribute(named)}</title><meta name="robots" content="noindex">${again}`)
      // The replacements are functions, because `$&` has a special meaning in a replacement text.
      .replace(/<div class="shell-account shell-account--unknown"[^>]*>[\s\S]*?<\/div>/, (unknown) => account ?? unknown)
      .replace(/(<main\b[^>]*>)[\s\S]*?<\/main>/i, (_all, main: string) => `${main}${html}</main>`)
  );
}
