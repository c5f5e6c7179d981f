import { addPack, type LanguagePack, packOf } from '@portal/contract-kit/days';
import { fillDocument } from '@portal/web-kit/fill-document';
import type { KeptFiles } from './kept-files.ts';
import type { DocumentPages, Manifest } from './manifest.ts';

type Cases = Parameters<typeof fillDocument>[0];
type Language = Parameters<typeof fillDocument>[3];
/** Returns the answer of a service that the device has stored under a path. */
type KeptAnswer = (path: string) => Promise<Response | undefined>;

const escaped = (text: string): string => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
/** Returns JSON that is safe inside a script element of type JSON. */
const embeddable = (value: object): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns the kind of documents that has a page at this address, and the id in the address. */
export function documentAt({ documents }: Pick<Manifest, 'documents'>, pathname: string): { pages: DocumentPages; id: string } | undefined {
  const [, folder, id = ''] = /^(.*)\/([\w.-]+)$/.exec(pathname) ?? [];
  const pages = documents.find(({ path }) => path === `${folder}/-`);
  return pages && !/^[.-]+$/.test(id) ? { pages, id } : undefined;
}

const PICTURES = /(<img\b[^>]*\bsrc=")(\/api\/[^"?]+)(?:\?[^"]*)?(")/g;

/** Embeds the pictures that the device has stored into the page. A browser that believes it has a network would request them from the network. */
async function withPictures(html: string, keptAnswer: KeptAnswer): Promise<string> {
  const kept = new Map<string, string>();
  for (const [, , path = ''] of html.matchAll(PICTURES)) {
    const picture = await keptAnswer(path);
    if (!picture?.headers.get('content-type')?.startsWith('image/')) continue;
    const bytes = new Uint8Array(await picture.arrayBuffer());
    kept.set(path, `data:${picture.headers.get('content-type')};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`);
  }
  return html.replace(PICTURES, (tag, before: string, path: string, after: string) => (kept.has(path) ? `${before}${kept.get(path)}${after}` : tag));
}

/**
 * Returns the page of a document that this device has stored, complete before a script runs: signed HTML of the area in a signed frame of the shell, with the
 * document filled in as the gateway does it. The stored document is data and is inserted as text only.
 * @returns undefined if the scripts of the page must render it
 */
export async function documentPage(
  manifest: Manifest,
  files: Pick<KeptFiles, 'page' | 'file'>,
  keptAnswer: KeptAnswer,
  pathname: string,
): Promise<string | undefined> {
  const place = documentAt(manifest, pathname);
  const kept = place && (await keptAnswer(`${place.pages.documents}/${place.id}/document`));
  if (!kept) return undefined;
  const { pages, id } = place;
  const { area, kind, cases, settings, marks, path } = pages;
  const [frame, drawn, answer] = await Promise.all([files.page(pages), files.file(cases), kept.json() as Promise<object>]);
  if (!frame || !drawn) return undefined;
  const language = manifest.language as Language;
  if (manifest.pack && !packOf(language)) {
    const pack = await files.file(manifest.pack);
    if (!pack) return undefined;
    addPack((await pack.json()) as LanguagePack);
  }
  const filled = fillDocument(((await drawn.json()) as { cases: Cases }).cases, id, answer, language, settings);
  if (!filled) return undefined;
  const html = await withPictures(filled.html, keptAnswer);
  const data = `<script type="application/json" id="page-data">${embeddable({ language, document: { area, kind, id, answer } })}</script>`;
  // Replace with functions, because `$&` has a meaning in a replacement text. Insert the JSON last, because a document may contain the text of a mark.
  return new TextDecoder()
    .decode(frame)
    .replace(marks.title, () => escaped(filled.title))
    .replace(`data-path="${path}"`, () => `data-path="${escaped(pathname)}"`)
    .replace(marks.html, () => html)
    .replace('<script type="application/json" id="registry">', (tag) => `${data}${tag}`);
}
