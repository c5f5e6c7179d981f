import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { PDFDocument, PDFName, PDFString, rgb } from 'pdf-lib';
import { aPdf, aPdfOf } from '../../testing/files.ts';
import { inspectPdf, type Verdict } from './inspect-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
afterAll(() => rmSync(folder, { recursive: true }));
const given = join(folder, 'given.pdf');
const clean = join(folder, 'clean.pdf');

const inspect = (bytes: Buffer | string): Promise<Verdict> => {
  rmSync(clean, { force: true });
  writeFileSync(given, bytes);
  return inspectPdf(given, clean);
};
const kept = async (bytes: Buffer | string): Promise<Buffer> => {
  expect(await inspect(bytes)).toEqual({ rewritten: true });
  return readFileSync(clean);
};

/** A PDF with one page and any further objects. */
const page = (more = '', catalog = '') =>
  `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
  `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n${more}trailer<</Root 1 0 R>>\n%%EOF\n`;

/** A PDF with one page and objects inside an object stream. */
const packed = (
  inside: string,
  { dictionary = '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', data = deflateSync(`10 0 ${inside}`), before = '' } = {},
): Buffer =>
  Buffer.concat([
    Buffer.from(`${page().replace(/trailer.*$/s, '')}${before}5 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);

/** A PDF with one form field on its page. */
const form = (field: string, more = '') =>
  Buffer.from(
    page(`5 0 obj<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/T(name)${field}>>endobj\n${more}`, '/AcroForm<</Fields[5 0 R]/NeedAppearances true>>').replace(
      '/MediaBox',
      '/Annots[5 0 R]/MediaBox',
    ),
    'latin1',
  );
/** An appearance of a form field, as object 6. */
const appearance = (content: string, compressed = false) => {
  const data = compressed ? deflateSync(content) : Buffer.from(content);
  const filter = compressed ? '/Filter/FlateDecode' : '';
  return `6 0 obj<</Subtype/Form/BBox[0 0 9 9]${filter}/Length ${data.length}>>stream\n${data.toString('latin1')}\nendstream endobj\n`;
};

describe('a PDF is refused', () => {
  it.each<[what: string, more: string, refused: string]>([
    ['a script', '4 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj\n', 'script'],
    ['a script whose name is written with escapes', '4 0 obj<</S/J#61vaScript/J#53(x)>>endobj\n', 'script'],
    ['a script whose kind is a reference', '4 0 obj<</S 5 0 R/X(x)>>endobj\n5 0 obj/JavaScript endobj\n', 'script'],
    ['a script behind 70 kB of padding', `${' '.repeat(70_000)}4 0 obj<</S/JavaScript>>endobj\n`, 'script'],
    ['a script behind a comment in its dictionary', '4 0 obj<< % >> endobj\n /S % x\n /JavaScript >>endobj\n', 'script'],
    ['a script nobody refers to, nested in arrays', '4 0 obj[[[<</Next[<</S/JavaScript>>]>>]]]endobj\n', 'script'],
    [
      'an attachment without /Type /EmbeddedFile',
      '4 0 obj<</F(x.exe)/EF<</F 5 0 R>>>>endobj\n5 0 obj<</Length 2>>stream\nMZ\nendstream endobj\n',
      'embeddedFile',
    ],
    ['an attachment as an annotation', '4 0 obj<</Type/Annot/Subtype/FileAttachment/Rect[0 0 1 1]>>endobj\n', 'embeddedFile'],
    ['a portfolio', '4 0 obj<</Collection<<>>>>endobj\n', 'embeddedFile'],
    ['a program start', '4 0 obj<</S/Launch/F(calc.exe)>>endobj\n', 'launch'],
    ['an XFA form', '4 0 obj<</XFA[]>>endobj\n', 'scriptForm'],
    ['a form that sends what is typed', '4 0 obj<</S/SubmitForm/F(https://example.org)>>endobj\n', 'sends'],
    ['an action of a page that opens', '4 0 obj<</AA<</O<</S/Named/N/Print>>>>>>endobj\n', 'automatic'],
    ['a film', '4 0 obj<</Subtype/Movie/Rect[0 0 1 1]>>endobj\n', 'media'],
    ['a stream kept in another file', '4 0 obj<</Length 0/F(//server/share)>>stream\n\nendstream endobj\n', 'elsewhere'],
    ['an object that ends nowhere', '4 0 obj<</A(\n', 'unreadable'],
    ['objects nested deeper than anybody writes', `4 0 obj${'['.repeat(200_000)}${']'.repeat(200_000)}endobj\n`, 'unreadable'],
  ])('for %s', async (_what, more, refused) => {
    expect(await inspect(page(more))).toEqual({ refused });
  });

  it('for an action when it opens, but not for the page it opens at', async () => {
    expect(await inspect(page('', '/OpenAction<</S/URI/URI(https://example.org)>>'))).toEqual({ refused: 'automatic' });
    expect(await inspect(page('4 0 obj<</S/Named/N/Print>>endobj\n', '/OpenAction 4 0 R'))).toEqual({ refused: 'automatic' });
    for (const harmless of ['[3 0 R/Fit]', '<</S/GoTo/D[3 0 R/Fit]>>']) {
      const bytes = await kept(page('', `/OpenAction${harmless}`));
      expect(bytes.includes('OpenAction')).toBe(false);
    }
  });

  it.each<[what: string, field: string, more?: string]>([
    ['without an appearance', '/FT/Tx/V(MARIA)'],
    ['in hexadecimal', '/FT/Tx/V<FEFF004D>'],
    ['with a value and a type above it', '/Parent 6 0 R', '6 0 obj<</FT/Tx/Parent 7 0 R>>endobj\n7 0 obj<</V(MARIA)>>endobj\n'],
    ['that is a choice', '/FT/Ch/V[(DILI)]/AP<<>>'],
    ['with the appearance of the empty form', '/FT/Tx/V(MARIA)/AP<</N 6 0 R>>', appearance('/Tx BMC EMC')],
    ['with a compressed appearance of the empty form', '/FT/Tx/V(MARIA)/AP<</N 6 0 R>>', appearance('q 0 0 9 9 re S Q', true)],
  ])('for a form entry %s, which would be lost', async (_what, field, more = '') => {
    expect(await inspect(form(field, more))).toEqual({ refused: 'undrawnForm' });
  });

  it('for encryption, whichever trailer says so', async () => {
    expect(await inspect(page().replace('/Root 1 0 R', '/Root 1 0 R/Encrypt 4 0 R'))).toEqual({ refused: 'encrypted' });
    const stream = '6 0 obj<</Type/XRef/Root 1 0 R/Encrypt 4 0 R/Size 9/W[1 2 1]/Length 0>>stream\n\nendstream endobj\n';
    const plain = '7 0 obj<</Type/XRef/Root 1 0 R/Size 9/W[1 2 1]/Length 0>>stream\n\nendstream endobj\n';
    expect(await inspect(page(stream + plain))).toEqual({ refused: 'encrypted' });
  });

  it('where there is no document in it', async () => {
    for (const text of ['%PDF-1.4', '%PDF-1.4 and nothing else', '%PDF-1.4\n1 0 obj<</Type/Page>>endobj\ntrailer<</Root 1 0 R>>'])
      expect(await inspect(text)).toEqual({ refused: 'unreadable' });
  });

  it.each([true, false])('when a usual program wrote it with active content, object streams %s', async (useObjectStreams) => {
    expect(await inspect(await aPdf((document) => document.addJavaScript('main', 'app.alert(1)'), { useObjectStreams }))).toEqual({ refused: 'script' });
    const launch = (document: PDFDocument) =>
      document.catalog.set(PDFName.of('OpenAction'), document.context.obj({ S: 'Launch', F: PDFString.of('calc.exe') }));
    expect(await inspect(await aPdf(launch, { useObjectStreams }))).toEqual({ refused: expect.stringMatching(/launch|automatic/) });
    expect(await inspect(await aPdf((document) => document.attach(Buffer.from('MZ'), 'x.exe'), { useObjectStreams }))).toEqual({ refused: 'embeddedFile' });
  });
});

describe('an object stream', () => {
  const script = '<< /S /JavaScript /JS (x) >>';

  it.each<[how: string, file: Buffer]>([
    ['usual', packed(script)],
    ['with a short name of the filter', packed(script, { dictionary: '/Type /ObjStm /N 1 /First 5 /Filter [ /Fl ]' })],
    ['with 70 kB of padding before the script', packed('', { data: deflateSync(`10 0 ${' '.repeat(70_000)}${script}`) })],
    ['with 70 kB of padding in its dictionary', packed(script, { dictionary: `/Type /ObjStm ${' '.repeat(70_000)} /N 1 /First 5 /Filter /FlateDecode` })],
    ['with a comment in its dictionary', packed(script, { dictionary: '/Type /ObjStm % stream\n /N 1 /First 5 % /Filter /LZWDecode\n /Filter /FlateDecode' })],
    [
      'with a decoy of a filter',
      packed(script, { dictionary: '/Type /ObjStm /N 1 /First 5 /X << /Filter /LZWDecode >> /Y (/Filter /LZWDecode) /Filter /FlateDecode' }),
    ],
    ['with its type behind an escape', packed(script, { dictionary: '/Type /Obj#53tm /N 1 /First 5 /Filter /FlateDecode' })],
    ['with its filter in another object', packed(script, { dictionary: '/Type /ObjStm /N 1 /First 5 /Filter 9 0 R', before: '9 0 obj /FlateDecode endobj\n' })],
    ['without compression', packed('', { dictionary: '/Type /ObjStm /N 1 /First 5', data: Buffer.from(`10 0 ${script}`) })],
  ])('is opened: %s', async (_how, file) => {
    expect(await inspect(file)).toEqual({ refused: 'script' });
  });

  it.each([
    '/Type /ObjStm /N 1 /First 5 /Filter [/ASCIIHexDecode /FlateDecode]',
    '/Type /ObjStm /N 1 /First 5 /Filter /LZWDecode',
    '/Type /ObjStm /N 1 /First 5 /Filter 9 0 R',
    '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
    '/N 1 /First 5 /Filter /FlateDecode',
    '/Type /ObjStm /N 9 /First 5 /Filter /FlateDecode',
  ])('is refused with the dictionary %s', async (dictionary) => {
    expect(await inspect(packed('<< >>', { dictionary }))).toEqual({ refused: 'unreadable' });
  });

  it('is refused when it is damaged, unpacks to too much, or has objects that overlap', async () => {
    expect(await inspect(packed('', { data: Buffer.from('not compressed at all') }))).toEqual({ refused: 'unreadable' });
    expect(await inspect(packed('', { data: deflateSync(Buffer.alloc(80 * 1024 * 1024, '10 0 ')) }))).toEqual({ refused: 'unreadable' });
    const overlapping = `10 0 11 0 ${'[1] '.repeat(9)}`;
    expect(await inspect(packed('', { dictionary: '/Type /ObjStm /N 2 /First 10 /Filter /FlateDecode', data: deflateSync(overlapping) }))).toEqual({
      refused: 'unreadable',
    });
  });
});

describe('what is kept of a PDF', () => {
  it('is the file as it came where it is nothing but a document', async () => {
    for (const plain of [
      page(),
      page().replace('%%EOF', `%${'a1'.repeat(24)}\n%%EOF`),
      `${page()}${'\n'.repeat(100_000)}`,
      await aPdf(),
      await aPdfOf(500_000),
    ])
      expect(await inspect(plain)).toEqual({ rewritten: false });
  });

  it('is a new file where anything else stands in it', async () => {
    const secret = 'HIDDEN-TEXT';
    const hiding: string[] = [
      `${page()}<script>${secret}</script>`,
      page(`<html>${secret}</html>\n`),
      page(`% ${secret.repeat(200)}\n`),
      page(`4 0 obj<</Author(${secret})>>endobj\n`),
      page(`4 0 obj(${secret})endobj\n4 0 obj null endobj\n`),
      page('', `/Names<<>>/Outlines<</Title(${secret})>>/AcroForm<</Fields[(${secret})]>>`),
      page(`4 0 obj<</Length 99>>stream\n7 0 obj<</${secret} 1>>endobj\nendstream endobj\n`).replace('/MediaBox', '/Contents 4 0 R/MediaBox'),
    ];
    for (const file of hiding) {
      const bytes = await kept(file);
      expect(bytes.includes(secret)).toBe(false);
      expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
    }
  });

  it('shows the same pages, without the author, the programs’ data and the links', async () => {
    const bytes = await aPdf(
      (document) => {
        document.setAuthor('ANA SOARES');
        const [first] = document.getPages();
        first?.drawRectangle({ x: 1, y: 1, width: 8, height: 8, color: rgb(1, 0, 0) });
        const link = document.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: { S: 'URI', URI: PDFString.of('https://example.org') } });
        first?.node.set(PDFName.of('Annots'), document.context.obj([link]));
        first?.node.set(PDFName.of('PieceInfo'), document.context.obj({ Writer: { Private: PDFString.of('SECRET') } }));
        document.addPage([300, 400]);
      },
      { useObjectStreams: true },
    );
    const after = await PDFDocument.load(await kept(bytes), { updateMetadata: false });
    expect(after.getPages().map((each) => each.getSize())).toEqual([
      { width: 200, height: 200 },
      { width: 300, height: 400 },
    ]);
    expect(after.getAuthor()).toBeUndefined();
    const text = readFileSync(clean, 'latin1');
    for (const gone of ['SOARES', 'example.org', 'SECRET', 'PieceInfo']) expect(text.includes(gone)).toBe(false);
    expect(text).toContain('/Contents');
  });

  it.each<[what: string, field: string, more?: string]>([
    ['that is empty', '/FT/Tx/V( )'],
    ['that is a box', '/FT/Btn/V/Yes/AS/Yes'],
    ['that is hidden', '/FT/Tx/V(MARIA)/F 2'],
    ['with its text', '/FT/Tx/V(MARIA)/AP<</N 6 0 R>>', appearance('/Tx BMC BT (MARIA) Tj ET EMC')],
    ['with its compressed text', '/FT/Tx/V(MARIA)/AP<</N 6 0 R>>', appearance('/Tx BMC BT [(MA) -9 (RIA)] TJ ET EMC', true)],
    ['with text of an unusual encoding', '/FT/Tx/V(MARIA)/AP<</N 6 0 R>>', appearance('x').replace('/BBox', '/Filter/LZWDecode/BBox')],
  ])('is a form entry %s', async (_what, field, more = '') => {
    const bytes = await kept(form(field, more));
    expect(bytes.includes('AcroForm')).toBe(false);
    expect(bytes.includes('/Widget')).toBe(true);
    expect(bytes.includes('/BBox')).toBe(more !== '');
  });

  it('is a form that a program fills in and draws', async () => {
    const bytes = await aPdf((document) => {
      const name = document.getForm().createTextField('name');
      name.setText('MARIA');
      name.addToPage(document.getPage(0));
    });
    await kept(bytes);
  });

  it('ends on appearances that unpack to much, and on fields above each other in a circle', async () => {
    const large = appearance(' '.repeat(8_000_000), true);
    await kept(form('/FT/Tx/V(MARIA)/AP<</N 6 0 R>>', large));
    await kept(form('/FT/Tx/Parent 5 0 R'));
  });

  it('is kept as it is when it is inspected again', async () => {
    const once = await kept(page(`% ${'x'.repeat(2_000)}\n`));
    expect([await inspect(once), once.length]).toEqual([{ rewritten: false }, expect.any(Number)]);
  });
});

it('ends on any bytes, and on any change of a good file', async () => {
  const good = packed('<< /Title (x) >>');
  const change = fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), change, async (bytes, changes) => {
      await inspect(Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from(bytes)]));
      const broken = Buffer.from(good);
      for (const [at, value] of changes) broken[at] = value;
      await inspect(broken);
    }),
    { numRuns: 150 },
  );
});
