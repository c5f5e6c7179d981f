import { createHash } from 'node:crypto';
import type { OfflineParts } from '@portal/remotes';
import type { CompressedFile } from '../page/compressed-file.ts';
import { serviceOf } from '../page/plain-page.ts';
import type { Area, RegistryState } from '../page/registry.ts';

/** A page that a device keeps. */
export interface KeptPage {
  path: string;
  integrity: string;
  /** It stands in for every address below these. */
  under?: string[];
}

/** All that a device may keep and give to a browser without network. `shell/web/src/offline/worker` reads it. */
export interface OfflineManifest {
  /** Of the registry that the pages show. */
  generation: number;
  language: string;
  /** Headers of each page: what is kept on a device has none that could be believed. */
  headers: Record<string, string>;
  pages: KeptPage[];
  /** Scripts, stylesheets and fonts with their hashes. */
  files: Record<string, string>;
  /** Calls that give everybody the same answer, asked for in each of the languages. */
  calls: string[];
  /** Catalogues whose searches the device answers. */
  catalogues: string[];
  languages: string[];
}

/** Pages of the shell that need no service. */
const shellPages = ['/', '/my', '/privacy', '/contact', '/accessibility'];

type OfflineArea = Area & { offline: OfflineParts };
const worksOffline = (area: Area): area is OfflineArea => area.offline !== undefined;

const integrityOf = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

interface Parts {
  state: RegistryState;
  language: string;
  languages: string[];
  headers: Record<string, string>;
  /** Files of the shell that the public's pages need. */
  shellFiles: string[];
  file(path: string): Promise<CompressedFile | undefined>;
  page(path: string, language: string, state: RegistryState): Promise<CompressedFile | undefined>;
}

/** Scripts and stylesheets: the drawn screens are in the pages already. */
const isAsset = (url: string): boolean => /\.(js|css)$/.test(url);

/** Makes the manifest for one language and one registry. */
export async function offlineManifest({ state, language, languages, headers, shellFiles, file, page }: Parts): Promise<OfflineManifest> {
  const areas = state.document.areas.filter(worksOffline);
  const addresses: Omit<KeptPage, 'integrity'>[] = [
    ...shellPages.map((path) => ({ path })),
    ...areas.flatMap(({ offline }) => offline.screens.map((path) => ({ path }))),
    // No screen has this address: the page is the area's without a screen.
    ...areas.flatMap(({ offline: { under } }) => (under[0] ? [{ path: `${under[0]}/-`, under }] : [])),
  ];
  const pages: KeptPage[] = [];
  for (const address of addresses) {
    const made = await page(address.path, language, state);
    if (made) pages.push({ ...address, integrity: integrityOf(made.bytes) });
  }
  const files: Record<string, string> = {};
  for (const path of shellFiles) {
    const found = await file(path);
    if (found) files[path] = integrityOf(found.bytes);
  }
  for (const { integrity } of areas) for (const [url, hash] of Object.entries(integrity)) if (url.startsWith('/') && isAsset(url)) files[url] = hash;
  return {
    generation: state.document.generation,
    language,
    headers,
    pages,
    files,
    calls: areas.flatMap((area) => area.offline.calls.map((call) => `/api/${serviceOf(area)}${call}`)),
    catalogues: [...new Set(areas.flatMap(({ offline }) => offline.catalogues))],
    languages,
  };
}
