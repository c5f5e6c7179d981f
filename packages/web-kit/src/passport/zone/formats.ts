/** The characters that a place of the zone may hold: letters, digits, letters and the filler, digits and the filler, or all. */
export type Charset = 'letter' | 'digit' | 'letters' | 'digits' | 'any';

export type FormatName = 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B';

/** A run of places. Lines and places count from 0; `end` is the place after the last one. */
export interface Span {
  line: number;
  start: number;
  end: number;
}

interface Checked {
  at: Span;
  charset: Charset;
  /** The place of the field's check digit. */
  check?: Span;
}

/** The layout of the zone in one kind of document (ICAO Doc 9303, parts 4 to 7). */
export interface Format {
  name: FormatName;
  lines: 2 | 3;
  length: 30 | 36 | 44;
  /** The possible first letters of the document code. */
  codes: string;
  fields: {
    code: Checked;
    issuer: Checked;
    names: Checked;
    number: Checked;
    nationality: Checked;
    birth: Checked;
    sex: Checked;
    expiry: Checked;
    optional: Checked;
    /** A second optional part; only TD1 has one. */
    optional2?: Checked;
  };
  /** The check digit over several parts. Visas have none. */
  composite?: { check: Span; over: readonly Span[] };
}

const span = (line: number, start: number, end: number): Span => ({ line, start, end });

/** In the formats with two lines, the second line begins with the same fields. */
const secondLine = {
  number: { at: span(1, 0, 9), charset: 'any', check: span(1, 9, 10) },
  nationality: { at: span(1, 10, 13), charset: 'letters' },
  birth: { at: span(1, 13, 19), charset: 'digits', check: span(1, 19, 20) },
  sex: { at: span(1, 20, 21), charset: 'letters' },
  expiry: { at: span(1, 21, 27), charset: 'digits', check: span(1, 27, 28) },
} as const;

const firstLine = (length: number) =>
  ({
    code: { at: span(0, 0, 2), charset: 'letters' },
    issuer: { at: span(0, 2, 5), charset: 'letters' },
    names: { at: span(0, 5, length), charset: 'letters' },
  }) as const;

export const formats: readonly Format[] = [
  {
    name: 'TD3',
    lines: 2,
    length: 44,
    codes: 'P',
    fields: { ...firstLine(44), ...secondLine, optional: { at: span(1, 28, 42), charset: 'any', check: span(1, 42, 43) } },
    composite: { check: span(1, 43, 44), over: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 43)] },
  },
  {
    name: 'TD2',
    lines: 2,
    length: 36,
    codes: 'ACIP',
    fields: { ...firstLine(36), ...secondLine, optional: { at: span(1, 28, 35), charset: 'any' } },
    composite: { check: span(1, 35, 36), over: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 35)] },
  },
  {
    name: 'TD1',
    lines: 3,
    length: 30,
    codes: 'ACIP',
    fields: {
      code: { at: span(0, 0, 2), charset: 'letters' },
      issuer: { at: span(0, 2, 5), charset: 'letters' },
      number: { at: span(0, 5, 14), charset: 'any', check: span(0, 14, 15) },
      optional: { at: span(0, 15, 30), charset: 'any' },
      birth: { at: span(1, 0, 6), charset: 'digits', check: span(1, 6, 7) },
      sex: { at: span(1, 7, 8), charset: 'letters' },
      expiry: { at: span(1, 8, 14), charset: 'digits', check: span(1, 14, 15) },
      nationality: { at: span(1, 15, 18), charset: 'letters' },
      optional2: { at: span(1, 18, 29), charset: 'any' },
      names: { at: span(2, 0, 30), charset: 'letters' },
    },
    composite: { check: span(1, 29, 30), over: [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)] },
  },
  {
    name: 'MRV-A',
    lines: 2,
    length: 44,
    codes: 'V',
    fields: { ...firstLine(44), ...secondLine, optional: { at: span(1, 28, 44), charset: 'any' } },
  },
  {
    name: 'MRV-B',
    lines: 2,
    length: 36,
    codes: 'V',
    fields: { ...firstLine(36), ...secondLine, optional: { at: span(1, 28, 36), charset: 'any' } },
  },
];

/** The characters of the zone, in the order of their values. The filler is the last. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

const allowed: Record<Charset, RegExp> = { letter: /[A-Z]/, digit: /[0-9]/, letters: /[A-Z<]/, digits: /[0-9<]/, any: /[A-Z0-9<]/ };

/** Whether a place of the given kind may hold the character. */
export const fits = (charset: Charset, character: string): boolean => allowed[charset].test(character);

/** Returns the kind of every place of a format, line by line. */
export function charsetsOf(format: Format): Charset[][] {
  const lines = Array.from({ length: format.lines }, () => new Array<Charset>(format.length).fill('any'));
  const set = ({ line, start, end }: Span, charset: Charset) => lines[line]?.fill(charset, start, end);
  for (const field of Object.values(format.fields)) {
    set(field.at, field.charset);
    // The check digit of an empty optional part may be a filler. So may that of a number that continues in the optional part.
    if (field.check) set(field.check, field === format.fields.optional || field === format.fields.number ? 'digits' : 'digit');
  }
  if (format.composite) set(format.composite.check, 'digit');
  lines[0]?.splice(0, 1, 'letter');
  return lines;
}
