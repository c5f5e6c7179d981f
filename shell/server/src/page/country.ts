import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the pages show of the country: its name in each language, its colours, its emblem and one picture (both as `data:` addresses), and its time of day. */
export interface Country {
  name: { en: string; pt: string };
  colours: string[];
  timeZone?: string;
  emblem?: string;
  picture?: string;
}

const isTimeZone = (value: unknown): value is string => {
  try {
    return typeof value === 'string' && new Intl.DateTimeFormat('en-GB', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Pictures travel in every page: a larger one would cost each visitor more than it gives. */
const MOST_PICTURE_BYTES = 4096;

async function pictureOf(folder: string, name: string): Promise<string | undefined> {
  const svg = await readFile(join(folder, name), 'utf8').catch(() => undefined);
  if (svg === undefined) return undefined;
  if (!/^\s*<svg\b/.test(svg)) throw new Error(`${join(folder, name)} must be an SVG picture`);
  if (Buffer.byteLength(svg) > MOST_PICTURE_BYTES) throw new Error(`${join(folder, name)} has more than ${MOST_PICTURE_BYTES} bytes`);
  // Shown by an image tag: whatever is in it, no script of it runs. Only what an address cannot hold is escaped.
  return `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[%#<>\n]/g, encodeURIComponent)}`;
}

/**
 * Reads the part of a country pack that the pages show: `pack.json`, `emblem.svg`, `picture.svg`.
 * @returns undefined where the folder has no `pack.json`
 * @throws where a file is there and is not what it must be
 */
export async function loadCountry(folder: string): Promise<Country | undefined> {
  const file = join(folder, 'pack.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { name, name_pt, colours = [], timeZone } = JSON.parse(text) as { name?: unknown; name_pt?: unknown; colours?: unknown; timeZone?: unknown };
  if (typeof name !== 'string' || name === '') throw new Error(`${file} needs the country's "name"`);
  if (!Array.isArray(colours) || !colours.every((colour) => typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour)))
    throw new Error(`"colours" in ${file} must list colours such as "#dc241f"`);
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw new Error(`"timeZone" in ${file} must be a zone such as "Asia/Dili"`);
  return {
    name: { en: name, pt: typeof name_pt === 'string' && name_pt ? name_pt : name },
    colours,
    ...(timeZone ? { timeZone } : {}),
    emblem: await pictureOf(folder, 'emblem.svg'),
    picture: await pictureOf(folder, 'picture.svg'),
  };
}
