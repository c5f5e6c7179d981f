/**
 * The spelling of letters in the zone: Doc 9303 part 3, section 6 (Latin, Cyrillic and Arabic letters), and ELOT 743 for Greek. If several spellings are
 * allowed, all are listed, the usual one first. Accented letters that are not listed lose the accent.
 */
const spellings: Record<string, readonly string[]> = {
  // Latin
  Ä: ['AE', 'A'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Đ: ['D'],
  Ð: ['D'],
  Ħ: ['H'],
  İ: ['I'],
  I: ['I'],
  Ĳ: ['IJ'],
  Ł: ['L'],
  Ñ: ['N', 'NXX'],
  Ŋ: ['N'],
  Ö: ['OE', 'O'],
  Ø: ['OE', 'O'],
  Œ: ['OE'],
  ß: ['SS'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ŧ: ['T'],
  Ü: ['UE', 'UXX', 'U'],
  // Cyrillic
  А: ['A'],
  Б: ['B'],
  В: ['V'],
  Г: ['G', 'H'],
  Ґ: ['G'],
  Д: ['D'],
  Е: ['E'],
  Ё: ['E', 'IO'],
  Є: ['IE'],
  Ж: ['ZH', 'Z'],
  З: ['Z'],
  И: ['I', 'Y'],
  І: ['I'],
  Ї: ['I'],
  Й: ['I'],
  К: ['K'],
  Л: ['L'],
  М: ['M'],
  Н: ['N'],
  О: ['O'],
  П: ['P'],
  Р: ['R'],
  С: ['S'],
  Т: ['T'],
  У: ['U'],
  Ў: ['U'],
  Ф: ['F'],
  Х: ['KH', 'H'],
  Ц: ['TS', 'C'],
  Ч: ['CH', 'C'],
  Ш: ['SH', 'S'],
  Щ: ['SHCH', 'SHT'],
  Ъ: ['IE'],
  Ы: ['Y'],
  Ь: [''],
  Э: ['E'],
  Ю: ['IU'],
  Я: ['IA'],
  Ђ: ['DJ', 'D'],
  Ј: ['J'],
  Љ: ['LJ'],
  Њ: ['NJ'],
  Ћ: ['C'],
  Џ: ['DZ'],
  // Greek
  Α: ['A'],
  Β: ['V'],
  Γ: ['G'],
  Δ: ['D'],
  Ε: ['E'],
  Ζ: ['Z'],
  Η: ['I'],
  Θ: ['TH'],
  Ι: ['I'],
  Κ: ['K'],
  Λ: ['L'],
  Μ: ['M'],
  Ν: ['N'],
  Ξ: ['X'],
  Ο: ['O'],
  Π: ['P'],
  Ρ: ['R'],
  Σ: ['S'],
  Τ: ['T'],
  Υ: ['Y', 'U'],
  Φ: ['F'],
  Χ: ['CH'],
  Ψ: ['PS'],
  Ω: ['O'],
  // Arabic, without its vowel signs
  ء: ['XE'],
  آ: ['XAA'],
  أ: ['XAE'],
  ؤ: ['U'],
  إ: ['I'],
  ئ: ['XI'],
  ا: ['A'],
  ب: ['B'],
  ة: ['XTA', 'XAH'],
  ت: ['T'],
  ث: ['XTH'],
  ج: ['J'],
  ح: ['XH'],
  خ: ['XKH'],
  د: ['D'],
  ذ: ['XDH'],
  ر: ['R'],
  ز: ['Z'],
  س: ['S'],
  ش: ['XSH'],
  ص: ['XSS'],
  ض: ['XDZ'],
  ط: ['XTT'],
  ظ: ['XZZ'],
  ع: ['E'],
  غ: ['G'],
  ف: ['F'],
  ق: ['Q'],
  ك: ['K'],
  ل: ['L'],
  م: ['M'],
  ن: ['N'],
  ه: ['H'],
  و: ['W'],
  ى: ['XAY'],
  ي: ['Y'],
};

/** Returns the spellings that a letter may have in the zone. A space or hyphen becomes a space, an apostrophe is left out. */
function spellingsOf(letter: string): readonly string[] {
  if (/[A-Z0-9]/.test(letter)) return [letter];
  if (/[\s\-‐–]/.test(letter)) return [' '];
  const listed = spellings[letter];
  if (listed) return listed;
  const plain = letter.normalize('NFD').replace(/\p{M}+/gu, '');
  if (plain === letter) return [''];
  return [...plain].reduce<string[]>((made, each) => made.flatMap((start) => spellingsOf(each).map((spelling) => start + spelling)), ['']);
}

const letters = (name: string): string[] => [...name.normalize('NFC').toLocaleUpperCase('en').trim()];

/** Returns a name in the spelling of the zone, with single spaces. */
export const inZone = (name: string): string =>
  letters(name)
    .map((letter) => spellingsOf(letter)[0] ?? '')
    .join('')
    .replace(/ +/g, ' ')
    .trim();

/** Whether a typed name is the name in the zone, although typed with accents or in its own alphabet. The zone may have cut off the end of a long name. */
export function sameName(typed: string, zone: string): boolean {
  // All spellings are followed at the same time: the set holds the places in the zone's name that they have reached.
  let reached = new Set([0]);
  for (const letter of letters(typed)) {
    const next = new Set<number>();
    for (const at of reached) {
      for (const spelling of spellingsOf(letter)) {
        if (zone.startsWith(spelling, at)) next.add(at + spelling.length);
        // Several spaces in a row count as one.
        if (spelling === ' ' && zone[at - 1] === ' ') next.add(at);
      }
    }
    // The zone ends before the typed name does.
    if (next.size === 0) return reached.has(zone.length) && zone.length >= 10;
    reached = next;
  }
  return reached.has(zone.length);
}
