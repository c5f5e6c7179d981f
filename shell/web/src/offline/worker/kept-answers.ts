import { answerSearch, cataloguePage, type KeptCatalogue, searchedCatalogue, searchOf } from './catalogue-search.ts';
import type { Manifest } from './manifest.ts';
import { moveDaysOn } from './offered-days.ts';
import { timeoutSignal } from './timeout-signal.ts';

const CACHE = 'portal-answers';
const KEPT_AT = 'x-kept-at';
const FRESH_MS = 6 * 3_600_000;

const placeOf = (language: string, address: string): string => `/answers/${language}?${encodeURIComponent(address)}`;
const languageOf = (request: Request, manifest: Manifest): string => {
  const asked = (request.headers.get('accept-language') ?? '').split(/[,;]/, 1)[0] ?? '';
  return manifest.languages.includes(asked) ? asked : manifest.language;
};

/** Stored answers that are the same for everybody: blank forms, questions and catalogues. They are requested anonymously, without a cookie. */
export class KeptAnswers {
  /** Checks that a call is one that the device can answer. */
  covers(manifest: Manifest, { pathname, search }: URL): boolean {
    return manifest.calls.includes(pathname + search) || manifest.catalogues.includes(searchedCatalogue(pathname) ?? '');
  }

  /** Returns the stored answer to a call, in the language of the call or otherwise in another one. */
  async find(manifest: Manifest, request: Request): Promise<Response | undefined> {
    const url = new URL(request.url);
    const name = searchedCatalogue(url.pathname);
    const wanted = languageOf(request, manifest);
    const cache = await caches.open(CACHE);
    for (const language of [wanted, ...manifest.languages.filter((other) => other !== wanted)]) {
      const kept = await cache.match(placeOf(language, name ? url.pathname : url.pathname + url.search));
      if (!kept) continue;
      const body = await kept.text();
      const json = name ? JSON.stringify(answerSearch(JSON.parse(body) as KeptCatalogue, url.searchParams.get('q'))) : moveDaysOn(body, new Date(), wanted);
      return new Response(json, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } });
    }
    return undefined;
  }

  /**
   * Stores all answers, and requests those again that are old. A catalogue is stored once, because it contains the names in every language. @throws if the
   * connection fails
   */
  async renew({ calls, catalogues, languages, language }: Manifest): Promise<void> {
    const cache = await caches.open(CACHE);
    const kept = new Set<string>();
    const keep = async (place: string, read: () => Promise<string | undefined>): Promise<void> => {
      kept.add(place);
      const age = Date.now() - Number((await cache.match(place))?.headers.get(KEPT_AT) ?? Number.NaN);
      // A negative age, after the clock was set back, counts as old.
      if (age >= 0 && age < FRESH_MS) return;
      const text = await read();
      if (text !== undefined) await cache.put(place, new Response(text, { headers: { 'content-type': 'application/json', [KEPT_AT]: String(Date.now()) } }));
    };
    for (const each of languages) for (const call of calls) await keep(placeOf(each, call), () => ask(call, each));
    for (const name of catalogues) await keep(placeOf(language, searchOf(name)), () => wholeCatalogue(name, language));
    for (const { url } of await cache.keys()) {
      const { pathname, search } = new URL(url);
      if (!kept.has(pathname + search)) await cache.delete(url);
    }
  }

  async delete(): Promise<void> {
    await caches.delete(CACHE);
  }
}

async function ask(address: string, language: string): Promise<string | undefined> {
  const answer = await fetch(address, { credentials: 'omit', headers: { accept: 'application/json', 'accept-language': language }, signal: timeoutSignal() });
  return answer.ok ? answer.text() : undefined;
}

/** Largest number of pages of a catalogue. The airports of the world fill 17. */
const MOST_PAGES = 30;

async function wholeCatalogue(name: string, language: string): Promise<string | undefined> {
  const records: KeptCatalogue['records'] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const text = await ask(cataloguePage(name, page), language);
    if (text === undefined) return undefined;
    const part = JSON.parse(text) as KeptCatalogue;
    records.push(...part.records);
    if (records.length >= part.totalRecords || part.records.length === 0) return JSON.stringify({ records, totalRecords: records.length });
  }
  return undefined;
}
