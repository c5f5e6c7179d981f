/** The fonts of the scripts that the built-in font lacks: Noto Sans, cut by its publisher into files of about 40 kB. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** A package, and which of its files: the named ones, or all that are numbered. A character that two packages have is drawn by the first. */
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
  // Each has characters of names that the ones before it lack.
  { name: 'noto-sans-sc', files: /^\[\d+\]$/ },
  { name: 'noto-sans-tc', files: /^\[\d+\]$/ },
  { name: 'noto-sans-jp', files: /^\[\d+\]$/ },
  { name: 'noto-sans-kr', files: /^\[\d+\]$/ },
];

/** Planes 0 to 2; no font has a character beyond them. */
const LAST = 0x2ffff;
/** The packages for Chinese, Japanese and Korean may all say that they have a character. */
const MOST_FILES = 4;
const files: string[] = [];
let fileOf: Uint16Array[] | undefined;

/** For each code point, 1 + the indices of the files whose package says that they have it. Some of them lack it all the same. */
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

/** The numbers of the files that may have the character, the best first. */
export const fileNumbersOf = (codePoint: number): number[] => (codePoint > LAST ? [] : index().flatMap((level) => level[codePoint] || []));

/** The content of a file. @param number as `fileNumbersOf` gave it */
export const readFontFile = (number: number): Buffer => readFileSync(resolve(files[number - 1]));
