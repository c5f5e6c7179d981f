import type { Typeface } from './typeface.ts';

// Directions, joiners, variation selectors and soft hyphens control text layout and have no shape.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|\p{Variation_Selector}/gu;
const SPACES = /[\t\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
const ELLIPSIS = '…';

/**
 * Text as it is printed: composed, without control characters, and with a visible replacement for every
 * character that the font lacks, so that an incomplete name is not mistaken for a complete one.
 */
export function printable(text: string, face: Typeface): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(SPACES, ' ').normalize('NFC').replace(CONTROLS, '').replace(INVISIBLE, '');
  let result = '';
  for (const character of plain) result += character === '\n' || face.has(character.codePointAt(0) as number) ? character : '\ufffd';
  return result;
}

/** Breaks a text into lines of at most `width`: at spaces, and inside a word only where the word alone is too wide. */
export function wrap(text: string, face: Typeface, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of printable(text, face).split('\n')) wrapParagraph(paragraph, face, size, width, lines);
  return lines;
}

function wrapParagraph(text: string, face: Typeface, size: number, width: number, lines: string[]): void {
  const space = face.widthOf(' ', size);
  let line = '';
  let used = 0;
  for (const word of text.split(/ +/)) {
    const wide = face.widthOf(word, size);
    if (line !== '' && used + space + wide <= width) {
      line += ` ${word}`;
      used += space + wide;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = wide <= width ? [word] : breakWord(word, face, size, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces[pieces.length - 1];
    used = face.widthOf(line, size);
  }
  lines.push(line);
}

function breakWord(word: string, face: Typeface, size: number, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const wide = face.widthOf(character, size);
    if (piece !== '' && used + wide > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += wide;
  }
  pieces.push(piece);
  return pieces;
}

/** At most `count` of the lines; where some are dropped, the last one ends with an ellipsis. */
export function atMost(lines: string[], count: number, face: Typeface, size: number, width: number): string[] {
  if (lines.length <= count) return lines;
  if (count < 1) return [];
  const kept = lines.slice(0, count);
  const last = [...kept[count - 1]];
  while (last.length > 0 && face.widthOf(last.join('') + ELLIPSIS, size) > width) last.pop();
  kept[count - 1] = last.join('') + ELLIPSIS;
  return kept;
}

export interface FittedText {
  size: number;
  leading: number;
  lines: string[];
}

/** The largest size between `largest` and `smallest` at which the text fits the box; at the smallest it is cut with an ellipsis. */
export function fit(text: string, face: Typeface, box: { width: number; height: number }, largest: number, smallest: number): FittedText {
  for (let size = largest; ; size = Math.max(smallest, size - 0.5)) {
    const leading = size * 1.25;
    const lines = wrap(text, face, size, box.width);
    if (lines.length * leading <= box.height) return { size, leading, lines };
    if (size <= smallest) return { size, leading, lines: atMost(lines, Math.max(1, Math.floor(box.height / leading)), face, size, box.width) };
  }
}
