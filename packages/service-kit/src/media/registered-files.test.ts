import { distinctFiles, type FileRow, keepRegisteredFiles, placeAsSent } from './registered-files.ts';

const stored: FileRow[] = [
  { id: '1', uid: 'a', name: 'a.pdf', size: 1 },
  { id: '2', uid: 'b', name: 'b.pdf', size: 2 },
];
const after = (...sent: FileRow[]) => keepRegisteredFiles(stored, sent).map(({ id, uid, name }) => [id, uid, name]);

describe('the files of a registered document', () => {
  it('stay when the body does not name them', () => expect(keepRegisteredFiles(stored)).toEqual(stored));

  it('are replaced by a row with the same id', () =>
    expect(after({ id: '2', uid: 'c', name: 'c.pdf' })).toEqual([
      ['1', 'a', 'a.pdf'],
      ['2', 'c', 'c.pdf'],
    ]));

  it('keep their id and name when a row names the same file', () =>
    expect(after({ uid: 'a', name: 'other.pdf' })).toEqual([
      ['1', 'a', 'a.pdf'],
      ['2', 'b', 'b.pdf'],
    ]));

  it('keep their names without the invisible characters that documents refuse', () =>
    expect(keepRegisteredFiles([...stored, { id: '3', uid: 'c', name: 'c\u00ad.pdf' }], [{ uid: 'a' }]).map(({ name }) => name)).toEqual([
      'a.pdf',
      'b.pdf',
      'c .pdf',
    ]));

  it('may be extended by new ones, each file once', () =>
    expect(after({ uid: 'c' }, { uid: 'c' }, { id: '3', uid: 'b' })).toEqual([
      ['1', 'a', 'a.pdf'],
      ['2', 'b', 'b.pdf'],
      [undefined, 'c', undefined],
    ]));
});

it('the files of a draft are each there once, by id and by file', () =>
  expect(distinctFiles([{ id: '1', uid: 'a' }, { id: '1', uid: 'b' }, { uid: 'a' }, { uid: 'c' }, {}, {}])).toEqual([
    { id: '1', uid: 'a' },
    { uid: 'c' },
    {},
    {},
  ]));

it.each<[string, FileRow[], (number | undefined)[]]>([
  ['a new file', [{ uid: 'c' }], [undefined, undefined, 0]],
  ['a file that is there already, and a new one', [{ uid: ' b ' }, { uid: 'c' }], [undefined, 0, 1]],
  ['a file that replaces another', [{ uid: 'c' }, { id: '1', uid: 'd' }], [1, undefined, 0]],
  ['the same file twice, and a new one', [{ uid: 'c' }, { uid: 'c' }, { uid: 'd' }], [undefined, undefined, 0, 2]],
  ['rows without a file', [{ uid: 'a' }, {}, { uid: 'c' }, { name: 'x' }], [0, undefined, 1, 2, 3]],
  ['nothing', [], [undefined, undefined]],
])('the rows of a registered document are found again in the list that was sent: %s', (_name, sent, places) => {
  const rows = keepRegisteredFiles(
    stored,
    sent.map(({ uid, ...row }) => ({ ...row, ...(uid ? { uid: uid.trim() } : {}) })),
  );
  expect(rows.map((_row, i) => placeAsSent(rows, i, sent))).toEqual(places);
});
