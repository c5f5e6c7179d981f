/** Determines what a text in the search across all kinds can be: part of a reference, a number, a telephone number or a name. */
import { foldIdentifier, foldName, latinDigits, sentence } from '@portal/contract-kit';
import { badRequest } from '../http/problems.ts';
import { folded } from '../search/folding.ts';

const shortest = 3;
const longest = 100;
/** Minimum number of digits for which a text is looked up as a telephone number. */
const phoneDigits = 7;
/** Maximum number of words of a name that are searched for. */
const mostWords = 4;

export interface LookupText {
  /** The text as it was typed. */
  text: string;
  /** The text without spaces and dashes; empty where it cannot be the number of a document or vehicle. */
  number: string;
  /** The form in which telephone numbers are compared; empty where the text cannot be one. */
  phone: string;
  /** The words of a name; empty where the text cannot be a name. */
  words: string[];
}

/** Reads the text of a search. @throws 400 that names `text` */
export function readLookupText(raw: unknown): LookupText {
  const text = typeof raw === 'string' ? raw.trim() : '';
  const number = foldIdentifier(text);
  const name = foldName(text);
  if (Math.max([...number].length, [...name.replaceAll(' ', '')].length) < shortest || text.length > longest)
    throw badRequest(
      'BAD_VALUE',
      'text',
      sentence('text must have {{shortest}} to {{longest}} letters or digits', 'text tem de ter de {{shortest}} a {{longest}} letras ou algarismos', {
        shortest,
        longest,
      }),
    );
  const latin = latinDigits(text);
  const digits = latin.replace(/\D/g, '');
  const isPhone = digits.length >= phoneDigits && /^[+()\d\s./-]+$/.test(latin);
  return {
    text,
    number,
    phone: isPhone ? folded(text, 'phone') : '',
    words: /\d/.test(latin) ? [] : name.split(' ').filter(Boolean).slice(0, mostWords),
  };
}

/** The numbers issued for a document code in a year, such as `ARR` in 2026, up to the last one. */
export interface SerialSeries {
  code: string;
  year: number;
  last: number;
}

const digitsOfNumber = 7;
const mostReferences = 200;

/**
 * Returns the references that contain a text, the highest numbers first. The text may be anywhere in a reference. For each position only a few digits of the
 * number remain open, so the references can be enumerated without reading any row.
 * @param part a text without spaces and dashes, in upper case
 */
export function referencesHolding(part: string, series: readonly SerialSeries[]): string[] {
  const found = new Map<string, number>();
  for (const { code, year, last } of series) {
    const width = Math.max(digitsOfNumber, String(last).length);
    const head = `${foldIdentifier(code)}${year}`;
    const referenceOf = (number: number): string => `${code}-${year}-${String(number).padStart(digitsOfNumber, '0')}`;
    for (let at = 0; at + part.length <= head.length + width; at++) {
      const inHead = part.slice(0, Math.max(0, head.length - at));
      if (!head.startsWith(inHead, at)) continue;
      const digits = part.slice(inHead.length);
      if (!/^\d*$/.test(digits)) continue;
      const place = at + inHead.length - head.length;
      // The text ends within the code or the year, so it is contained in the reference of every number.
      const numbers = digits === '' ? numbersDown(last) : numbersWith(digits, Math.max(0, place), width, last);
      let taken = 0;
      for (const number of numbers) {
        found.set(referenceOf(number), number);
        if (++taken >= mostReferences) break;
      }
      if (digits === '') break;
    }
  }
  return [...found]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostReferences)
    .map(([reference]) => reference);
}

function* numbersDown(last: number): Generator<number> {
  for (let number = last; number > 0; number--) yield number;
}

/** Yields the numbers up to the last one that have these digits at a position, the highest first. */
function* numbersWith(digits: string, place: number, width: number, last: number): Generator<number> {
  const below = 10 ** (width - place - digits.length);
  const middle = Number(digits) * below;
  const above = below * 10 ** digits.length;
  for (let high = Math.floor(last / above); high >= 0; high--) {
    const from = high * above + middle;
    for (let number = Math.min(last, from + below - 1); number >= from; number--) if (number > 0) yield number;
  }
}
