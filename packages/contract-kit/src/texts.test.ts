import fc from 'fast-check';
import {
  type ContractClass,
  Digits,
  Email,
  foldIdentifier,
  foldName,
  Identifier,
  L,
  latinDigits,
  Telephone,
  Text,
  textFault,
  validateContract,
} from './index.ts';

class Person {
  @Identifier({ label: L('Passport number', 'Número do passaporte'), max: 12 }) passport?: string;
  @Text({ label: L('Name', 'Nome'), max: 20, upper: true }) name?: string;
  @Text({ label: L('Comment', 'Comentário'), max: 60, lines: true }) comment?: string;
  @Email({ label: L('Email address', 'Endereço de correio eletrónico') }) email?: string;
  @Telephone({ label: L('Phone number', 'Número de telefone') }) phone?: string;
  @Digits({ label: L('Card number', 'Número do cartão') }) card?: string;
}
const tried = (plain: object, language: 'en' | 'pt' = 'en') => validateContract(Person as ContractClass<Person>, plain, language);
const said = (plain: object, language: 'en' | 'pt' = 'en'): string[] => tried(plain, language).errors.map((e) => `${e.field} ${e.code}: ${e.message}`);
const lettersOnly = 'passport TEXT: Passport number may hold only letters A to Z, digits, spaces and - / .';
const passportInvisible = 'passport TEXT: Passport number has invisible characters in it: delete it and type it again';
const nameInvisible = 'name TEXT: Name has invisible characters in it: delete it and type it again';

describe('an identifier', () => {
  it.each([
    ['ab 12-34/5.6', 'AB 12-34/5.6'],
    ['ＡＢ１２３４', 'AB1234'],
    [' p\u00a01 ', 'P 1'],
    ['CX٩٩٨٨٧٧', 'CX998877'],
  ])('stores %j as %j', (typed, kept) => expect(tried({ passport: typed })).toMatchObject({ value: { passport: kept }, errors: [] }));

  it.each([
    ['a Cyrillic А', 'АB1234'],
    ['a Greek Β', 'AΒ1234'],
    ['a dotless i', 'ı1234'],
    ['an accent', 'É1234'],
    ['an underscore', 'A_1'],
    ['an emoji', 'A😀1'],
  ])('with %s is refused, and the error names the field', (_what, passport) => expect(said({ passport })).toEqual([lettersOnly]));

  it.each(['\u200b', '\u200d', '\u2066', '\u00ad', '\ufeff', '\u202e', '\ufe0f', '\u0000', '\u034f', '\u2800'])('with the invisible %j is refused', (hidden) =>
    expect(said({ passport: `A1${hidden}234` })).toEqual([passportInvisible]),
  );

  it('holds at least one letter or digit', () =>
    expect(said({ passport: '-- / .' })).toEqual(['passport TEXT: Passport number must hold at least one letter or digit']));
  it('that is too long is only too long', () =>
    expect(said({ passport: 'É'.repeat(13) })).toEqual(['passport MAX_LENGTH: Passport number must be 12 characters or fewer']));
  it('is refused in the language of the reader', () =>
    expect(said({ passport: 'É1' }, 'pt')).toEqual(['passport TEXT: Número do passaporte só pode ter letras de A a Z, algarismos, espaços e - / .']));
});

describe('a text', () => {
  const hidden = ['\u00ad', '\u200b', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];
  const moreHidden = ['\ufeff', '\u2060', '\u061c', '\u115f', '\u3164', '\u2028', '\u2029', '\u0007', '\u001f', '\u0085', '\ud800', '\u{e0041}', '\u180e'];
  it.each([...hidden, ...moreHidden].map((text) => [text, `U+${text.codePointAt(0)?.toString(16)}`]))(
    'with a character that cannot be seen is refused by name, not silently cleaned (%#: %s)',
    (text) => expect(said({ name: `MA${text}RIA` })).toEqual([nameInvisible]),
  );

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष'],
    ['Malayalam', 'ന്\u200cമ'],
  ])('in %s keeps the joiners that spell its words', (_script, name) => expect(said({ name })).toEqual([]));

  it.each(['👩\u200d⚕\ufe0f', '👩🏽\u200d⚕\ufe0f', '❤\ufe0f\u200d🔥', '👨\u200d👩\u200d👧', '1\ufe0f\u20e3'])('keeps the composed pictograph %s', (picture) =>
    expect(textFault(`Obrigado ${picture}!`, L('The comment', 'O comentário'), true)).toBeUndefined(),
  );
  it.each(['a\u200db', '👩\u200da', 'a\u200d👩', '1\ufe0f', '👩\u200d'])('keeps no joiner of a pictograph elsewhere: %j', (text) =>
    expect(textFault(text, L('The comment', 'O comentário'), true)).toBeDefined(),
  );

  it.each([
    ['between Latin letters', 'MA\u200dRIA'],
    ['at the end', 'می\u200c'],
    ['between a Latin and a Persian letter', 'Aم\u200cA'],
    ['beside a space', 'می \u200cخ'],
    ['twice', 'می\u200c\u200cخ'],
  ])('with a joiner %s is refused', (_where, name) => expect(said({ name })).toEqual([nameInvisible]));

  it('of one line takes no line break, a text of several lines does', () => {
    expect(said({ name: 'A\nB' })).toEqual(['name TEXT: Name must be on one line']);
    expect(tried({ comment: 'A\r\n\tB' })).toMatchObject({ value: { comment: 'A\r\n\tB' }, errors: [] });
    expect(said({ comment: 'A\u0000B' })).toHaveLength(1);
  });

  it('has plain spaces in place of tabs and other spaces', () => expect(tried({ name: 'ana\tda\u00a0luz' }).value.name).toBe('ANA DA LUZ'));

  it.each(['JOSÉ D’ARAÚJO', '王小明', 'Ngũgĩ', 'O`Brien', '葛\u{e0100}城', 'Æsir ☺️'])('takes %s', (name) => expect(said({ name })).toEqual([]));
});

describe('an email address', () => {
  it.each(['maria@example.com', 'maria.da+costa@mail.example.co.uk', "o'neil_1@x-y.tl", `${'a'.repeat(64)}@example.com`, 'a@1.com'])('%s is taken', (email) =>
    expect(said({ email })).toEqual([]),
  );

  it.each([
    'maria',
    'maria@@x',
    'maria@@example.com',
    '@example.com',
    'maria@',
    'maria@example',
    'maria@.com',
    'maria@example..com',
    'maria@-example.com',
    'maria@example-.com',
    '.maria@example.com',
    'maria.@example.com',
    'ma..ria@example.com',
    'maria@example.com.',
    'maria da@example.com',
    'maria@exam ple.com',
    'maria,ana@example.com',
    'maria@127.0.0.1',
    'mаria@example.com',
    `${'a'.repeat(65)}@example.com`,
    `maria@${'a'.repeat(64)}.com`,
    'maria@example.com\u200b',
  ])('%j is refused, and the message shows the form', (email) =>
    expect(said({ email })).toEqual(['email TEXT: Enter an email address in the form name@example.com']),
  );

  it('has at most 254 characters', () =>
    expect(said({ email: `a@${'b.'.repeat(130)}com` })).toEqual(['email MAX_LENGTH: Email address must be 254 characters or fewer']));
});

describe('digits', () => {
  it.each(['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '০১২৩৪৫৬৭৮৯', '๐๑๒๓๔๕๖๗๘๙', '０１２３４５６７８９', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿', '0123456789'])(
    'of every script are digits: %s',
    (digits) => expect(latinDigits(`a${digits}ب`)).toBe('a0123456789ب'),
  );
});

describe('a telephone number', () => {
  it('is kept in digits from 0 to 9', () =>
    expect(tried({ phone: '+٣٥١ ٩١٢٣٤٥٦٧٨', card: '４１１１ １１１１' })).toMatchObject({ value: { phone: '351912345678', card: '41111111' }, errors: [] }));
  it('is kept as its digits', () =>
    expect(tried({ phone: '+670 (77) 12-34', card: '4111 1111' })).toMatchObject({ value: { phone: '670771234', card: '41111111' }, errors: [] }));
  it('is kept without the marks and dashes with which a telephone copies it', () =>
    expect(tried({ phone: '\u202a+670 7712\u20113456\u202c', card: '\u200e4111\u20131111\u22121111' })).toMatchObject({
      value: { phone: '67077123456', card: '411111111111' },
      errors: [],
    }));
  it('that is none is refused with what may be typed', () =>
    expect(said({ phone: '77+12', card: 'x' })).toEqual([
      'phone INTEGER: Phone number must contain only digits; a + in front and spaces are fine',
      'card INTEGER: Card number must contain only digits; spaces are fine',
    ]));
  it('that is too long is only too long', () => expect(said({ phone: 'x'.repeat(21) })).toEqual(['phone MAX_LENGTH: Phone number must be 20 digits or fewer']));
});

describe('folding', () => {
  it.each([
    ['AB 12-34', 'ab1234'],
    ['ab/12.34', 'ＡＢ１２３４'],
    ['ab-۱۲ ٣٤', 'AB1234'],
    ['AB\u200b12\u201334', 'AB1234'],
    ['tl\u201101\u2212234', 'TL 01 234'],
    ['ARR-2026-0000001', 'arr 20260000001'],
  ])('makes the number %j the same as %j', (one, other) => expect(foldIdentifier(one)).toBe(foldIdentifier(other)));
  it('keeps numbers apart that differ in a letter', () => expect(foldIdentifier('AB1234')).not.toBe(foldIdentifier('AC1234')));
  it.each([
    ['ROSARIO', 'Rosário'],
    ["Jose  d'Araujo", 'JOSÉ D’ARAÚJO'],
    ['Rosa\u0301rio', 'ROSÁRIO'],
    ['می\u200cخواهم', 'میخواهم'],
    ['João da\u00a0Conceição – Cruz', 'JOAO DA CONCEICAO CRUZ'],
    ['Almeida-Cruz', 'ALMEIDA CRUZ'],
    ['Straße', 'STRASSE'],
    ['Bjørn Æsir Łukasz Þór Đặng', 'BJORN AESIR LUKASZ THOR DANG'],
    ['ﬁlipe İlhan ılık', 'FILIPE ILHAN ILIK'],
    ['Ｍａｒｉａ', 'MARIA'],
    ['Ма́рия', 'мария'],
  ])('makes the name %j the same as %j', (one, other) => expect(foldName(one)).toBe(foldName(other)));
  it.each(['김철수', '100%', 'A_B', 'A & B, LDA.'])('leaves %j as it is', (name) => expect(foldName(name)).toBe(name));
  it.each([foldName, foldIdentifier])('folds no further what is folded, and makes the forms of Unicode one', (fold) =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (text) => {
        const form = fold(text);
        expect(fold(form)).toBe(form);
        expect(fold(text.normalize('NFD'))).toBe(form);
        expect(fold(text.normalize('NFC'))).toBe(form);
      }),
      { numRuns: 1000 },
    ),
  );
});
