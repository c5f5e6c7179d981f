import { readFileSync } from 'node:fs';
import { Typeface } from './typeface.ts';

export interface Fonts {
  regular: Typeface;
  bold: Typeface;
}

let loaded: Fonts | undefined;

/** Returns the two fonts of every printed form, which are loaded once per thread. */
export function fonts(): Fonts {
  const load = (name: string) => new Typeface(name, readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url)));
  loaded ??= { regular: load('NotoSans-Regular'), bold: load('NotoSans-Bold') };
  return loaded;
}
