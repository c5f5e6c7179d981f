import { nameInLetter } from './name-in-letter.ts';

it.each([
  'ANA DA COSTA',
  'José d’Araújo-Cruz',
  'J.-P. SILVA',
  'RAVI S/O KUMAR',
  'ماريا سواريس',
  '阿卜杜拉·艾山',
  'ジョン‧スミス',
  'O’NEIL, SEAN (JR.)',
  // A joiner of a Sinhala letter and a non-joiner of a Persian name.
  'ශ්\u200dරී ලාල්',
  'نرگس\u200cزاده',
])('a letter shows the name %s', (name) => expect(nameInLetter(name)).toBe(name));

it.each([
  ['MD.ABDUL KARIM', 'MD. ABDUL KARIM'],
  ['ST.JOHN', 'ST. JOHN'],
  ['J.P. Silva', 'J. P. Silva'],
  ['PAY AT EVIL.EXAMPLE/PAY', 'PAY AT EVIL. EXAMPLE/PAY'],
  ['ANA www.evil.example', 'ANA www. evil. example'],
  ['ANA evil.\u200dexample', 'ANA evil. \u200dexample'],
])('a letter shows the name %s as %s, which is no link', (name, shown) => expect(nameInLetter(name)).toBe(shown));

it.each([['Your fine: pay at https://evil.example/pay'], ['ana@evil'], ['CALL 77712345'], ['ANA\nSOARES'], ['ANA。EVIL'], ['ANA．EVIL'], ['<b>ANA</b>'], ['']])(
  'a letter does not show %j',
  (name) => expect(nameInLetter(name)).toBe(''),
);
