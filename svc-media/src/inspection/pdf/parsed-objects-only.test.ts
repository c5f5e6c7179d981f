import { holdsOnlyParsedObjects } from './parsed-objects-only.ts';

const one = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n';
const end = 'trailer<</Root 1 0 R>>\n%%EOF\n';
const plain = (text: string, objects = 1) => holdsOnlyParsedObjects(objects, Buffer.from(text, 'latin1'));

it.each<[what: string, objects: number, text: string]>([
  ['an object', 1, one + end],
  ['two objects on one line', 2, `${one.trim()} 2 0 obj null endobj ${end}`],
  [
    'a cross-reference table and its place',
    1,
    `${one}xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer<</Size 2/Root 1 0 R/ID[<0f><a0>]>>\nstartxref\n49\n%%EOF`,
  ],
  ['a short comment', 1, `${one}% made today\n${end}`],
  ['the line that marks the file as binary', 1, one.replace('\n', '\n%\xe2\xe3\xcf\xd3\n') + end],
  ['empty lines behind it', 1, one + end + '\n'.repeat(9_000)],
])('sees that a file is nothing but %s', (_what, objects, text) => {
  expect(plain(text, objects)).toBe(true);
});

it.each<[what: string, text: string]>([
  ['text before it', `x${one}${end}`],
  ['text between its parts', `${one}<html>${end}`],
  ['text behind it', `${one}${end}<html>`],
  ['an object in a comment', `${one}% 2 0 obj null\n${end}`],
  ['an object in a string', one.replace('>>', '/A(2 0 obj)>>') + end],
  ['an object in a stream', `%PDF-1.4\n1 0 obj<</Length 9>>stream\n2 0 obj 1\nendstream endobj\n${end}`],
  ['an object that was not read', `${one}2 0 obj null endobj\n${end}`],
  ['a comment in an object', one.replace('>>', '% x\n>>') + end],
  ['many comments', one + '% made today\n'.repeat(100) + end],
  ['a large gap', one + ' '.repeat(5_000) + one + end],
  ['no trailer', one],
])('sees that a file has more in it: %s', (_what, text) => {
  expect(plain(text)).toBe(false);
});

it('looks at 1 MB of hostile text in time that grows with it', () => {
  /** Returns the least processor time of three runs, in ms. */
  const timeOf = (text: string) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const began = process.cpuUsage();
        plain(text);
        const { user, system } = process.cpuUsage(began);
        return (user + system) / 1_000;
      }),
    );
  for (const piece of ['%', '% ', '\n', '1 0 obj', '1 ', '9', 'endobj ', '% x\n', 'xref ', 'trailer<<', '<0', '<<', 'startxref 1 ', '\0', '%%EOF\n']) {
    for (const around of [(text: string) => one + text + end, (text: string) => `%PDF-1.4\n${text}`, (text: string) => one + end + text]) {
      // 2 ms for each kB are far more than an idle machine needs (0.06 ms), so that a busy one keeps to it. Time that grows with the square of the length is
      // beyond it many times over, already with the shorter text.
      for (const length of [100_000, 1_000_000]) {
        const isLinear = timeOf(around(piece.repeat(length / piece.length))) < length / 500;
        expect({ piece, length, isLinear }).toEqual({ piece, length, isLinear: true });
      }
    }
  }
});
