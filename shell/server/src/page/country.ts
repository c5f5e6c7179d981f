import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What the pages show of the country: its name in each language, its colours, its emblem and one picture (both as `data:` addresses), its time zone, and a
 * contact.
 */
export interface Country {
  name: { en: string; pt: string };
  colours: string[];
  timeZone?: string;
  /** How the public can contact the operator of the portal. */
  contact?: { phone?: string; email?: string };
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

const phonePattern = /^\+?[\d ()-]{3,30}$/;
const emailPattern = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

function contactOf(value: unknown, file: string): NonNullable<Country['contact']> {
  const { phone, email } = (typeof value === 'object' && value !== null ? value : {}) as { phone?: unknown; email?: unknown };
  const fits = (text: unknown, pattern: RegExp): text is string | undefined => text === undefined || (typeof text === 'string' && pattern.test(text));
  if (!fits(phone, phonePattern) || !fits(email, emailPattern) || !(phone || email))
    throw new Error(`"contact" in ${file} needs a "phone" such as "+670 7712 3456" or an "email", or both`);
  return { ...(phone ? { phone } : {}), ...(email ? { email } : {}) };
}

/** Maximum size of a picture in bytes. Every page contains the pictures, so a larger one would slow down every visit. */
const MOST_PICTURE_BYTES = 4096;

async function pictureOf(folder: string, name: string): Promise<string | undefined> {
  const svg = await readFile(join(folder, name), 'utf8').catch(() => undefined);
  if (svg === undefined) return undefined;
  if (!/^\s*<svg\b/.test(svg)) throw new Error(`${join(folder, name)} must be an SVG picture`);
  if (Buffer.byteLength(svg) > MOST_PICTURE_BYTES) throw new Error(`${join(folder, name)} has more than ${MOST_PICTURE_BYTES} bytes`);
  // The picture is shown by an image element, in which scripts of an SVG never run. Only characters that are not allowed in an address are escaped.
  return `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[%#<>\n]/g, encodeURIComponent)}`;
}

/**
 * Reads the part of a country pack that the pages show: `pack.json`, `emblem.svg`, `picture.svg`.
 * @returns undefined when the folder has no `pack.json`
 * @throws Error when a file exists but is not valid
 */
export async function loadCountry(folder: string): Promise<Country | undefined> {
  const file = join(folder, 'pack.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { name, name_pt, colours = [], timeZone, contact } = JSON.parse(text) as { [key in 'name' | 'name_pt' | 'colours' | 'timeZone' | 'contact']?: unknown };
  if (typeof name !== 'string' || name === '') throw new Error(`${file} needs the country's "name"`);
  if (!Array.isArray(colours) || !colours.every((colour) => typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour)))
    throw new Error(`"colours" in ${file} must list colours such as "#dc241f"`);
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw new Error(`"timeZone" in ${file} must be a zone such as "Asia/Dili"`);
  return {
    name: { en: name, pt: typeof name_pt === 'string' && name_pt ? name_pt : name },
    colours,
    ...(timeZone ? { timeZone } : {}),
    ...(contact === undefined ? {} : { contact: contactOf(contact, file) }),
    emblem: await pictureOf(folder, 'emblem.svg'),
    picture: await pictureOf(folder, 'picture.svg'),
  };
}
