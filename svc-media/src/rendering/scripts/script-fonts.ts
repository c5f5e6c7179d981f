import decompress from 'wawoff2/decompress.js';
import { Typeface } from '../typeface.ts';
import { fileNumberOf, readFontFile } from './font-files.ts';
import { outlinesAt, Shaper } from './harfbuzz.ts';

export type Weight = 400 | 700;

/** One font file at one weight. */
export interface ScriptFace {
  typeface: Typeface;
  shaper: Shaper;
}

/** Decompressed files by number, and what was made of them. They stay loaded for as long as the thread; all of them together take about 25 MB. */
const variable = new Map<number, Uint8Array>();
const faces = new Map<string, ScriptFace>();

/** Loads the fonts of every character of the texts. Those that are not loaded are not drawn. */
export async function loadFontsFor(characters: Iterable<number>): Promise<void> {
  for (const codePoint of characters) {
    const number = fileNumberOf(codePoint);
    if (number && !variable.has(number)) variable.set(number, Buffer.from(await decompress(readFontFile(number))));
  }
}

/** The loaded face that has the character. */
export function faceOf(codePoint: number, weight: Weight): ScriptFace | undefined {
  const number = fileNumberOf(codePoint);
  const file = number ? variable.get(number) : undefined;
  if (!file) return undefined;
  const name = `${number} ${weight}`;
  let face = faces.get(name);
  if (!face) {
    face = { typeface: new Typeface(`NotoSans-${number}`, outlinesAt(file, weight)), shaper: new Shaper(file, weight) };
    faces.set(name, face);
  }
  return face.shaper.has(codePoint) ? face : undefined;
}
