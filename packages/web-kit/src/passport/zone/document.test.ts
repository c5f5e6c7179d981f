import fc from 'fast-check';
import { parse } from 'mrz';
import { Random } from '../testing/random.ts';
import { randomContents, withBrokenCheck, zoneLines } from '../testing/zone-lines.ts';
import { checkDigit } from './check-digit.ts';
import { dayOf, documentFields, documentOf, faultsOf, formatOf, typedLines } from './document.ts';
import { ALPHABET, charsetsOf, fits, formats } from './formats.ts';

const today = '2026-11-23';

/** The examples of Doc 9303, parts 4 to 7, and public specimens of states. */
const examples: [name: string, format: string, lines: string[], expected: object][] = [
  [
    'the passport of part 4',
    'TD3',
    ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
    {
      kind: 'passport',
      number: 'L898902C3',
      lastName: 'ERIKSSON',
      firstName: 'ANNA MARIA',
      nationality: 'UTO',
      issuer: 'UTO',
      birthDate: '1974-08-12',
      sex: 'F',
      expiryDate: '2012-04-15',
    },
  ],
  [
    'the card of part 5',
    'TD1',
    ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
    { kind: 'card', number: 'D23145890', lastName: 'ERIKSSON', firstName: 'ANNA MARIA', birthDate: '1974-08-12', sex: 'F', expiryDate: '2012-04-15' },
  ],
  [
    'the card of part 6',
    'TD2',
    ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
    { kind: 'card', number: 'D23145890', lastName: 'ERIKSSON', firstName: 'ANNA MARIA', birthDate: '1974-08-12', expiryDate: '2012-04-15' },
  ],
  [
    'the visa of part 7, format A',
    'MRV-A',
    ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'],
    { kind: 'visa', number: 'L8988901C', nationality: 'XXX', birthDate: '1940-09-07', sex: 'F', expiryDate: '1996-12-10' },
  ],
  [
    'the visa of part 7, format B',
    'MRV-B',
    ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'L8988901C4XXX4009078F9612109<<<<<<<<'],
    { kind: 'visa', number: 'L8988901C', nationality: 'XXX', birthDate: '1940-09-07', expiryDate: '1996-12-10' },
  ],
  [
    'a German card: a country of one letter, a sex that is not stated',
    'TD1',
    ['IDD<<T220001293<<<<<<<<<<<<<<<', '6408125<2010315D<<<<<<<<<<<<<4', 'MUSTERMANN<<ERIKA<<<<<<<<<<<<<'],
    { issuer: 'D', nationality: 'D', sex: 'X', number: 'T22000129', birthDate: '1964-08-12', expiryDate: '2020-10-31' },
  ],
  [
    'a number of more than nine characters goes on in the optional part',
    'TD1',
    ['I<UTOD23145890<7349<<<<<<<<<<<', '3407127M9507122UTO<<<<<<<<<<<2', 'STEVENSON<<PETER<JOHN<<<<<<<<<'],
    { number: 'D23145890734', birthDate: '1934-07-12', expiryDate: '1995-07-12' },
  ],
];

it.each(examples)('reads %s', (_, format, lines, expected) => {
  expect(formatOf(lines)?.name).toBe(format);
  expect(faultsOf(lines)).toEqual([]);
  expect(documentOf(lines, today)).toMatchObject(expected);
});

it('computes the check digits of the examples', () => {
  expect(checkDigit('520727')).toBe('3');
  expect(checkDigit('AB2134<<<')).toBe('5');
  expect(checkDigit('HA672242<658022549601086<<<<<<<<<<<<<<0')).toBe('8');
});

it('says of each line what is wrong with it', () => {
  const [first = '', second = ''] = (examples[0] as (typeof examples)[number])[2];
  expect(faultsOf([])).toEqual([{ line: 0, fault: 'missing' }]);
  expect(faultsOf([first])).toEqual([{ line: 1, fault: 'missing' }]);
  expect(faultsOf([first.slice(1), second])).toEqual([{ line: 0, fault: 'kind' }]);
  expect(faultsOf([first.slice(0, -1), `${second}<`])).toEqual([
    { line: 0, fault: 'length', found: 43, wanted: 44 },
    { line: 1, fault: 'length', found: 45, wanted: 44 },
  ]);
  expect(faultsOf([first.replace('UTO', 'ÜTO'), second])).toEqual([{ line: 0, fault: 'characters' }]);
  expect(faultsOf([first, second.replace('7408122', '7408132')])).toEqual([
    { line: 1, fault: 'check', field: 'birthDate' },
    { line: 1, fault: 'check', field: 'composite' },
  ]);
});

it('takes typed lines in small letters, with gaps and with quotation marks for fillers', () => {
  expect(typedLines(' p<uto eriksson«anna‹maria\r\n\n L898902C3 6UTO ')).toEqual(['P<UTOERIKSSON<<ANNA<MARIA', 'L898902C36UTO']);
});

it.each([
  ['260101', 'birth', '2026-01-01'],
  ['261123', 'birth', '2026-11-23'],
  ['261124', 'birth', '1926-11-24'],
  ['990229', 'birth', undefined],
  ['000229', 'birth', '2000-02-29'],
  ['74<<<<', 'birth', undefined],
  ['320101', 'expiry', '2032-01-01'],
  ['740101', 'expiry', '2074-01-01'],
  ['790101', 'expiry', '1979-01-01'],
  ['991231', 'expiry', '1999-12-31'],
  ['261301', 'expiry', undefined],
] as const)('takes %s of a day of %s as %s', (digits, kind, day) => {
  expect(dayOf(digits, kind, today)).toBe(day);
});

it('leaves a field out whose check digit does not hold, and all fields that have none', () => {
  const [first = '', second = ''] = (examples[0] as (typeof examples)[number])[2];
  expect(documentOf([first, second.replace('L898902C36', 'L898902C37')], today)).toEqual({
    kind: 'passport',
    birthDate: '1974-08-12',
    expiryDate: '2012-04-15',
  });
});

it('leaves a field out when a character of it was not clear, though its check digit holds', () => {
  const lines = (examples[0] as (typeof examples)[number])[2];
  const clear = lines.map((line) => [...line].map(() => 1));
  const unclear = (line: number, place: number, certainty: number) => {
    const changed = clear.map((each) => [...each]);
    (changed[line] as number[])[place] = certainty;
    return documentOf(lines, today, changed);
  };
  expect(documentOf(lines, today, clear)).toEqual(documentOf(lines, today));
  expect(unclear(1, 3, 0.4)?.number).toBeUndefined();
  expect(unclear(1, 14, 0.4)?.birthDate).toBeUndefined();
  expect(unclear(0, 7, 0.75)?.lastName).toBeUndefined();
  expect(unclear(1, 20, 0.75)?.sex).toBeUndefined();
  // Fillers after the names may be unclear.
  expect(unclear(0, 40, 0.3)?.lastName).toBe('ERIKSSON');
});

const zones = fc.tuple(fc.constantFrom(...formats), fc.integer()).map(([format, seed]) => {
  const random = new Random(seed);
  const contents = randomContents(format, random);
  return { format, random, contents, lines: zoneLines(format, contents) };
});

it('reads every zone that is made by the rules, and agrees with another parser', () => {
  fc.assert(
    fc.property(zones, ({ format, contents, lines }) => {
      expect(faultsOf(lines)).toEqual([]);
      const document = documentOf(lines, today);
      expect(document).toMatchObject({ number: contents.number, issuer: contents.issuer.replace(/</g, '') });
      for (const [row, charsets] of charsetsOf(format).entries()) {
        for (const [column, charset] of charsets.entries()) expect(fits(charset, lines[row]?.[column] as string)).toBe(true);
      }
      // The other parser knows no visas, expects French cards in their old layout, and includes the check digit in long numbers.
      if (format.codes === 'V' || contents.number.length > 9 || lines[0]?.startsWith('IDFRA')) return;
      const other = parse(lines);
      // The other parser has its own list of countries, so its verdicts on them are ignored.
      expect(other.details.filter(({ field, valid }) => !valid && field !== 'issuingState' && field !== 'nationality')).toEqual([]);
      expect(document?.lastName).toBe(other.fields.lastName);
      expect(document?.firstName ?? '').toBe(other.fields.firstName ?? '');
      expect(document?.number).toBe(other.documentNumber);
    }),
  );
});

it('accepts no number, birth or expiry of which one character was changed into another that the check digit tells apart', () => {
  const value = (character: string) => (character === '<' ? 0 : ALPHABET.indexOf(character));
  fc.assert(
    fc.property(zones, fc.nat(), fc.nat(), ({ format, lines }, place, other) => {
      const { number, birth, expiry } = format.fields;
      for (const [name, { at }] of [
        ['number', number],
        ['birthDate', birth],
        ['expiryDate', expiry],
      ] as const) {
        const column = at.start + (place % (at.end - at.start));
        const old = lines[at.line]?.[column] as string;
        const changed = ALPHABET[other % ALPHABET.length] as string;
        if ((value(old) - value(changed)) % 10 === 0) continue;
        const wrong = lines.map((line, i) => (i === at.line ? line.slice(0, column) + changed + line.slice(column + 1) : line));
        expect(documentOf(wrong, today)?.[name]).toBeUndefined();
      }
    }),
  );
});

it('tells of every broken check digit', () => {
  fc.assert(
    fc.property(zones, ({ format, lines, random }) => {
      const broken = withBrokenCheck(format, lines, random);
      expect(faultsOf(broken).some(({ fault }) => fault === 'check')).toBe(true);
      expect(documentOf(broken, today)).toMatchObject(
        Object.fromEntries(documentFields.filter((field) => /Name|sex|issuer|nationality/.test(field)).map((field) => [field, undefined])),
      );
    }),
  );
});
