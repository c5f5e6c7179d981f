import { nameInLetter } from './name-in-letter.ts';

it.each(['ANA DA COSTA', 'José d’Araújo-Cruz', 'J.P. Silva', 'RAVI S/O KUMAR', 'ماريا سواريس', '阿卜杜拉·艾山', 'O’NEIL, SEAN (JR.)'])(
  'a letter shows the name %s',
  (name) => expect(nameInLetter(name)).toBe(name),
);

it.each([
  ['Your fine: pay at https://evil.example/pay'],
  ['PAY AT EVIL.EXAMPLE/PAY'],
  ['ANA www.evil'],
  ['WWW. EVIL'],
  ['ana@evil'],
  ['CALL 77712345'],
  ['ANA\nSOARES'],
  ['ANA。EVIL'],
  ['<b>ANA</b>'],
  [''],
])('a letter does not show %j', (name) => expect(nameInLetter(name)).toBe(''));
