import { checkDigit } from './check-digit.ts';
import { type Format, formats, type Span } from './formats.ts';

/** The data of a person in a travel document. Days are `YYYY-MM-DD`. Countries are the three letters of the zone. An unspecified sex is `X`. */
export interface TravelDocument {
  kind: 'passport' | 'card' | 'visa';
  number?: string;
  expiryDate?: string;
  lastName?: string;
  firstName?: string;
  birthDate?: string;
  sex?: 'F' | 'M' | 'X';
  nationality?: string;
  issuer?: string;
}

export type DocumentField = Exclude<keyof TravelDocument, 'kind'>;

/** The fields, in the order in which they are shown to people. */
export const documentFields: readonly DocumentField[] = ['number', 'expiryDate', 'lastName', 'firstName', 'birthDate', 'sex', 'nationality', 'issuer'];

/** Faults of typed lines: a wrong number of characters, characters that no zone has, a wrong check digit, an unknown kind of document. */
export type ZoneFault =
  | { line: number; fault: 'length'; found: number; wanted: number }
  | { line: number; fault: 'characters' | 'kind' | 'missing' }
  | { line: number; fault: 'check'; field: 'number' | 'birthDate' | 'expiryDate' | 'optional' | 'composite' };

/** The certainty with which each character was read. Without it all characters count as certain, because a person typed them. */
export type Certainty = readonly (readonly number[])[];

/** The least certainty of a character whose field has a check digit (`CHECKED`), and of any other character (`UNCHECKED`). */
const CHECKED = 0.5;
const UNCHECKED = 0.8;

const textAt = (lines: readonly string[], { line, start, end }: Span): string => (lines[line] ?? '').slice(start, end);
const withoutFillers = (text: string): string => text.replace(/<+$/, '');

/** Returns the format of lines, by their number, length and first letter. */
export const formatOf = (lines: readonly string[]): Format | undefined =>
  formats.find(
    ({ lines: count, length, codes }) => lines.length === count && lines.every((line) => line.length === length) && codes.includes(lines[0]?.[0] ?? ' '),
  );

/** Reads the document number. A number of more than nine characters continues in the optional part, with its check digit (Doc 9303 part 5, note j). */
function numberOf(format: Format, lines: readonly string[]): { value: string; held: boolean; spans: Span[] } {
  const { at, check } = format.fields.number;
  const head = textAt(lines, at);
  const digit = check ? textAt(lines, check) : '';
  const spans = check ? [at, check] : [at];
  if (digit !== '<' || format.name === 'TD3' || !format.composite)
    return { value: withoutFillers(head), held: digit !== '' && checkDigit(head) === digit, spans };
  const { at: optional } = format.fields.optional;
  const [tail = ''] = textAt(lines, optional).split('<');
  const rest = tail.slice(0, -1);
  const whole = head + rest;
  return {
    value: whole,
    held: tail.length > 1 && !head.includes('<') && checkDigit(whole) === tail.slice(-1),
    spans: [...spans, { ...optional, end: optional.start + tail.length + 1 }],
  };
}

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/**
 * Returns the day that six digits mean. A birth is the latest possible day that is not after today. An expiry is the day whose year is nearest to today's.
 * @param today `YYYY-MM-DD`
 */
export function dayOf(digits: string, kind: 'birth' | 'expiry', today: string): string | undefined {
  if (!/^\d{6}$/.test(digits)) return undefined;
  const days = ['19', '20', '21'].map((century) => `${century}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`).filter(isDay);
  if (kind === 'birth') return days.filter((day) => day <= today).pop();
  const year = Number(today.slice(0, 4));
  return days.sort((a, b) => Math.abs(Number(a.slice(0, 4)) - year) - Math.abs(Number(b.slice(0, 4)) - year))[0];
}

/** Returns both names of the zone as words; undefined if the text does not have the form of names. */
function namesOf(text: string): { lastName: string; firstName: string } | undefined {
  const form = /^([A-Z]+(?:<[A-Z]+)*)(?:<<([A-Z]+(?:<[A-Z]+)*))?<*$/.exec(text);
  return form ? { lastName: (form[1] as string).replaceAll('<', ' '), firstName: (form[2] ?? '').replaceAll('<', ' ') } : undefined;
}

/** Returns the check digits of a zone that are wrong. */
function brokenChecks(format: Format, lines: readonly string[]): { line: number; field: 'number' | 'birthDate' | 'expiryDate' | 'optional' | 'composite' }[] {
  const { number, birth, expiry, optional } = format.fields;
  const holds = ({ at, check }: typeof birth) => !check || checkDigit(textAt(lines, at)) === textAt(lines, check);
  const optionalHolds = holds(optional) || (/^<+$/.test(textAt(lines, optional.at)) && optional.check !== undefined && textAt(lines, optional.check) === '<');
  const over = format.composite?.over.map((span) => textAt(lines, span)).join('') ?? '';
  return [
    ...(numberOf(format, lines).held ? [] : [{ line: number.at.line, field: 'number' as const }]),
    ...(holds(birth) ? [] : [{ line: birth.at.line, field: 'birthDate' as const }]),
    ...(holds(expiry) ? [] : [{ line: expiry.at.line, field: 'expiryDate' as const }]),
    ...(optionalHolds ? [] : [{ line: optional.at.line, field: 'optional' as const }]),
    ...(!format.composite || checkDigit(over) === textAt(lines, format.composite.check)
      ? []
      : [{ line: format.composite.check.line, field: 'composite' as const }]),
  ];
}

/**
 * Reads the lines of a zone. A field is set only if its check digit is right and each of its characters was read clearly enough. Names, sex and countries have
 * no check digit of their own: they are set only if every check digit of the zone is right.
 * @param today `YYYY-MM-DD`; determines the centuries
 */
export function documentOf(lines: readonly string[], today: string, certainty?: Certainty): TravelDocument | undefined {
  const format = formatOf(lines);
  if (!format) return undefined;
  const { fields } = format;
  const sure = (spans: readonly Span[], least: number) =>
    !certainty || spans.every(({ line, start, end }) => (certainty[line] ?? []).slice(start, end).every((each) => each >= least));
  const broken = brokenChecks(format, lines);
  const all = broken.length === 0;
  const number = numberOf(format, lines);
  const checked = ({ at, check }: typeof fields.birth) => sure(check ? [at, check] : [at], CHECKED);
  const read = <T>(at: Span, value: T): T | undefined => (all && sure([at], UNCHECKED) ? value : undefined);
  const nameText = textAt(lines, fields.names.at);
  // Fillers at the end of the names may be unclear: a letter among them would break the form of names.
  const { line, start } = fields.names.at;
  const names = read({ line, start, end: Math.min(fields.names.at.end, start + withoutFillers(nameText).length + 2) }, namesOf(nameText));
  const sex = textAt(lines, fields.sex.at);
  const country = (at: Span) => {
    const code = withoutFillers(textAt(lines, at));
    return /^[A-Z]{1,3}$/.test(code) ? code : undefined;
  };
  return {
    kind: format.codes === 'V' ? 'visa' : lines[0]?.startsWith('P') ? 'passport' : 'card',
    number: number.held && number.value !== '' && !number.value.includes('<') && sure(number.spans, CHECKED) ? number.value : undefined,
    expiryDate:
      !broken.some(({ field }) => field === 'expiryDate') && checked(fields.expiry) ? dayOf(textAt(lines, fields.expiry.at), 'expiry', today) : undefined,
    birthDate: !broken.some(({ field }) => field === 'birthDate') && checked(fields.birth) ? dayOf(textAt(lines, fields.birth.at), 'birth', today) : undefined,
    lastName: names?.lastName,
    firstName: names?.firstName || undefined,
    sex: read(fields.sex.at, sex === 'M' || sex === 'F' ? sex : sex === '<' ? 'X' : undefined),
    nationality: read(fields.nationality.at, country(fields.nationality.at)),
    issuer: read(fields.issuer.at, country(fields.issuer.at)),
  };
}

/** Converts typed text to the lines of a zone: capital letters, without spaces. Signs that people type in place of the filler become the filler. */
export const typedLines = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, '').replaceAll('«', '<<').replaceAll('‹', '<'))
    .filter((line) => line !== '');

/** Returns what is wrong with typed lines; an empty list if all check digits are right. */
export function faultsOf(lines: readonly string[]): ZoneFault[] {
  if (lines.length < 2) return [{ line: lines.length, fault: 'missing' }];
  const faults: ZoneFault[] = lines.flatMap((line, at) => (/^[A-Z0-9<]+$/.test(line) ? [] : [{ line: at, fault: 'characters' as const }]));
  const first = lines[0] as string;
  const candidates = formats.filter(({ lines: count, codes }) => count === Math.min(lines.length, 3) && codes.includes(first[0] ?? ' '));
  const nearest = candidates.sort((a, b) => Math.abs(a.length - first.length) - Math.abs(b.length - first.length))[0];
  if (!nearest) return [...faults, { line: 0, fault: 'kind' }];
  for (const [at, line] of lines.entries()) {
    if (line.length !== nearest.length) faults.push({ line: at, fault: 'length', found: line.length, wanted: nearest.length });
  }
  if (faults.length > 0) return faults;
  return brokenChecks(nearest, lines).map(({ line, field }) => ({ line, fault: 'check', field }));
}
