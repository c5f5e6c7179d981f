import type { Pen } from './pen.ts';

// Direction marks, variation selectors and soft hyphens control the text layout and have no glyph.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|\p{Variation_Selector}/gu;
const SPACES = /[\t\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
const JOINERS = /[\u200c\u200d]/;
const ELLIPSIS = '…';
/** Scripts that are written without spaces. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uff60]/u;
const BEGINS_NO_LINE = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]/u;
const ENDS_NO_LINE = /[\p{Ps}\p{Pi}]$/u;
/** A word longer than this, in characters, does not fit on any line, so it is not measured as a whole. */
const LONG_WORD = 400;
const SEGMENTED = 400;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Returns a text as it is printed: in composed form, without control characters, and with a visible replacement for every character that no font has, so that
 * an incomplete name is not mistaken for a complete one.
 */
export function printable(text: string, pen: Pen): string {
  if (pen.isPlain(text)) return text.normalize('NFC');
  const plain = text.replace(/\r\n?/g, '\n').replace(SPACES, ' ').normalize('NFC').replace(CONTROLS, '').replace(INVISIBLE, '');
  if (pen.isPlain(plain)) return plain;
  let result = '';
  let joins = false;
  for (const character of plain) {
    // Joiners change the shapes of Arabic and Indic letters; elsewhere they do nothing.
    if (JOINERS.test(character)) {
      if (joins) result += character;
      continue;
    }
    const isPlain = pen.isPlain(character);
    joins = !isPlain && pen.has(character.codePointAt(0) as number);
    result += character === '\n' || isPlain || joins ? character : '\ufffd';
  }
  return result;
}

/** Breaks a text into lines of at most `width`: at spaces, between the words of scripts without spaces, and inside a word only where it alone is too wide. */
export function wrap(text: string, pen: Pen, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of printable(text, pen).split('\n')) wrapParagraph(paragraph, pen, size, width, lines);
  return lines;
}

function wrapParagraph(text: string, pen: Pen, size: number, width: number, lines: string[]): void {
  const space = pen.widthOf(' ', size);
  let line = '';
  let used = 0;
  for (const { part, after } of unbroken(text, pen)) {
    const wide = part.length > LONG_WORD ? Number.POSITIVE_INFINITY : pen.widthOf(part, size);
    const apart = after === ' ' ? space : 0;
    if (line !== '' && used + apart + wide <= width) {
      line += after + part;
      used += apart + wide;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = wide <= width ? [part] : breakWord(part, pen, size, width);
    for (const piece of pieces.slice(0, -1)) lines.push(piece);
    line = pieces[pieces.length - 1] as string;
    used = pen.widthOf(line, size);
  }
  lines.push(line);
}

/** Yields the parts of a text between which a line may end, each with the space that precedes it on the same line. */
function* unbroken(text: string, pen: Pen): Generator<{ part: string; after: '' | ' ' }> {
  for (const word of text.split(/ +/)) {
    if (pen.isPlain(word) || !WITHOUT_SPACES.test(word)) {
      yield { part: word, after: ' ' };
      continue;
    }
    let part = '';
    let after: '' | ' ' = ' ';
    for (const segment of segmentsOf(words, word)) {
      const mayBreak = part !== '' && (WITHOUT_SPACES.test(part) || WITHOUT_SPACES.test(segment)) && !BEGINS_NO_LINE.test(segment) && !ENDS_NO_LINE.test(part);
      if (mayBreak) {
        yield { part, after };
        part = '';
        after = '';
      }
      part += segment;
    }
    yield { part, after };
  }
}

/** Breaks a word that is too wide for a line. A letter stays together with its marks. */
function breakWord(word: string, pen: Pen, size: number, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of pen.isPlain(word) ? word : segmentsOf(graphemes, word)) {
    const wide = pen.widthOf(character, size);
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

/** Yields the segments of a text, segmenting it piece by piece, because a segmenter takes more than twice as long for a text of twice the length. */
function* segmentsOf(segmenter: Intl.Segmenter, text: string): Generator<string> {
  let at = 0;
  while (at < text.length) {
    const end = at + SEGMENTED;
    const isInPair = /[\udc00-\udfff]/.test(text[end] ?? '');
    const piece = text.slice(at, isInPair ? end + 1 : end);
    for (const { segment } of segmenter.segment(piece)) yield segment;
    at += piece.length;
  }
}

/** Returns at most `count` of the lines; if some are dropped, the last one ends with an ellipsis. */
export function atMost(lines: string[], count: number, pen: Pen, size: number, width: number): string[] {
  if (lines.length <= count) return lines;
  if (count < 1) return [];
  const kept = lines.slice(0, count);
  const last = [...kept[count - 1]];
  while (last.length > 0 && pen.widthOf(last.join('') + ELLIPSIS, size) > width) last.pop();
  kept[count - 1] = last.join('') + ELLIPSIS;
  return kept;
}

export interface FittedText {
  size: number;
  leading: number;
  lines: string[];
}

/** Returns the largest size between `largest` and `smallest` at which the text fits into the box; at the smallest size the text is cut with an ellipsis. */
export function fit(text: string, pen: Pen, box: { width: number; height: number }, largest: number, smallest: number): FittedText {
  for (let size = largest; ; size = Math.max(smallest, size - 0.5)) {
    const leading = size * 1.25;
    const lines = wrap(text, pen, size, box.width);
    if (lines.length * leading <= box.height) return { size, leading, lines };
    if (size <= smallest) return { size, leading, lines: atMost(lines, Math.max(1, Math.floor(box.height / leading)), pen, size, box.width) };
  }
}
