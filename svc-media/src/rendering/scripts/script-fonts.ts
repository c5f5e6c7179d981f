import decompress from 'wawoff2/decompress.js';
import { Typeface } from '../typeface.ts';
import { fileNumbersOf, readFontFile } from './font-files.ts';
import { outlinesAt, Shaper } from './harfbuzz.ts';

export type Weight = 400 | 700;

/** One font file at one weight. Its outlines are made when the first of them is drawn. */
export class ScriptFace {
  readonly shaper: Shaper;
  private outlines: Typeface | undefined;

  constructor(
    private readonly name: string,
    private readonly file: Uint8Array,
    private readonly weight: Weight,
  ) {
    this.shaper = new Shaper(file, weight);
  }

  get typeface(): Typeface {
    this.outlines ??= new Typeface(this.name, outlinesAt(this.file, this.weight));
    return this.outlines;
  }
}

/** Decompressed files by number, and what was made of them. They stay loaded for as long as the thread. */
const variable = new Map<number, Uint8Array>();
const faces = new Map<string, ScriptFace>();

/** Loads the fonts of every character of the texts. Those that are not loaded are not drawn. */
export async function loadFontsFor(characters: Iterable<number>): Promise<void> {
  for (const codePoint of characters) {
    for (const number of fileNumbersOf(codePoint)) {
      if (!variable.has(number)) variable.set(number, Buffer.from(await decompress(readFontFile(number))));
      if (loadedFace(number, 400)?.shaper.has(codePoint)) break;
    }
  }
}

/** The loaded face that has the character. */
export function faceOf(codePoint: number, weight: Weight): ScriptFace | undefined {
  for (const number of fileNumbersOf(codePoint)) {
    const face = loadedFace(number, weight);
    if (face?.shaper.has(codePoint)) return face;
  }
  return undefined;
}

function loadedFace(number: number, weight: Weight): ScriptFace | undefined {
  const file = variable.get(number);
  if (!file) return undefined;
  const name = `${number} ${weight}`;
  const face = faces.get(name) ?? new ScriptFace(`NotoSans-${number}`, file, weight);
  faces.set(name, face);
  return face;
}
