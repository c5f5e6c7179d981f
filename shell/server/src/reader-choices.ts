import type { IncomingHttpHeaders } from 'node:http';
import { knownLanguages, type Language } from '@portal/contract-kit';
import { matchLanguage } from '@portal/service-kit';
import type { FastifyRequest } from 'fastify';

/** The cookie with the language that the reader has chosen. */
export const LANGUAGE_COOKIE = 'portal.language';

/** Returns the name of a cookie that holds a choice of the reader. Scripts may read these cookies. Over https they are bound to this host too. */
export const choiceCookieName = (name: string, publicUrl: string): string => (publicUrl.startsWith('https:') ? `__Host-${name}` : name);

/** Reads a choice from the cookies, whether it was set over https or over http. */
export const readChoiceCookie = (cookies: Record<string, string | undefined>, name: string): string | undefined => cookies[`__Host-${name}`] ?? cookies[name];

/** The language of the page: the chosen one, otherwise the browser's first supported one, otherwise the portal's default. */
export function languageOf(chosen: string | undefined, accepted: string | undefined, languages: string[]): string {
  if (chosen && languages.includes(chosen)) {
    return chosen;
  }
  return matchLanguage(accepted ?? '', languages) ?? languages[0];
}

/** Returns the language of the page for the reader who requests it. */
export const languageOfReader = ({ cookies, headers }: FastifyRequest, languages: string[]): string =>
  languageOf(readChoiceCookie(cookies, LANGUAGE_COOKIE), headers['accept-language'], languages);

/** Returns the language chosen in this browser, for requests of pages, images and downloads. For these no script can set the `Accept-Language` header. */
export function chosenLanguage({ 'sec-fetch-mode': mode }: IncomingHttpHeaders, chosen: string | undefined, languages: readonly string[]): string | undefined {
  return (mode === 'navigate' || mode === 'no-cors') && chosen !== undefined && languages.includes(chosen) ? chosen : undefined;
}

/** Returns the language in which the gateway answers a call that no service sees: the one that the service would have used. */
export function languageOfCall({ headers, query, cookies }: FastifyRequest): Language {
  const languages = knownLanguages().map(({ tag }) => tag);
  // `cookies` is missing when the request was refused before it could be read.
  const chosen = chosenLanguage(headers, readChoiceCookie(cookies ?? {}, LANGUAGE_COOKIE), languages);
  const asked = (query as { language?: unknown } | undefined)?.language ?? chosen ?? headers['accept-language'];
  return matchLanguage(String(asked ?? ''), languages) ?? 'en';
}
