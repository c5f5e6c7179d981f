import decompress from 'wawoff2/decompress.js';
import { Typeface } from '../typeface.ts';
import { fileNumbersOf, readFontFile } from './font-files.ts';
import { outlinesAt, Shaper } from './harfbuzz.ts';

export type Weight = 400 | 700;

/** One font file at one weight. Its outlines are created when the first one is drawn. */
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

/** The decompressed files by number, and the faces created from them. They stay loaded as long as the thread runs. */
const variable = new Map<number, Uint8Array>();
const faces = new Map<string, ScriptFace>();

/** Loads the fonts for every character of the texts. Characters whose font is not loaded are not drawn. */
export async function loadFontsFor(characters: Iterable<number>): Promise<void> {
  for (const codePoint of characters) {
    for (const number of fileNumbersOf(codePoint)) {
      if (!variable.has(number)) variable.set(number, Buffer.from(await decompress(readFontFile(number))));
      if (loadedFace(number, 400)?.shaper.has(codePoint)) break;
    }
  }
}

/** Returns the loaded face that has the character. */
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
