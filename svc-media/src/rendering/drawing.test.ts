import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrintLayout } from '@portal/contract-kit';
import * as fc from 'fast-check';
import { PDFArray, PDFDict, PDFName } from 'pdf-lib';
import sharp from 'sharp';
import { drawLayout } from './drawing.ts';
import { aCard, aForm, section } from './testing/layouts.ts';
import { type PlacedText, readPdf } from './testing/read-pdf.ts';

const photo = () =>
  sharp({ create: { width: 112, height: 150, channels: 3, background: '#c9b7a5' } })
    .jpeg()
    .toBuffer();
const textsOf = async (layout: PrintLayout) => (await readPdf(await drawLayout(layout))).texts;
const joined = (texts: PlacedText[]) => texts.map(({ text }) => text).join(' ');

/** Forms of each area with all common answers, as the services send them. */
const realForms: Record<string, PrintLayout> = JSON.parse(readFileSync(new URL('./testing/real-forms.json', import.meta.url), 'utf8'));

describe('a printed form', () => {
  it.each(Array.from({ length: 40 }, (_, i) => i + 1))('of %i rows has no title and no signature alone on a page', async (count) => {
    const rows = Array.from({ length: count }, (_, i) => [`Question ${i + 1}`, 'No']);
    const columns = [
      { title: 'Asked', width: 4 },
      { title: 'Answer', width: 1 },
    ];
    const texts = await textsOf(
      aForm({
        blocks: [
          { kind: 'table', title: 'Questions', columns, rows },
          { kind: 'table', title: 'Goods', columns, rows: [['Only row', '1']] },
          { kind: 'signatures', lines: ['Driver', 'Officer'] },
        ],
      }),
    );
    const pageOf = (text: string): number | undefined => texts.find((placed) => placed.text === text)?.page;
    expect([pageOf('Questions'), pageOf('Goods'), pageOf('Driver')]).toEqual([pageOf('Question 1'), pageOf('Only row'), pageOf('Only row')]);
  });

  it.each<[string, PrintLayout['blocks'][number]]>([
    ['one answer', { kind: 'answers', title: '漢字かな'.repeat(27), items: [{ question: 'Asked', answer: 'No' }] }],
    [
      'the head of a table',
      {
        kind: 'table',
        title: '漢字かな'.repeat(40),
        columns: [
          { title: 'Asked of everybody '.repeat(40), width: 1 },
          { title: 'Answer', width: 6 },
        ],
        rows: [],
      },
    ],
  ])('keeps a title within its page that is as tall as several rows, beside %s', async (_, block) => {
    for (let lines = 30; lines < 90; lines += 2) {
      const text = Array.from({ length: lines }, (_, i) => `Line ${i}`).join('\n');
      expectInside(await textsOf(aForm({ blocks: [{ kind: 'paragraph', text }, block] })), 595.28, 841.89, 36);
    }
  });

  it('begins each form that follows on a new page, with its own code and head, and numbers all pages', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => [`Question ${i + 1}`, 'No']);
    const columns = [
      { title: 'Asked', width: 4 },
      { title: 'Answer', width: 1 },
    ];
    const second = aForm({ reference: 'ARR-2026-0000124', blocks: [{ kind: 'table', title: 'Questions', columns, rows }] });
    const texts = await textsOf(aForm({ reference: 'GRP-2026-0000001', following: [second, aForm({ reference: 'ARR-2026-0000125' })] }));
    const pagesOf = (text: string): number[] => texts.filter((placed) => placed.text === text).map(({ page }) => page);
    const last = Math.max(...texts.map(({ page }) => page));
    expect([pagesOf('GRP-2026-0000001')[0], pagesOf('ARR-2026-0000124')[0], pagesOf('ARR-2026-0000125')]).toEqual([0, 1, [last]]);
    expect(pagesOf('Arrival declaration')).toEqual(expect.arrayContaining([0, 1, last]));
    expect(texts.filter(({ text }) => / \/ /.test(text)).map(({ text }) => text)).toEqual(Array.from({ length: last + 1 }, (_, i) => `${i + 1} / ${last + 1}`));
  });

  it.each(Object.entries(realForms))('of %s takes one page', async (_name, layout) => {
    const { pages, texts } = await readPdf(await drawLayout(layout));
    expect(pages).toHaveLength(1);
    expect(texts.filter(({ text }) => text.includes('\ufffd'))).toEqual([]);
    expectInside(texts, 595.28, 841.89, 36);
    const body = layout.blocks.flatMap((block) =>
      block.kind === 'section' ? block.rows.map(({ value }) => value) : block.kind === 'answers' ? block.items.map(({ question }) => question) : [],
    );
    expect(body.filter((value) => !joined(texts).includes(value))).toEqual([]);
    expect(texts.filter(({ text, size }) => body.includes(text) && size < 8)).toEqual([]);
  });

  it('shows the holder and the reference at the top of every page', async () => {
    const rows = Array.from({ length: 150 }, (_, i) => [`Question ${i + 1}`, 'No']);
    const columns = [
      { title: 'Asked', width: 4 },
      { title: 'Answer', width: 1 },
    ];
    const { pages, texts } = await readPdf(await drawLayout(aForm({ holder: '李明华', blocks: [{ kind: 'table', title: 'Questions', columns, rows }] })));
    expect(pages.length).toBeGreaterThan(1);
    for (let page = 0; page < pages.length; page++) {
      const top = joined(texts.filter((text) => text.page === page && text.baseline > 741));
      expect([top.includes('李明华'), top.includes('ARR-2026-0000123')]).toEqual([true, true]);
    }
  });

  it('has a code of at least 40 mm within its margins', async () => {
    const { pages } = await readPdf(await drawLayout(aForm()));
    const { left, right, top, bottom } = codeOn(pages[0].content);
    expect(right - left).toBeGreaterThanOrEqual((40 / 25.4) * 72);
    expect(top - bottom).toBeGreaterThanOrEqual((40 / 25.4) * 72);
    expect([right <= 595.28 - 35.9, top <= 841.89 - 20]).toEqual([true, true]);
  });

  it('is the other way round in a language that is written from right to left', async () => {
    const [usual, mirrored] = [await readPdf(await drawLayout(aForm())), await readPdf(await drawLayout(aForm({ direction: 'rtl', language: 'ar' })))];
    const places = (texts: PlacedText[]) => texts.map(({ text, x, width, baseline }) => [text, Math.round(x), Math.round(x + width), baseline]);
    expect(places(mirrored.texts)).toEqual(places(usual.texts.map((text) => ({ ...text, x: 595.28 - text.x - text.width }))));
    const [code, other] = [usual, mirrored].map(({ pages }) => codeOn(pages[0].content));
    expect([other?.left, other?.right].map((x) => Math.round(x ?? 0))).toEqual([code?.right, code?.left].map((x) => Math.round(595.28 - (x ?? 0))));
    expect(String(mirrored.document.catalog.getViewerPreferences()?.getReadingDirection())).toBe('R2L');
    expect(usual.document.catalog.getViewerPreferences()?.getReadingDirection()).not.toBe('R2L');
  });

  describe('that does not fit on one page', () => {
    const label = 'A label that needs a line together with its value, and another one would not fit';
    const form = (count: number) =>
      aForm({
        blocks: [
          section(
            'Facts',
            Array.from({ length: count }, (_, i): [string, string] => [label, `Value ${i}`]),
          ),
        ],
      });
    const counts = Array.from({ length: 30 }, (_, i) => 40 + i);
    const lineOf = ({ texts }: Awaited<ReturnType<typeof readPdf>>) => {
      const [first, second] = texts.filter(({ text }) => text === label);
      return Math.round(((first?.baseline ?? 0) - (second?.baseline ?? 0)) * 10) / 10;
    };
    let drawn: Awaited<ReturnType<typeof readPdf>>[];
    beforeAll(async () => {
      drawn = await Promise.all(counts.map(async (count) => readPdf(await drawLayout(form(count)))));
    });

    it('spares a page that would be nearly empty, by lines that stand closer', () => {
      const onOnePage = drawn.filter(({ pages }) => pages.length === 1).map(lineOf);
      expect([new Set(onOnePage).size, onOnePage[0]]).toEqual([2, Math.max(...onOnePage)]);
      expect(drawn.filter(({ pages }) => pages.length > 1).map(lineOf)).toContain(onOnePage[0]);
    });

    it('spares such a page of each of many forms, and sets the lines of the others as usual', async () => {
      const closer = counts.find((_, i) => drawn[i]?.pages.length === 1 && lineOf(drawn[i]) < lineOf(drawn[0] as (typeof drawn)[number])) ?? 0;
      const following = Array.from({ length: 24 }, () => form(closer));
      const { pages, texts } = await readPdf(await drawLayout({ ...form(counts[0] as number), following }));
      expect(pages).toHaveLength(25);
      const usual = drawn[0] as (typeof drawn)[number];
      expect(lineOf({ ...usual, texts: texts.filter(({ page }) => page === 0) })).toBe(lineOf(usual));
    });
  });

  it('contains every text of its layout', async () => {
    const text = joined(
      await textsOf(
        aForm({
          blocks: [
            section('Traveller', [['Surname', 'DA SILVA']]),
            {
              kind: 'table',
              title: 'Goods',
              columns: [
                { title: 'Code', width: 1 },
                { title: 'Value', width: 1, align: 'right' },
              ],
              rows: [['8471', '1,200.00']],
              total: ['Total', '1,200.01'],
            },
            { kind: 'paragraph', title: 'Statement', text: 'I declare this to be true.' },
            { kind: 'signatures', lines: ['Signature of the traveller'] },
          ],
        }),
      ),
    );
    for (const expected of [
      'Customs, Single Window',
      'Arrival declaration',
      'Declaração de chegada',
      'ARR-2026-0000123',
      'Green lane: walk through',
      'Scan to check this form',
      'Traveller',
      'Surname',
      'DA SILVA',
      'Goods',
      'Code',
      '8471',
      '1,200.00',
      '1,200.01',
      'I declare this to be true.',
      'Signature of the traveller',
      'Issued electronically',
      '1 / 1',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('is the same file for the same layout', async () => {
    const assets = { photo: await photo() };
    const [first, second] = [await drawLayout(aForm({ photoUid: 'p' }), assets), await drawLayout(aForm({ photoUid: 'p' }), assets)];
    expect(Buffer.compare(first, second)).toBe(0);
  });

  it('states its title, author and language, and is tagged in reading order', async () => {
    const { document } = await readPdf(await drawLayout(aForm({ language: 'pt' })));
    expect(document.getTitle()).toBe('Arrival declaration ARR-2026-0000123');
    expect(document.getAuthor()).toBe('Customs, Single Window');
    expect(String(document.catalog.lookup(PDFName.of('Lang')))).toContain('00700074');
    const tree = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    const root = tree.lookup(PDFName.of('K'), PDFDict);
    expect(String(root.get(PDFName.of('S')))).toBe('/Document');
  });

  it('compresses each page before the next one begins, so that a form of many QR codes fits into memory', async () => {
    const items = Array.from({ length: 60 }, (_, index) => ({ text: `code ${index}`, title: `Traveller ${index}`, lines: [] }));
    const { document, texts } = await readPdf(await drawLayout(aForm({ blocks: [{ kind: 'codes', items }] })));
    // What is written when the number of pages is known, the foot, is a stream of its own.
    const streams = document.getPages().map(({ node }) => {
      const contents: unknown = node.Contents();
      return contents instanceof PDFArray ? contents.size() : 1;
    });
    expect(streams).toEqual([...Array(streams.length - 1).fill(2), 1]);
    expect(texts.filter(({ text }) => /^Traveller \d+$/.test(text))).toHaveLength(60);
    expect(texts.filter(({ text }) => text === `1 / ${streams.length}`)).toHaveLength(1);
  });

  it('repeats the head of a table on every page and numbers the pages', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [String(index), `Item ${index}`]);
    const { pages, texts } = await readPdf(
      await drawLayout(
        aForm({
          blocks: [
            {
              kind: 'table',
              title: 'Goods',
              columns: [
                { title: 'Line', width: 1 },
                { title: 'Description', width: 4 },
              ],
              rows,
              total: ['', 'Sum of everything'],
            },
          ],
        }),
      ),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (let page = 0; page < pages.length; page++) {
      const here = texts.filter((text) => text.page === page).map(({ text }) => text);
      expect(here).toContain(`${page + 1} / ${pages.length}`);
      expect(here).toContain('Description');
      expect(here).toContain('ARR-2026-0000123');
    }
    expect(texts.filter(({ text }) => text.startsWith('Item '))).toHaveLength(120);
    expect(joined(texts)).toContain('Sum of everything');
  });

  it('keeps the title of a section with its first row', async () => {
    for (let rows = 20; rows < 50; rows++) {
      const blocks = [
        section(
          'First',
          Array.from({ length: rows }, (_, index): [string, string] => [`Label ${index}`, 'Value']),
        ),
        section('Second', [['Follows', 'HERE']]),
      ];
      const texts = await textsOf(aForm({ blocks }));
      expect(texts.find(({ text }) => text === 'Second')?.page).toBe(texts.find(({ text }) => text === 'HERE')?.page);
    }
  });

  it('draws a value longer than a page over several pages and loses nothing of it', async () => {
    const words = Array.from({ length: 6000 }, (_, index) => `W${index}`);
    const texts = await textsOf(aForm({ blocks: [section('Remarks', [['Remark', words.join(' ')]])] }));
    const found = new Set(joined(texts).split(' '));
    expect(words.filter((word) => !found.has(word))).toEqual([]);
    expectInside(texts, 595.28, 841.89, 36);
  });

  it('shows a replacement sign for a character that no font has', async () => {
    const texts = await textsOf(aForm({ blocks: [section('Names', [['Name', '😀\ue000 O\u0301scar Việt Кириллица Ωμέγα']])] }));
    expect(joined(texts)).toContain('\ufffd\ufffd Óscar Việt Кириллица Ωμέγα');
  });

  it('draws the code as one vector path and still draws the form when the text is too long for a code', async () => {
    const { pages } = await readPdf(await drawLayout(aForm()));
    expect(pages[0].content).toMatch(/0 g (\d+ \d+ \d+ 1 re ){40,}/);
    const long = await readPdf(await drawLayout(aForm({ qr: { text: 'x'.repeat(5000), caption: 'No code' } })));
    expect(joined(long.texts)).toContain('No code');
  });

  it('leaves the space of an unreadable photo empty', async () => {
    const pdf = await drawLayout(aForm({ photoUid: 'p' }), { photo: Buffer.from('no picture') });
    expect(joined((await readPdf(pdf)).texts)).toContain('DA SILVA');
  });

  it('is read by other software, text included', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'form-'));
    try {
      writeFileSync(join(folder, 'form.pdf'), await drawLayout(aForm({ photoUid: 'p' }), { photo: await photo() }));
      const read = run('pdftotext', ['-layout', join(folder, 'form.pdf'), '-']);
      if (read !== undefined) expect(read).toContain('MARIA JOSÉ');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a card', () => {
  it('has the size of a bank card, the holder in front and the code behind', async () => {
    const { pages, texts } = await readPdf(await drawLayout(aCard({ photoUid: 'p' }), { photo: await photo() }));
    expect(pages).toHaveLength(2);
    expect(pages[0].width).toBeCloseTo((85.6 / 25.4) * 72, 1);
    expect(pages[0].height).toBeCloseTo((54 / 25.4) * 72, 1);
    expect(joined(texts.filter(({ page }) => page === 0))).toContain('Dr MARIA JOSÉ DA SILVA');
    expect(pages[0].content).toContain('/Photo Do');
    expect(pages[1].content).toContain(' 1 re');
  });

  it('shrinks a long text instead of drawing it past the edge', async () => {
    const texts = await textsOf(aCard({ subtitle: 'A VERY LONG NAME '.repeat(12), title: 'W'.repeat(300), reference: 'R'.repeat(200) }));
    expectInside(texts, 242.65, 153.07);
  });
});

describe('any layout', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('', 'W'.repeat(400), 'word '.repeat(200), '\n\n\n', '漢字かな'.repeat(30), 'محمد (الرياض) 12 '.repeat(20), 'क्षत्रिय'.repeat(40)),
  );
  const block = fc.oneof(
    fc.record({ kind: fc.constant('section' as const), title: text, rows: fc.array(fc.record({ label: text, value: text }), { maxLength: 12 }) }),
    fc.record({
      kind: fc.constant('table' as const),
      title: text,
      columns: fc.array(
        fc.record({
          title: text,
          width: fc.oneof(fc.integer({ min: -1, max: 9 }), fc.constant(Number.NaN)),
          align: fc.constantFrom('left' as const, 'right' as const, undefined),
        }),
        { maxLength: 30 },
      ),
      rows: fc.array(fc.array(text, { maxLength: 32 }), { maxLength: 8 }),
      total: fc.option(fc.array(text, { maxLength: 8 }), { nil: undefined }),
    }),
    fc.record({ kind: fc.constant('answers' as const), title: text, items: fc.array(fc.record({ question: text, answer: text }), { maxLength: 12 }) }),
    fc.record({ kind: fc.constant('paragraph' as const), title: fc.option(text, { nil: undefined }), text }),
    fc.record({ kind: fc.constant('signatures' as const), lines: fc.array(text, { maxLength: 5 }) }),
  );
  const layout: fc.Arbitrary<PrintLayout> = fc.record({
    page: fc.constantFrom('form' as const, 'card' as const),
    language: fc.constantFrom('en', 'pt', ''),
    direction: fc.constantFrom(undefined, 'ltr' as const, 'rtl' as const),
    holder: fc.option(text, { nil: undefined }),
    issuer: text,
    title: text,
    subtitle: fc.option(text, { nil: undefined }),
    reference: text,
    badge: fc.option(fc.record({ text, tone: fc.constantFrom('good' as const, 'bad' as const, 'warn' as const, 'plain' as const) }), { nil: undefined }),
    qr: fc.option(fc.record({ text, caption: text }), { nil: undefined }),
    blocks: fc.array(block, { maxLength: 4 }),
    footer: text,
  });

  it('is drawn with every string inside its page', async () => {
    await fc.assert(
      fc.asyncProperty(layout, async (given) => {
        const { pages, texts } = await readPdf(await drawLayout(given));
        expectInside(texts, pages[0].width, pages[0].height, given.page === 'form' ? 36 : 0);
      }),
      { numRuns: 60 },
    );
  });
});

/** @param margin at the left and right, where nothing may be written */
function expectInside(texts: PlacedText[], width: number, height: number, margin = 0): void {
  const outside = texts.filter(
    (text) => text.x < margin - 0.1 || text.x + text.width > width - margin + 0.1 || text.baseline < 0 || text.baseline + text.size * 0.7 > height,
  );
  expect(outside).toEqual([]);
}

/** Returns the edges of the dark modules of a page's QR code. */
function codeOn(content: string): { left: number; right: number; top: number; bottom: number } {
  const [, module = '', x = '', y = '', squares = ''] = /q ([\d.]+) 0 0 -[\d.]+ ([\d.]+) ([\d.]+) cm 0 g (.*?) f Q/.exec(content) ?? [];
  const runs = [...squares.matchAll(/(\d+) (\d+) (\d+) 1 re/g)].map((run) => run.slice(1).map(Number) as [number, number, number]);
  const [side, left, top] = [Number(module), Number(x), Number(y)];
  const [most, last] = [Math.max(...runs.map(([column, , length]) => column + length)), Math.max(...runs.map(([, row]) => row + 1))];
  return { left, right: left + most * side, top, bottom: top - last * side };
}

/** Returns the output of a command-line tool; undefined if the tool is not installed. */
function run(tool: string, parameters: string[]): string | undefined {
  try {
    return execFileSync(tool, parameters, { encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
