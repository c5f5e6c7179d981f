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
