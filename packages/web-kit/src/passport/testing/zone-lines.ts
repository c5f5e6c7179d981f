import { checkDigit } from '../zone/check-digit.ts';
import { type Format, type FormatName, formats, type Span } from '../zone/formats.ts';
import { inZone } from '../zone/names.ts';
import { namesByAlphabet } from './holders.ts';
import type { Random } from './random.ts';

/** The contents of a machine-readable zone, in the spelling of the zone. */
export interface ZoneContents {
  code: string;
  issuer: string;
  lastName: string;
  firstName: string;
  number: string;
  nationality: string;
  birth: string;
  sex: string;
  expiry: string;
  optional: string;
}

export const formatNamed = (name: FormatName): Format => formats.find((format) => format.name === name) as Format;

const fill = (text: string, length: number): string => text.slice(0, length).padEnd(length, '<');
const setAt = (lines: string[], { line, start, end }: Span, text: string): void => {
  const old = lines[line] as string;
  lines[line] = old.slice(0, start) + fill(text, end - start) + old.slice(end);
};
const textAt = (lines: readonly string[], { line, start, end }: Span): string => (lines[line] as string).slice(start, end);

/** Returns the lines of a zone with its check digits. */
export function zoneLines(format: Format, contents: ZoneContents): string[] {
  const lines = Array.from({ length: format.lines }, () => '<'.repeat(format.length));
  const { fields, composite } = format;
  const names = [contents.lastName, contents.firstName].map((name) => name.replaceAll(' ', '<'));
  setAt(lines, fields.code.at, contents.code);
  setAt(lines, fields.issuer.at, contents.issuer);
  setAt(lines, fields.names.at, names.join('<<'));
  setAt(lines, fields.nationality.at, contents.nationality);
  setAt(lines, fields.birth.at, contents.birth);
  setAt(lines, fields.sex.at, contents.sex);
  setAt(lines, fields.expiry.at, contents.expiry);
  setAt(lines, fields.optional.at, contents.optional);
  setAt(lines, fields.number.at, contents.number);
  for (const field of Object.values(fields)) if (field.check) setAt(lines, field.check, checkDigit(textAt(lines, field.at)));
  if (contents.number.length > 9 && composite && format.name !== 'TD3') {
    setAt(lines, fields.number.check as Span, '<');
    setAt(lines, fields.optional.at, contents.number.slice(9) + checkDigit(contents.number));
  }
  if (composite) setAt(lines, composite.check, checkDigit(composite.over.map((span) => textAt(lines, span)).join('')));
  return lines;
}

const issuers = [
  'TLS',
  'IDN',
  'AUS',
  'PRT',
  'D<<',
  'GBR',
  'USA',
  'CHN',
  'SGP',
  'BRA',
  'UTO',
  'XXA',
  'POL',
  'ISL',
  'TUR',
  'VNM',
  'UKR',
  'SRB',
  'GRC',
  'NZL',
  'FRA',
  'PHL',
];
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

const some = (random: Random, from: string, length: number): string => Array.from({ length }, () => random.pick([...from])).join('');
const two = (value: number): string => String(value).padStart(2, '0');

/** Creates an invented person and document. */
export function randomContents(format: Format, random: Random): ZoneContents {
  const [lastName, firstName] = random.pick(namesByAlphabet[random.pick(Object.keys(namesByAlphabet))] as (readonly [string, string])[]);
  const issuer = random.pick(issuers);
  const number = random.pick([
    () => some(random, letters, 2) + some(random, digits, 7),
    () => some(random, letters, 1) + some(random, digits, 8),
    () => some(random, digits, 9),
    () => some(random, letters, 1) + some(random, digits, 7),
    () => some(random, letters + digits, 9),
  ])();
  const long = format.name === 'TD1' && random.chance(0.1) ? some(random, digits, 3) : '';
  return {
    code:
      format.codes === 'V'
        ? random.pick(['V<', 'VC', 'VO'])
        : format.codes === 'P'
          ? random.pick(['P<', 'P<', 'PO', 'PP', 'PD'])
          : random.pick(['I<', 'ID', 'AC', 'C<']),
    issuer,
    lastName: inZone(lastName),
    firstName: inZone(firstName),
    number: number + long,
    nationality: random.chance(0.8) ? issuer : random.pick(issuers),
    birth: two(random.below(100)) + two(1 + random.below(12)) + two(1 + random.below(28)),
    sex: random.pick(['M', 'F', 'M', 'F', '<']),
    expiry: two(26 + random.below(10)) + two(1 + random.below(12)) + two(1 + random.below(28)),
    optional: random.chance(0.4) ? some(random, letters + digits, Math.min(7, format.fields.optional.at.end - format.fields.optional.at.start)) : '',
  };
}

/** Changes one check digit of a zone, so that it is wrong. */
export function withBrokenCheck(format: Format, lines: readonly string[], random: Random): string[] {
  const checks = [format.fields.number, format.fields.birth, format.fields.expiry].map(({ check }) => check as Span);
  if (format.composite) checks.push(format.composite.check);
  const check = random.pick(checks);
  const old = textAt(lines, check);
  const broken = [...lines];
  setAt(broken, check, String((Number(old === '<' ? 0 : old) + 1 + random.below(9)) % 10));
  return broken;
}
