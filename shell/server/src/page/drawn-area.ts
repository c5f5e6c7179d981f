import { drawingsOf, readDocumentScreen, readScreen, type ScreenCase, type ScreenFile } from '@portal/remotes';
import type { Files } from './files.ts';
import type { Area } from './registry.ts';

/** A screen of an area that was published as HTML. */
export interface DrawnArea extends ScreenFile {
  /** Files that the screen needs besides those of the area. */
  files: string[];
}

interface Log {
  error(fields: object, message: string): void;
}

export interface Wanted {
  language: string;
  /** Those of this deployment. */
  settings: Record<string, string>;
}

type Screen = NonNullable<Area['screens']>[string];

/** The file with the HTML of a screen, and the hash it must have. */
async function fileOf(screen: Screen | undefined, { language, settings }: Wanted, remotes: Files): Promise<{ bytes: Buffer; url: string } | undefined> {
  const fits = screen && drawingsOf(screen).find((drawing) => Object.entries(drawing.settings ?? {}).every(([name, value]) => settings[name] === value));
  const url = fits?.html?.[language];
  if (!url) return undefined;
  const file = await remotes.find(url.replace(/^\/remotes\//, ''));
  return { bytes: file?.bytes ?? Buffer.alloc(0), url };
}

const sayUnpublished = (log: Log, { name, version }: Area, url: string): void =>
  log.error({ area: name, version, url }, 'the HTML of a screen is not the published one: the page is sent without it');

/**
 * The HTML that was published with this version of an area, for one of its addresses. It is the signed file, or none: an area whose
 * HTML is missing or was changed is drawn by its script.
 * @param path without a query, on which the screen may depend
 */
export async function drawnArea(area: Area, path: string, wanted: Wanted, remotes: Files, log: Log): Promise<DrawnArea | undefined> {
  const screen = area.screens?.[path];
  const file = screen?.document === undefined ? await fileOf(screen, wanted, remotes) : undefined;
  if (!screen || !file) return undefined;
  const drawn = readScreen(file.bytes, area.integrity[file.url]);
  if (!drawn) sayUnpublished(log, area, file.url);
  return drawn && { ...drawn, files: screen.files };
}

/** The screen of one document at an address. */
export interface DocumentPlace {
  screen: Screen;
  /** The path of its kind, as `/v1/triptic/trip`. */
  kind: string;
  id: string;
}

/** The screen of one document that an area has at this address. An id with other characters could name another call of the service. */
export function documentAt(area: Area, path: string): DocumentPlace | undefined {
  const [, folder, id = ''] = /^(.*)\/([\w.-]+)$/.exec(path) ?? [];
  const screen = area.screens?.[`${folder}/:id`];
  return screen?.document === undefined || /^\.+$/.test(id) ? undefined : { screen, kind: screen.document, id };
}

/** The HTML that was published with this version of an area for documents, and its address. */
export async function documentCases(
  area: Area,
  { screen }: DocumentPlace,
  wanted: Wanted,
  remotes: Files,
  log: Log,
): Promise<{ cases: ScreenCase[]; url: string } | undefined> {
  const file = await fileOf(screen, wanted, remotes);
  const cases = file && readDocumentScreen(file.bytes, area.integrity[file.url]);
  if (file && !cases) sayUnpublished(log, area, file.url);
  return file && cases && { cases, url: file.url };
}

/** What stands in a frame in place of a document's title and screen. */
export const frameMarks = { title: '{{title}}', html: '{{document}}' };

/** The frame of a document's pages, at the address where the id is `-`: a device that has kept a document fills it in by itself. */
export function documentFrame(area: Area, path: string): DrawnArea | undefined {
  const place = path.endsWith('/-') ? documentAt(area, path) : undefined;
  return place && { ...frameMarks, files: place.screen.files };
}
