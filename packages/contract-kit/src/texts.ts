/**
 * Defines which characters a text may contain, and normalises texts for comparison. Every function takes linear time, or looks at no more than a fixed number
 * of characters: no pattern runs on a text that is longer than its field allows.
 */
import { type Bilingual, sentence } from './language.ts';

/**
 * Whether a text exceeds its limit in every normal form: no character is composed of more than four UTF-16 units. Such a text is refused without normalising,
 * which takes quadratic time on long runs of combining marks.
 */
export const isFarBeyond = (text: string, max: number): boolean => text.length > 4 * max;

/** Whether the text has at most `max` characters (code points). */
export const isWithin = (text: string, max: number): boolean => text.length <= max || (text.length <= 2 * max && [...text].length <= max);

/**
 * Invisible characters: control characters, format characters (zero-width, bidirectional marks), halves of
 * surrogate pairs and the replacement character for them (U+FFFD), line and paragraph separators, fillers, the blank
 * of Braille, variation selectors. Tabs and line breaks are checked separately.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd\u2800]/u;
/**
 * Invisible characters that a text may hold. The zero-width joiner and non-joiner are part of the spelling in Persian, Urdu and the
 * scripts of India and Sri Lanka, so they are allowed between two letters of one of those scripts and nowhere else; between Latin
 * letters they would only make two names look alike. Variation selectors are allowed after ideographs and pictographs. Pictographs
 * that the keyboards of telephones compose, such as a health worker or a digit on a key, are allowed as a whole.
 */
const joining =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}';
const joiner = new RegExp(`(?<=(?=[\\p{L}\\p{M}])[${joining}])[\\u200c\\u200d](?=[\\p{L}\\p{M}])(?=[${joining}])`, 'gu');
const composed = /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu;
const selector = /(?<=[\p{Script=Han}\p{Extended_Pictographic}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** Whether a text holds invisible characters. Tabs and line breaks are not counted. */
export function hasInvisible(text: string): boolean {
  if (!invisible.test(text)) return false;
  return invisible.test(
    text
      .replace(joiner, '')
      .replace(composed, '')
      .replace(selector, '')
      .replace(/[\t\r\n]/g, ''),
  );
}

const everyInvisible = new RegExp(invisible, 'gu');
/** Returns a text with a space in place of each invisible character, also of those that a text may hold. For names of files, which nobody can type again. */
export const withoutInvisible = (text: string): string => text.replace(everyInvisible, ' ');

/** A character that is visible by itself. */
const visible = /[^\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has at least one visible character. */
export const hasVisible = (text: string): boolean => visible.test(text);

/**
 * Returns what is wrong with the characters of a text, or undefined.
 * @param lines whether the field has several lines
 */
export function textFault(text: string, label: Bilingual, lines = false): Bilingual | undefined {
  if (hasInvisible(text))
    return sentence(
      '{{label}} has invisible characters in it: delete it and type it again',
      '{{label}} tem caracteres invisíveis: apague e escreva novamente',
      { label },
    );
  if (!lines && /[\r\n]/.test(text)) return sentence('{{label}} must be on one line', '{{label}} deve caber numa só linha', { label });
  return undefined;
}

/** Replaces tabs and spaces of every kind with plain spaces. */
export const plainSpaces = (text: string): string => (/^[ -~]*$/.test(text) ? text : text.replace(/[\t\p{Zs}]/gu, ' '));

const decimalDigit = /\p{Nd}/u;

/** Replaces the decimal digits of every script, such as Arabic-Indic or full-width ones, with 0 to 9. */
export const latinDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number;
    // Unicode has the digits of a script in a row from 0 to 9, and some rows directly after one another.
    let zero = code;
    while (decimalDigit.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });

/**
 * Returns the stored form of an identifier: compatibility forms (full-width letters) and digits of other scripts become ASCII, and letters upper case. A text that is still not ASCII stays
 * as it is, and `identifierFault` refuses it: converting it to upper case would turn some letters of other alphabets into Latin ones.
 */
export function asIdentifier(text: string): string {
  const plain = latinDigits(plainSpaces(text.normalize('NFKC'))).trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant
  return /^[\x00-\x7f]*$/.test(plain) ? plain.toUpperCase() : plain;
}

/** Returns what is wrong with an identifier, or undefined. */
export function identifierFault(text: string, label: Bilingual): Bilingual | undefined {
  const fault = textFault(text, label);
  if (fault) return fault;
  if (!/^[A-Z0-9 /.-]*$/.test(text))
    return sentence('{{label}} may hold only letters A to Z, digits, spaces and - / .', '{{label}} só pode ter letras de A a Z, algarismos, espaços e - / .', {
      label,
    });
  if (!/[A-Z0-9]/.test(text))
    return sentence('{{label}} must hold at least one letter or digit', '{{label}} deve ter pelo menos uma letra ou um algarismo', { label });
  return undefined;
}

/** Whether a text of at most 254 characters is an email address that mail servers accept, without quoted parts. */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.indexOf('@');
  const name = text.slice(0, at);
  const domain = text.slice(at + 1);
  return (
    at > 0 &&
    at <= 64 &&
    name.split('.').every((part) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(part)) &&
    domain.split('.').every((part) => part.length <= 63 && /^[A-Za-z0-9-]+$/.test(part) && !part.startsWith('-') && !part.endsWith('-')) &&
    domain.includes('.') &&
    !/^\d+$/.test(domain.slice(domain.lastIndexOf('.') + 1))
  );
}

/** Longer texts are truncated before they are folded, because no search term is longer. */
const longestFolded = 1_000;

/** Letters that Unicode does not decompose. */
const wholeLetters: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Đ: 'D', Ð: 'D', Þ: 'TH', Ł: 'L', Ħ: 'H', Ŧ: 'T' };

/** Converts a text to upper case and removes accents, ligatures and invisible characters. */
const plainLetters = (text: string): string =>
  text
    .slice(0, longestFolded)
    // The text is decomposed before and after the upper-casing: some letters become a letter and a mark in upper case, others have an upper case only without
    // their mark.
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .replace(/[ÆŒØĐÐÞŁĦŦ]/g, (letter) => wholeLetters[letter] as string);

/** Returns a document or vehicle number in a form for comparison: `ab-12 34` and `AB1234` become equal, in digits of any script. */
export const foldIdentifier = (text: string): string =>
  latinDigits(plainLetters(text))
    .replace(/[\s\p{Pd}\u2212/.]/gu, '')
    .normalize('NFC');

/**
 * Returns a name in a form for comparison: `José  d’Araújo-Cruz` and `JOSE DARAUJO CRUZ` become equal. Passports print a dash as a space, and omit apostrophes.
 */
export const foldName = (text: string): string =>
  plainLetters(text)
    .replace(/['\u2018\u2019\u02bc\u02b9`´]/g, '')
    .replace(/[\s\p{Pd}\u2212]+/gu, ' ')
    .trim()
    .normalize('NFC');
