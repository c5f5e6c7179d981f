import type { OfferedAction } from '@portal/contract-kit';
import { configuredName, say } from '@portal/contract-kit/days';
import { actionFor } from '../document/action-for.ts';
import { dateInWords } from '../language/date-in-words.ts';
import type { Language } from '../language/labels.ts';
import { type Assumption, holes, type Row, type ScreenCase } from './document-screen.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Reads the value at this path. Only the service's own data counts, not the properties that every object inherits. */
function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);
}

/** Characters that a browser reads differently from HTML than from a script. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
const odd = /[\u0000-\u001f\u007f-\u009f\ue000\ue001\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && !odd.test(value);

/** What the page knows besides the document. */
interface Page {
  language: Language;
  settings: Readonly<Record<string, string>>;
}

/** Checks one assumption. @returns the text for the page, `true` if nothing is printed, undefined if the assumption is wrong */
function judge(
  { of, at, as, value: expected }: Assumption,
  id: string,
  answer: { model?: unknown; actions?: unknown },
  { language, settings }: Page,
): string | true | undefined {
  const found =
    of === 'id' ? id : read(of === 'setting' ? settings : of === 'model' ? answer.model : actionFor(answer.actions as OfferedAction[], of.action, of.mode), at);
  switch (as) {
    case 'id':
      return /^(?:c\.[\w.-]+|[\w-]+)$/.test(id) ? id : undefined;
    case 'key':
      return /^k\.[\w.-]+$/.test(id) ? id : undefined;
    case 'text':
      if (!isText(found)) return undefined;
      // The settings that screens print are names of authorities, which are translated.
      return of === 'setting' ? say(configuredName(found), language) : found;
    case 'number':
      return Number.isSafeInteger(found) ? String(found) : undefined;
    case 'day':
      return isText(found) && /^\d{4}-\d\d-\d\d$/.test(found) && dateInWords(found, language) !== found ? dateInWords(found, language) : undefined;
    case 'path':
      return isText(found) && /^\/v1(\/[\w.-]+)+$/.test(found) && !found.includes('/..') ? found : undefined;
    case 'given':
      return isObject(found) || undefined;
    case 'missing':
      return found === undefined || undefined;
    case 'same':
      return found === expected || undefined;
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] as string);

/**
 * Fills a document into the HTML that was prerendered for documents like it.
 * @param id the id in the address
 * @param answer the answer of the service
 * @param settings the settings of the deployment
 * @returns undefined if no prerendered case fits this document
 */
export function fillDocument(
  cases: readonly ScreenCase[],
  id: string,
  answer: object,
  language: Language,
  settings: Readonly<Record<string, string>> = {},
): { title: string; html: string } | undefined {
  const page = { language, settings };
  for (const { title, html, assumes, list } of cases) {
    const found = assumes.map((assumption) => judge(assumption, id, answer, page));
    const parts = list && fillList(list.rows, read((answer as { model?: unknown }).model, list.at), id, page);
    if (found.includes(undefined) || (list && parts === undefined)) continue;
    return { title, html: filled(html, found, parts) };
  }
  return undefined;
}

/** Fills all holes in a single pass, so that filled-in text is not searched for holes again. */
const filled = (html: string, found: readonly unknown[], parts = ''): string =>
  html.replace(holes, (_hole, index: string) => (index === 'l' ? parts : escaped(String(found[Number(index)]))));

/** Returns the HTML of a list; undefined if the value is not a list, or if no prerendered variant fits one of its items. */
function fillList(rows: readonly Row[], parts: unknown, id: string, page: Page): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  let html = '';
  for (const model of parts) {
    const fits = rows
      .map((row) => ({ row, found: row.assumes.map((assumption) => judge(assumption, id, { model }, page)) }))
      .find(({ found }) => !found.includes(undefined));
    if (!fits) return undefined;
    html += filled(fits.row.html, fits.found);
  }
  return html;
}
