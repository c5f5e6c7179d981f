import { readDocumentScreen, readScreen, renderingsOf, type ScreenCase, type ScreenFile } from '@portal/remotes';
import type { FileCache } from './files.ts';
import type { Area } from './registry.ts';

/** A screen of an area that was published as HTML. */
export interface PrerenderedAreaScreen extends ScreenFile {
  /** Files that the screen needs besides those of the area. */
  files: string[];
}

interface Log {
  error(fields: object, message: string): void;
}

export interface RenderContext {
  language: string;
  /** The settings of this deployment. */
  settings: Record<string, string>;
}

type Screen = NonNullable<Area['screens']>[string];

/** Reads the file with the HTML of a screen, and returns it with its address. The content is empty when the file is missing. */
async function fileOf(
  screen: Screen | undefined,
  { language, settings }: RenderContext,
  remotes: FileCache,
): Promise<{ bytes: Buffer; url: string } | undefined> {
  const fits = screen && renderingsOf(screen).find((drawing) => Object.entries(drawing.settings ?? {}).every(([name, value]) => settings[name] === value));
  const url = fits?.html?.[language];
  if (!url) return undefined;
  const file = await remotes.find(url.replace(/^\/remotes\//, ''));
  return { bytes: file?.bytes ?? Buffer.alloc(0), url };
}

const sayUnpublished = (log: Log, { name, version }: Area, url: string): void =>
  log.error({ area: name, version, url }, 'the HTML of a screen is not the published one: the page is sent without it');

/**
 * Reads the HTML that was published with this version of an area for one of its addresses. Only the signed file is used. When the HTML is missing or was
 * changed, the area's script renders the screen instead.
 * @param path the path without a query; a screen may depend on the query, so its HTML is not used when there is one
 */
export async function readPrerenderedScreen(
  area: Area,
  path: string,
  wanted: RenderContext,
  remotes: FileCache,
  log: Log,
): Promise<PrerenderedAreaScreen | undefined> {
  const screen = area.screens?.[path];
  const file = screen?.document === undefined ? await fileOf(screen, wanted, remotes) : undefined;
  if (!screen || !file) return undefined;
  const drawn = readScreen(file.bytes, area.integrity[file.url]);
  if (!drawn) sayUnpublished(log, area, file.url);
  return drawn && { ...drawn, files: screen.files };
}

/** The address of a screen that shows one document. */
export interface DocumentPlace {
  screen: Screen;
  /** Path of the document kind in the service, such as `/v1/triptic/trip`. */
  kind: string;
  id: string;
}

/**
 * Finds the screen of the area that shows one document at this address. The characters of the id are restricted, because others could lead to another call of
 * the service.
 */
export function documentAt(area: Area, path: string): DocumentPlace | undefined {
  const [, folder, id = ''] = /^(.*)\/([\w.-]+)$/.exec(path) ?? [];
  const screen = area.screens?.[`${folder}/:id`];
  return screen?.document === undefined || /^\.+$/.test(id) ? undefined : { screen, kind: screen.document, id };
}

/** Reads the HTML that was published with this version of an area for its documents. Returns it with the address of its file. */
export async function documentCases(
  area: Area,
  { screen }: DocumentPlace,
  wanted: RenderContext,
  remotes: FileCache,
  log: Log,
): Promise<{ cases: ScreenCase[]; url: string } | undefined> {
  const file = await fileOf(screen, wanted, remotes);
  const cases = file && readDocumentScreen(file.bytes, area.integrity[file.url]);
  if (file && !cases) sayUnpublished(log, area, file.url);
  return file && cases && { cases, url: file.url };
}

/** The placeholders in a frame for the title and the screen of a document. */
export const framePlaceholders = { title: '{{title}}', html: '{{document}}' };

/** Returns the frame of a document page, whose address has `-` in place of the id. A device that has stored a document fills it into the frame by itself. */
export function documentFrame(area: Area, path: string): PrerenderedAreaScreen | undefined {
  const place = path.endsWith('/-') ? documentAt(area, path) : undefined;
  return place && { ...framePlaceholders, files: place.screen.files };
}
