import { formatDay } from './days.ts';
import { requiredMessage } from './fields.ts';
import { addPack, type Bilingual, configuredName, directionOf, insideSentence, knownLanguages, L, localeOf, say, secondOf, sentence } from './language.ts';

addPack({
  tag: 'ar',
  name: 'العربية',
  direction: 'rtl',
  checked: null,
  texts: {
    'Date of birth': 'تاريخ الميلاد',
    '{{label}} must be on one line': 'يجب أن يكون في سطر واحد: {{label}}',
    '{{count}} days of {{place}}': {
      zero: 'لا أيام من {{place}}',
      one: 'يوم واحد من {{place}}',
      two: 'يومان من {{place}}',
      few: '{{count}} أيام من {{place}}',
      many: '{{count}} يومًا من {{place}}',
      other: '{{count}} يوم من {{place}}',
    },
    March: 'مارس',
    '{{day}} {{month}} {{year}}': '{{day}} {{month}} {{year}}',
  },
});
addPack({
  tag: 'xx',
  name: 'Tetun',
  direction: 'ltr',
  checked: null,
  like: 'id',
  texts: { 'Date of birth': 'Data moris', 'Enter {{label}}': 'Hakerek {{label}}' },
});

const label = L('Date of birth', 'Data de nascimento');
const days = (count: number): Bilingual => sentence('{{count}} days of {{place}}', '{{count}} dias de {{place}}', { count, place: 'Dili' });

describe('a text', () => {
  it.each([
    ['en', 'Date of birth'],
    ['pt', 'Data de nascimento'],
    ['ar', 'تاريخ الميلاد'],
    ['zz', 'Date of birth'],
  ])('is said in %s, in English where the language is unknown', (language, said) => expect(say(label, language)).toBe(said));

  it('is in English where the language has no translation of it', () => expect(say(L('Nobody translated this', 'x'), 'ar')).toBe('Nobody translated this'));

  it('is composed in the order of each language, with its parts in that language', () => {
    const fault = sentence('{{label}} must be on one line', '{{label}} deve caber numa só linha', { label });
    expect([say(fault, 'en'), say(fault, 'pt'), say(fault, 'ar')]).toEqual([
      'Date of birth must be on one line',
      'Data de nascimento deve caber numa só linha',
      'يجب أن يكون في سطر واحد: تاريخ الميلاد',
    ]);
  });

  it('is the same after it was stored as JSON', () => {
    const fault = sentence('{{label}} must be on one line', '{{label}} deve caber numa só linha', { label });
    expect(say(JSON.parse(JSON.stringify(fault)) as Bilingual, 'ar')).toBe(say(fault, 'ar'));
  });

  it('does not fill placeholders that came with a value', () => {
    expect(sentence('{{name}} of {{place}}', '{{name}} de {{place}}', { name: '{{place}}', place: 'Dili' }).en).toBe('{{place}} of Dili');
  });

  it('stands within a sentence with a small letter', () => {
    expect([say(requiredMessage(label), 'en'), say(requiredMessage(label), 'xx')]).toEqual(['Enter date of birth', 'Hakerek data moris']);
    expect(
      say(
        insideSentence(label, (words) => words),
        'xx',
      ),
    ).toBe('Data moris');
  });

  it.each([
    [0, 'لا أيام من Dili'],
    [1, 'يوم واحد من Dili'],
    [2, 'يومان من Dili'],
    [3, '3 أيام من Dili'],
    [11, '11 يومًا من Dili'],
    [100, '100 يوم من Dili'],
  ])('has the plural form of %d', (count, said) => expect(say(days(count), 'ar')).toBe(said));
});

describe('a language', () => {
  it('has its direction, its numbers with Latin digits, and a second one below it', () => {
    expect(['ar', 'xx', 'en'].map(directionOf)).toEqual(['rtl', 'ltr', 'ltr']);
    expect(new Intl.NumberFormat(localeOf('ar')).format(1234)).toMatch(/^1.234$/);
    expect(new Intl.NumberFormat(localeOf('xx')).format(1234.5)).toBe('1.234,5');
    expect(['ar', 'pt', 'en'].map(secondOf)).toEqual(['en', 'en', 'pt']);
  });

  it('is known from then on', () => expect(knownLanguages().map(({ tag }) => tag)).toEqual(['en', 'pt', 'ar', 'xx']));
});

describe('a day', () => {
  it.each([
    ['2026-03-07', 'en', '7 March 2026'],
    ['2026-03-07', 'pt', '7 de março de 2026'],
    ['2026-03-07', 'ar', '7 مارس 2026'],
    ['2026-02-30', 'en', '2026-02-30'],
    ['words', 'en', 'words'],
  ])('%s is written in %s', (day, language, written) => expect(formatDay(day, language)).toBe(written));
});

describe('the name of an authority as it is set', () => {
  it('is translated where it is the one that comes with the portal', () => expect(say(configuredName('Customs'), 'pt')).toBe('Alfândega'));
  it('stays as a deployment sets it', () => expect(say(configuredName('Border Force'), 'pt')).toBe('Border Force'));
});
