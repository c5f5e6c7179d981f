import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { PDFName, PDFString } from 'pdf-lib';
import { aPdf, aPdfOf } from '../testing/files.ts';
import { activeContentOf } from './pdf-inspection.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

const inspect = (bytes: Buffer | string): Promise<string | undefined> => {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, bytes);
  return activeContentOf(path);
};
const UNREADABLE = 'a part that cannot be inspected';

/** A file whose only objects stand in one compressed stream. */
const packed = (
  inside: string,
  { dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', data = deflateSync(Buffer.from(`1 0 ${inside}`)) } = {},
): Buffer =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n5 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream\nendobj\n')]);

it.each([true, false])('lets a plain PDF pass, object streams %s', async (useObjectStreams) => {
  expect(await inspect(await aPdf((document) => document.setTitle('Certificate'), { useObjectStreams }))).toBeUndefined();
});

it('lets a large plain PDF pass', async () => {
  expect(await inspect(await aPdfOf(9_000_000))).toBeUndefined();
});

it.each([true, false])('finds scripts, launch actions and embedded files, object streams %s', async (useObjectStreams) => {
  const script = await aPdf((document) => document.addJavaScript('main', 'app.alert(1)'), { useObjectStreams });
  expect(await inspect(script)).toBe('a script');
  const launch = await aPdf((document) => document.catalog.set(PDFName.of('OpenAction'), document.context.obj({ S: 'Launch', F: PDFString.of('calc.exe') })), {
    useObjectStreams,
  });
  expect(await inspect(launch)).toBe('a program start');
  const carrier = await aPdf((document) => document.attach(Buffer.from('MZ'), 'x.exe'), { useObjectStreams });
  expect(await inspect(carrier)).toBe('an embedded file');
});

it.each(['/J#61vaScript', '/#4a#61#76#61#53#63#72#69#70#74', '/JavaScript'])('reads the name %s as a PDF reader does', async (name) => {
  expect(await inspect(`%PDF-1.7\n1 0 obj << /S ${name} /JS (app.alert(1)) >> endobj`)).toBe('a script');
});

it('does not take a longer name for a shorter one', async () => {
  expect(await inspect('%PDF-1.7\n1 0 obj << /JavaScriptless true /LaunchPad 1 >> endobj')).toBeUndefined();
});

it('finds a name wherever the file is cut into pieces', async () => {
  for (let shift = 0; shift < 40; shift++) {
    const before = `%PDF-1.7\n${' '.repeat(65_536 - 30 + shift)}`;
    expect(await inspect(`${before}<< /S /J#61vaScript >>${' '.repeat(500)}`)).toBe('a script');
  }
});

describe('a stream of objects', () => {
  it('is opened', async () => {
    expect(await inspect(packed('<< /S /JavaScript /JS (x) >>'))).toBe('a script');
    expect(await inspect(packed('<< /Title (x) >>'))).toBeUndefined();
  });

  it('is opened also where it does not say what it is', async () => {
    expect(await inspect(packed('<< /S /JavaScript >>', { dictionary: '/N 1 /First 4 /Filter /FlateDecode' }))).toBe('a script');
    expect(await inspect(packed('<< /S /JavaScript >>', { dictionary: '/Type /Obj#53tm /N 1 /First 4 /Filter [ /Fl ]' }))).toBe('a script');
  });

  it.each([
    '/Filter [/ASCIIHexDecode /FlateDecode]',
    '/Filter /LZWDecode',
    '/Filter 9 0 R',
    '/Fil#74er /FlateDecode',
    '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
  ])('counts as unsafe with %s', async (filter) => {
    expect(await inspect(packed('<< >>', { dictionary: `/Type /ObjStm /N 1 /First 4 ${filter}` }))).toBe(UNREADABLE);
  });

  it('counts as unsafe when it is damaged or unpacks to too much', async () => {
    expect(await inspect(packed('', { data: Buffer.from('not compressed at all') }))).toBe(UNREADABLE);
    expect(await inspect(packed('', { data: deflateSync(Buffer.alloc(80 * 1024 * 1024)) }))).toBe(UNREADABLE);
  });

  it('that a file only pretends to have is looked for once, not a million times: the test would not end', async () => {
    expect(await inspect(`%PDF-1.7\n${'/ObjStm '.repeat(1_000_000)}`)).toBe(UNREADABLE);
  });
});

it('ends on any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), async (bytes) => {
      await inspect(Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from(bytes)]));
    }),
    { numRuns: 200 },
  );
});
