/** Finds the fonts of the scripts that the built-in font lacks: Noto Sans, split by its publisher into files of about 40 kB. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** A font package and the pattern of its files: the named ones, or all numbered ones. A character that two packages contain is drawn with the first of them. */
const packages: readonly { name: string; files: RegExp; only?: RegExp }[] = [
  { name: 'noto-sans-arabic', files: /^arabic$/ },
  { name: 'noto-sans-hebrew', files: /^hebrew$/ },
  { name: 'noto-sans-devanagari', files: /^devanagari$/ },
  { name: 'noto-sans-bengali', files: /^bengali$/ },
  { name: 'noto-sans-tamil', files: /^tamil$/ },
  { name: 'noto-sans-thai', files: /^thai$/ },
  { name: 'noto-sans-lao', files: /^lao$/ },
  { name: 'noto-sans-khmer', files: /^khmer$/ },
  { name: 'noto-sans-myanmar', files: /^myanmar$/ },
  { name: 'noto-sans-kr', files: /^\[\d+\]$/, only: /\p{Script=Hangul}/u },
  // Each package has characters of names that the packages before it lack.
  { name: 'noto-sans-sc', files: /^\[\d+\]$/ },
  { name: 'noto-sans-tc', files: /^\[\d+\]$/ },
  { name: 'noto-sans-jp', files: /^\[\d+\]$/ },
  { name: 'noto-sans-kr', files: /^\[\d+\]$/ },
];

/** The last code point of planes 0 to 2; no font has a character beyond them. */
const LAST = 0x2ffff;
/** Largest number of files for one character: the packages for Chinese, Japanese and Korean may all claim to have it. */
const MOST_FILES = 4;
const files: string[] = [];
let fileOf: Uint16Array[] | undefined;

/** Returns, for each code point, the numbers (index + 1) of the files whose package claims to have it. Some of these files lack the character nevertheless. */
function index(): Uint16Array[] {
  if (fileOf) return fileOf;
  fileOf = Array.from({ length: MOST_FILES }, () => new Uint16Array(LAST + 1));
  for (const { name, files: wanted, only } of packages) {
    const ranges = JSON.parse(readFileSync(resolve(`@fontsource-variable/${name}/unicode.json`), 'utf8')) as Record<string, string>;
    for (const [key, list] of Object.entries(ranges)) {
      if (!wanted.test(key)) continue;
      files.push(`@fontsource-variable/${name}/files/${name}-${key.replace(/[[\]]/g, '')}-wght-normal.woff2`);
      for (const range of list.split(',')) {
        const [first = 0, last = first] = range
          .slice(2)
          .split('-')
          .map((each) => Number.parseInt(each, 16));
        for (let code = first; code <= Math.min(last, LAST); code++) {
          if (only && !only.test(String.fromCodePoint(code))) continue;
          const free = fileOf.find((level) => level[code] === 0);
          if (free) free[code] = files.length;
        }
      }
    }
  }
  return fileOf;
}

/** Returns the numbers of the files that may have the character, the best first. */
export const fileNumbersOf = (codePoint: number): number[] => (codePoint > LAST ? [] : index().flatMap((level) => level[codePoint] || []));

/**
 * Reads the content of a font file.
 * @param number as returned by `fileNumbersOf`
 */
export const readFontFile = (number: number): Buffer => readFileSync(resolve(files[number - 1]));
