import { createHash } from 'node:crypto';
import { isSource } from '@portal/contract-kit';
import type { OfflineParts, ScreenCase } from '@portal/remotes';
import type { CompressedFile } from '../page/compressed-file.ts';
import { policyOfFile } from '../page/files.ts';
import { serviceOf } from '../page/plain-page.ts';
import { framePlaceholders } from '../page/prerendered-screens.ts';
import type { Area, RegistryState } from '../page/registry.ts';

/** A page that a device stores for offline use. */
export interface KeptPage {
  path: string;
  integrity: string;
  /** Address prefixes. The page is used for every address below them that has no stored page of its own. */
  under?: string[];
}

/** The pages for a kind of document. The device fills a stored document into the frame, in the same way as the gateway does. */
export interface KeptDocumentPages {
  /** The address of the frame, with `-` in place of the document's id. */
  path: string;
  integrity: string;
  area: string;
  /** Path of these documents in the API, such as `/api/declarations/v1/traveller/declaration`. */
  documents: string;
  /** Path of these documents in the area's service, such as `/v1/traveller/declaration`. */
  kind: string;
  /** Address of the file with the pre-rendered screens. */
  cases: string;
  /** The settings that the pre-rendered screens depend on. */
  settings: Record<string, string>;
  /** The placeholders in the frame for the title and the screen. */
  marks: { title: string; html: string };
}

/** Everything that a device may store and return to a browser without a network connection. Read by `shell/web/src/offline/worker`. */
export interface OfflineManifest {
  /** Generation of the registry that the pages contain. */
  generation: number;
  language: string;
  /** Address of the language's texts; missing for the languages whose texts are in the code. */
  pack?: string;
  /** Response headers for every page. They are part of the signed manifest, because headers stored on a device could not be trusted. */
  headers: Record<string, string>;
  pages: KeptPage[];
  documents: KeptDocumentPages[];
  /** Scripts, stylesheets and fonts, by address, with their hashes. */
  files: Record<string, string>;
  /** Files of the QR code reader. They are stored only on devices that have opened a gate. */
  scanner: Record<string, { integrity: string; headers: Record<string, string> }>;
  /** API calls whose response is the same for everybody. They are stored in each of the languages. */
  calls: string[];
  /** Catalogues that the device can search offline. */
  catalogues: string[];
  languages: string[];
}

/** Pages of the shell that need no service. */
const shellPages = ['/', '/my', '/privacy', '/contact', '/accessibility'];

type OfflineArea = Area & { offline: OfflineParts };
const worksOffline = (area: Area): area is OfflineArea => area.offline !== undefined;

const integrityOf = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The HTML that an area has published for the documents at an address, as `/eservice/traveller/declaration/qr/:id`. */
export type DocumentScreens = (area: Area, address: string, language: string) => Promise<{ cases: ScreenCase[]; url: string } | undefined> | undefined;

/** Files of the shell, as the build lists them. */
export interface ShellFileList {
  /** Files that the public pages need. */
  pages: string[];
  /** Files of the QR code reader. */
  scanner: string[];
}

interface Parts {
  state: RegistryState;
  language: string;
  languages: string[];
  headers: Record<string, string>;
  shellFiles: ShellFileList;
  file(path: string): Promise<CompressedFile | undefined>;
  page(path: string, language: string, state: RegistryState): Promise<CompressedFile | undefined>;
  cases: DocumentScreens;
  settings: Record<string, string>;
  /** The texts of the language; missing for the languages whose texts are in the code. */
  pack?: { address: string; file: CompressedFile };
}

/**
 * Checks whether a file is a script or a stylesheet. Pre-rendered screens are left out, because the pages already contain them; the screens of documents are
 * added separately.
 */
const isAsset = (url: string): boolean => /\.(js|css)$/.test(url);

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Returns the names of the settings that the pre-rendered screens read. */
const settingsRead = (cases: readonly ScreenCase[]): string[] =>
  cases.flatMap(({ assumes }) => assumes.flatMap((assumption) => (isOfSetting(assumption) ? [assumption.at[0] as string] : [])));
const isOfSetting = (assumption: object): assumption is { at: string[] } => (assumption as { of?: unknown }).of === 'setting';

/** Builds the document pages of an area that works offline. */
async function documentPages(area: OfflineArea, { state, language, page, cases: casesOf, settings }: Parts): Promise<KeptDocumentPages[]> {
  const found: KeptDocumentPages[] = [];
  for (const [address, { document: kind }] of Object.entries(area.screens ?? {})) {
    const path = address.replace(':id', '-');
    if (kind === undefined || !area.offline.under.some((prefix) => isBelow(path, prefix))) continue;
    const [frame, drawn] = await Promise.all([page(path, language, state), casesOf(area, address, language)]);
    if (!frame || !drawn) continue;
    const read = settingsRead(drawn.cases).map((name) => [name, settings[name] ?? ''] as const);
    found.push({
      path,
      integrity: integrityOf(frame.bytes),
      area: area.name,
      documents: `/api/${serviceOf(area)}${kind}`,
      kind,
      cases: drawn.url,
      settings: Object.fromEntries(read),
      marks: framePlaceholders,
    });
  }
  return found;
}

const headersOfFile = (path: string, type: string): Record<string, string> => {
  const policy = policyOfFile(path, type);
  return { 'content-type': type, 'x-content-type-options': 'nosniff', ...(policy ? { 'content-security-policy': policy } : {}) };
};

/** Builds the offline manifest for one language and one registry. */
export async function offlineManifest(parts: Parts): Promise<OfflineManifest> {
  const { state, language, languages, headers, shellFiles, file, page, pack } = parts;
  const areas = state.document.areas.filter(worksOffline);
  const addresses: Omit<KeptPage, 'integrity'>[] = [
    ...shellPages.map((path) => ({ path })),
    ...areas.flatMap(({ offline }) => offline.screens.map((path) => ({ path }))),
    // No screen has this address, so the result is the area's page without a screen.
    ...areas.flatMap(({ offline: { under } }) => (under[0] ? [{ path: `${under[0]}/-`, under }] : [])),
  ];
  const pages: KeptPage[] = [];
  for (const address of addresses) {
    const made = await page(address.path, language, state);
    if (made) pages.push({ ...address, integrity: integrityOf(made.bytes) });
  }
  const documents = (await Promise.all(areas.map((area) => documentPages(area, parts)))).flat();
  const drawings = new Set(documents.map(({ cases }) => cases));
  const files: Record<string, string> = {};
  for (const path of shellFiles.pages) {
    const found = await file(path);
    if (found) files[path] = integrityOf(found.bytes);
  }
  if (pack) files[pack.address] = integrityOf(pack.file.bytes);
  const scanner: OfflineManifest['scanner'] = {};
  for (const path of shellFiles.scanner) {
    const found = await file(path);
    if (found) scanner[path] = { integrity: integrityOf(found.bytes), headers: headersOfFile(path, found.type) };
  }
  for (const { integrity } of areas)
    for (const [url, hash] of Object.entries(integrity)) if (url.startsWith('/') && (isAsset(url) || drawings.has(url))) files[url] = hash;
  return {
    generation: state.document.generation,
    language,
    ...(pack ? { pack: pack.address } : {}),
    headers,
    pages,
    documents,
    files,
    scanner,
    calls: areas.flatMap((area) => area.offline.calls.map((call) => `/api/${serviceOf(area)}${call}`)),
    catalogues: [...new Set(areas.flatMap(({ offline }) => offline.catalogues))],
    // A device stores the languages that its user may read: English, Portuguese and the chosen language.
    languages: languages.filter((each) => isSource(each) || each === language),
  };
}
