import { drawingsOf, readScreen, type ScreenFile } from '@portal/remotes';
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

/**
 * The HTML that was published with this version of an area, for one of its addresses. It is the signed file, or none: an area whose
 * HTML is missing or was changed is drawn by its script.
 * @param path without a query, on which the screen may depend
 */
export async function drawnArea(
  area: Area,
  { path, language, settings }: { path: string; language: string; settings: Record<string, string> },
  remotes: Files,
  log: Log,
): Promise<DrawnArea | undefined> {
  const screen = area.screens?.[path];
  const fits = screen && drawingsOf(screen).find((drawing) => Object.entries(drawing.settings ?? {}).every(([name, value]) => settings[name] === value));
  const url = fits?.html?.[language];
  if (!screen || !url) return undefined;
  const file = await remotes.find(url.replace(/^\/remotes\//, ''));
  const drawn = file && readScreen(file.bytes, area.integrity[url]);
  if (!drawn) {
    log.error({ area: area.name, version: area.version, url }, 'the HTML of a screen is not the published one: the page is sent without it');
    return undefined;
  }
  return { ...drawn, files: screen.files };
}
