import { ApiProblem } from '../api/problem.ts';
import { addTexts, KIT, resolveLabel } from '../language/i18n.ts';
import {
  attachmentOf,
  deleteErrorLines,
  fileErrorLines,
  formatSize,
  isAmong,
  isPicture,
  kindOf,
  MOST_BYTES,
  replacedBy,
  uploadErrorLines,
  withoutFile,
} from './media-files.ts';
import { texts } from './texts.ts';

addTexts(KIT, texts);

const text = (label: Parameters<typeof resolveLabel>[0]) => resolveLabel(label, 'en', KIT);
const refused = (...errors: [string, string][]) =>
  new ApiProblem({ status: 415, title: 'x', errors: errors.map(([code, message]) => ({ code, message, field: 'file' })) });

it('shows each error of the server as its code, a comma and its message', () => {
  expect(uploadErrorLines(refused(['FILE_TYPE', 'Not a PDF'], ['INFECTED', 'A virus']), text)).toEqual(['FILE_TYPE, Not a PDF', 'INFECTED, A virus']);
});

it('says that the file could not be uploaded or deleted where no answer came', () => {
  const lost = new ApiProblem({ status: 0, title: 'No connection' });
  expect(uploadErrorLines(lost, text)).toEqual(['Could not upload the file!']);
  expect(deleteErrorLines(lost, text)).toEqual(['Could not delete the file!']);
  expect(deleteErrorLines(refused(['IN_USE', 'A submitted document holds this file']), text)).toEqual([
    'Could not delete the file!',
    'IN_USE, A submitted document holds this file',
  ]);
});

it('asks for a file, and for one that is not too large', () => {
  expect(fileErrorLines(undefined, text)).toEqual(['Please select a file!']);
  expect(fileErrorLines({ size: MOST_BYTES + 1 }, text)).toEqual(['FILE_TOO_LARGE, The file is larger than 10 MB']);
  expect(fileErrorLines({ size: MOST_BYTES }, text)).toEqual([]);
});

it('takes png, jpeg and bmp for a photo', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/bmp', 'image/x-ms-bmp']) expect(isPicture({ type, name: 'x' })).toBe(true);
  for (const type of ['image/gif', 'application/pdf', 'image/svg+xml']) expect(isPicture({ type, name: 'x.png' })).toBe(false);
  expect(isPicture({ type: '', name: 'Foto.JPG' })).toBe(true);
  // Files of other picture types are accepted if the browser can read them. They are then sent as JPEG.
  expect([isPicture({ type: 'image/heic', name: 'x' }), isPicture({ type: '', name: 'IMG_0001.HEIC' })]).toEqual([true, true]);
});

it('keeps the kind of an attachment where each service looks for it', () => {
  const row = attachmentOf({ uid: 'u', id: 'u', name: 'a.pdf', size: 5, data: null }, 'DEGREE', 'professional');
  expect(row).toEqual({ uid: 'u', id: 'u', name: 'a.pdf', size: 5, code: 'DEGREE', scope: 'professional', info: { code: 'DEGREE', scope: 'professional' } });
  const codes = [{ code: 'DEGREE', name: 'Degree' }];
  const nameOf = ({ name }: { name: string }) => name;
  expect(kindOf(row, codes, nameOf)).toBe('Degree');
  expect(kindOf({ uid: 'u', info: { code: 'DEGREE' } }, codes, nameOf)).toBe('Degree');
  expect(kindOf({ uid: 'u', code: 'OLD', info: 'A retired kind' }, codes, nameOf)).toBe('A retired kind');
  expect(kindOf({ uid: 'u', info: { code: 'OLD' } }, codes, nameOf)).toBe('OLD');
  expect(kindOf({ uid: 'u' }, codes, nameOf)).toBe('');
});

it('replaces a file that the stored document holds, and brings it back when the new one is taken away', () => {
  const kept = [
    { uid: 'right', id: '1' },
    { uid: 'wrong', id: '2', code: 'LICENCE' },
  ];
  const [, wrong = { uid: '' }] = kept;
  const rows = replacedBy(kept, wrong, attachmentOf({ uid: 'better', id: 'better', name: 'b.pdf', size: 5, data: null }, 'LICENCE', 'trip'));
  expect(rows).toMatchObject([kept[0], { uid: 'better', id: '2', code: 'LICENCE', name: 'b.pdf' }]);
  expect(rows.map((row) => isAmong(row, kept))).toEqual([true, false]);
  expect(withoutFile(rows, { uid: 'better' }, kept)).toEqual(kept);
  expect(withoutFile([...rows, { uid: 'more', id: '3' }], { uid: 'more' }, kept)).toEqual(rows);
});

it('writes sizes for people', () => {
  expect([0, 999, 340_400, 999_900, 10 * 1024 * 1024, undefined].map((size) => formatSize(size, 'en'))).toEqual([
    '0 B',
    '999 B',
    '340 kB',
    '1 MB',
    '10.5 MB',
    '',
  ]);
});
