import { hasInvisible } from '@portal/contract-kit';
import * as fc from 'fast-check';
import { disposition, safeFileName } from './file-name.ts';

it.each([
  ['report.pdf', 'report.pdf'],
  ['C:\\fakepath\\report.PDF', 'report.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['photo.jpg', 'photo.pdf'],
  ['my.final.version', 'my.final.version.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['evil\u202efdp.exe', 'evil fdp.exe.pdf'],
  ['Certifi\u00adcado.pdf', 'Certifi cado.pdf'],
  ['a"b<c>|d?.pdf', 'a b c d.pdf'],
  ['Decla\u0063\u0327a\u0303o.pdf', 'Declação.pdf'],
  ['', 'file.pdf'],
  ['...', 'file.pdf'],
  [undefined, 'file.pdf'],
])('%j is kept as %j', (given, kept) => {
  expect(safeFileName(given, 'application/pdf')).toBe(kept);
});

it('keeps either spelling of a JPEG', () => {
  expect(safeFileName('a.JPEG', 'image/jpeg')).toBe('a.jpeg');
  expect(safeFileName('a.jpg', 'image/jpeg')).toBe('a.jpg');
  expect(safeFileName('a.png', 'image/jpeg')).toBe('a.jpg');
});

it('keeps a name of 78,000 dots in the time that one of 78 takes: length first, patterns of one pass', () => {
  const timeOf = (name: string) => {
    const runs = Array.from({ length: 5 }, () => {
      const began = process.cpuUsage();
      for (let n = 0; n < 20; n++) safeFileName(name, 'application/pdf');
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1_000;
    });
    return Math.min(...runs);
  };
  for (const piece of ['.', ' ', '. ', '\u202e', '/', 'a.', '\t', '%', 'a\u0301', '\ud83d\ude00']) {
    const [short, long] = [piece.repeat(1_000), piece.repeat(1_000_000)].map((name) => timeOf(`${name}x`));
    // The text is a thousand times longer, but it is truncated first. A backtracking pattern would take a million times as long.
    expect(long).toBeLessThan(20 + 200 * (short as number));
    expect(safeFileName(`${piece.repeat(78_000)}.pdf`, 'application/pdf').length).toBeLessThanOrEqual(250);
  }
});

it('gives a header for any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const safe = safeFileName(name, 'image/png');
      expect(safe.length).toBeLessThanOrEqual(250);
      expect(disposition('attachment', safe)).toMatch(/^attachment; filename="[ -~]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]*$/);
      expect(new Headers({ 'content-disposition': disposition('attachment', safe) })).toBeDefined();
    }),
  );
});

it('gives a name that documents take, whatever the client sends', () => {
  const hidden = fc.constantFrom(
    '\u00ad',
    '\u061c',
    '\u034f',
    '\u180e',
    '\u200c',
    '\u200d',
    '\u2800',
    '\u3164',
    '\ufe0f',
    '\u{e0041}',
    '\ud800',
    'ک',
    '👩',
    '.',
  );
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: hidden, maxLength: 400 })), (name) =>
      expect(hasInvisible(safeFileName(name, 'image/png'))).toBe(false),
    ),
  );
});
