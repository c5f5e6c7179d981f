import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrintLayout } from '@portal/contract-kit';
import { drawLayout } from '../drawing.ts';
import { aCard, aForm, section } from '../testing/layouts.ts';
import { type PlacedText, readPdf } from '../testing/read-pdf.ts';
import { faceOf, loadFontsFor } from './script-fonts.ts';

const names: Record<string, string> = {
  'Simplified Chinese': '李明华，北京市。',
  'Traditional Chinese': '陳繁體龍',
  Japanese: '山田太郎 込働峠 ひらがな カタカナー',
  Korean: '김철수 뷁 힣',
  Thai: 'สมชาย น้ำใจดี ที่อยู่',
  Lao: 'ສົມສັກ ວຽງຈັນ',
  Khmer: 'សុខ ភាព ខ្មែរ',
  Burmese: 'အောင် ဆန်း မြန်မာ',
  Hindi: 'राजेश कुमार क्षत्रिय हिन्दी',
  Bengali: 'মোহাম্মদ রহিম',
  Tamil: 'கோபால் ஸ்ரீ',
  Vietnamese: 'Nguyễn Thị Ánh Việt ượ ẫ',
  Cyrillic: 'Фёдор Михайлович',
  Greek: 'Ελένη Ωμέγα',
};
const rightToLeft: Record<string, string> = { Arabic: 'محمد بن عبد الله', 'Arabic with vowels': 'بَيْت', Persian: 'می‌خواهم نامهٔ پدر', Hebrew: 'שלום עולם' };

const shown = async (value: string, layout = aForm({ blocks: [section('', [['Name', value]])], subtitle: undefined, qr: undefined })) => {
  const pdf = await drawLayout(layout);
  return { pdf, ...(await readPdf(pdf)) };
};
/** Returns the strings on the line of the name, from left to right. */
const lineOf = (texts: PlacedText[]): PlacedText[] => {
  const label = texts.find(({ text }) => text === 'Name');
  return texts.filter((text) => text !== label && Math.abs(text.baseline - (label?.baseline ?? 0)) < 2).sort((a, b) => a.x - b.x);
};

describe('a name', () => {
  it.each(Object.entries(names))('in %s is copied out as it was put in', async (_script, name) => {
    const { texts, pdf } = await shown(name);
    expect(
      lineOf(texts)
        .map(({ text }) => text)
        .join(''),
    ).toBe(name);
    expect(copied(pdf) ?? name).toContain(name);
  });

  it.each(Object.entries(rightToLeft))('in %s is drawn from right to left, and copied out as it was put in', async (_script, name) => {
    const { texts, pages, pdf } = await shown(name);
    const [line, ...others] = lineOf(texts);
    expect([
      Array.from(line?.text ?? '')
        .reverse()
        .join(''),
      others,
    ]).toEqual([name, []]);
    expect(copied(pdf) ?? name).toContain(name);
    expect(pages[0]?.content).not.toContain('ActualText');
  });

  it('in Arabic with a number, brackets and Latin letters has each part in its own direction', async () => {
    const { texts } = await shown('Ali محمد 123 (دبي) Bin');
    expect(lineOf(texts).map(({ text }) => text)).toEqual(['Ali ', ')يبد( ', '123', ' دمحم', ' Bin']);
    const [, arabic] = lineOf((await shown('محمد 45')).texts);
    expect(arabic?.text).toBe(' دمحم');
  });

  it('in Arabic has joined letters: the same letter has other shapes at the beginning, in the middle and at the end', async () => {
    const { texts, pages } = await shown('ببب');
    const width = (text: string, from: PlacedText[]) => from.find((each) => each.text === text)?.width ?? 0;
    const alone = await shown('ب');
    expect(width('ببب', texts)).toBeLessThan(3 * width('ب', alone.texts));
    const codes = /\/S [\d.]+ Tf[^<]*<([0-9a-f]{12})>/.exec(pages[0]?.content ?? '')?.[1] ?? '';
    expect(new Set(codes.match(/.{4}/g)).size).toBe(3);
  });

  it('in Devanagari has its letters composed: fewer codes than characters', async () => {
    const { pages } = await shown('क्षत्रिय');
    const codes = /\/S [\d.]+ Tf[^<]*<([0-9a-f]+)>/.exec(pages[0]?.content ?? '')?.[1] ?? '';
    expect(codes.length / 4).toBe(3);
  });

  it('stands in its script in bold and on a card too', async () => {
    const { texts } = await shown('', aForm({ holder: '李明华' }));
    expect(texts.map(({ text }) => text)).toContain('李明华');
    const card = await readPdf(await drawLayout(aCard({ subtitle: 'สมชาย น้ำใจดี' })));
    expect(card.texts.map(({ text }) => text).join('')).toContain('สมชาย น้ำใจดี');
  });

  it('takes only its own shapes into the file', async () => {
    const { length: latin } = (await shown('Maria')).pdf;
    const { length: chinese } = (await shown('李明华')).pdf;
    expect(chinese - latin).toBeLessThan(6_000);
  });

  it('is the same file when it is drawn again', async () => {
    expect(Buffer.compare((await shown('محمد')).pdf, (await shown('محمد')).pdf)).toBe(0);
  });
});

it.each([
  ['中文没有空格所以一行可以在词与词之间结束，'.repeat(12), /^[，。]/],
  ['ภาษาไทยไม่มีการเว้นวรรคระหว่างคำ'.repeat(8), /^\p{M}/u],
])('a text without spaces fills its lines, and no line begins with a mark (%#)', async (text, forbidden) => {
  const { texts } = await shown('', aForm({ blocks: [{ kind: 'paragraph', text }] }));
  const lines = texts.filter((placed) => text.includes(placed.text) && placed.text.length > 3);
  expect(lines.map((line) => line.text).join('')).toBe(text);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => forbidden.test(line.text))).toEqual([]);
  for (const { width } of lines.slice(0, -1)) expect(width).toBeGreaterThan(440);
});

/** Returns the characters of a national standard, in the order of their two-byte codes. */
function charactersOf(encoding: string, [from, to]: [number, number], [first, last]: [number, number]): string[] {
  const decoder = new TextDecoder(encoding);
  const codes = Array.from({ length: to - from + 1 }, (_, i) => from + i).flatMap((high) =>
    Array.from({ length: last - first + 1 }, (_, i) => [high, first + i]),
  );
  return codes.map((code) => decoder.decode(Uint8Array.from(code))).filter((character) => /^\p{L}$/u.test(character));
}
const between = (first: string, last: string): string[] =>
  Array.from({ length: (last.codePointAt(0) as number) - (first.codePointAt(0) as number) + 1 }, (_, i) =>
    String.fromCodePoint((first.codePointAt(0) as number) + i),
  );

it.each([
  ['Chinese of GB 2312', charactersOf('gb18030', [0xb0, 0xf7], [0xa1, 0xfe]), 6763, 21],
  ['common Chinese of Taiwan', charactersOf('big5', [0xa4, 0xc5], [0x40, 0xfe]), 5000, 8],
  ['common characters of Japan', charactersOf('shift_jis', [0x89, 0x97], [0x40, 0xfc]), 2500],
  ['Korean syllables', between('가', '힣'), 11_172],
  ['Japanese syllables', [...between('ぁ', 'ん'), ...between('ァ', 'ヶ')], 160],
  ['Arabic', between('ء', 'ي').filter((letter) => /\p{L}/u.test(letter)), 36],
  ['Hindi', between('अ', 'ह'), 50],
  ['Thai', between('ก', 'ฮ'), 46],
] as [string, string[], number, number?][])('has a shape for every letter, but for very rare ones: %s', async (_name, letters, count, rare = 0) => {
  expect(letters.length).toBeGreaterThanOrEqual(count);
  await loadFontsFor(letters.map((letter) => letter.codePointAt(0) as number));
  const missing = letters.filter((letter) => !faceOf(letter.codePointAt(0) as number, 400));
  expect(missing.length <= rare ? [] : missing).toEqual([]);
});

it('loses nothing of a long text without spaces', async () => {
  const text = '中文字符𠮷很长的文本'.repeat(300);
  const { texts } = await shown('', aForm({ blocks: [{ kind: 'paragraph', text }] }));
  const lines = texts.filter((placed) => /^[中文字符很长的文本𠮷]/u.test(placed.text) && placed.size === 8.5);
  expect(lines.map((line) => line.text).join('')).toBe(text);
});

it('draws a text of thousands of different characters long before a reader gives up', async () => {
  const characters = charactersOf('gb18030', [0xb0, 0xf7], [0xa1, 0xfe]);
  const began = process.cpuUsage();
  const pdf = await drawLayout(aForm({ blocks: [{ kind: 'paragraph', text: characters.join('') }] }) as PrintLayout);
  const { user, system } = process.cpuUsage(began);
  // A call waits ten seconds for its print. CPU time is measured, because a busy machine gives the process less than ten seconds of CPU time within that.
  expect((user + system) / 1_000).toBeLessThan(10_000);
  expect(new Set((await readPdf(pdf)).texts.flatMap(({ text }) => [...text])).size).toBeGreaterThan(6_500);
});

it('draws more different clusters than a font can hold', async () => {
  const marks = ['\u064b', '\u064c', '\u064d', '\u064e', '\u064f', '\u0650', '\u0651', '\u0652'];
  const words = Array.from({ length: 3000 }, (_, i) => [...i.toString(8)].map((digit) => `ب${marks[Number(digit)]}`).join(''));
  const { texts } = await readPdf(await drawLayout(aForm({ blocks: [{ kind: 'paragraph', text: words.join(' ') }] }) as PrintLayout));
  expect(texts.length).toBeGreaterThan(100);
});

/** Returns the text that another program reads from the file; undefined if that program is not installed. */
function copied(pdf: Uint8Array): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'script-'));
  try {
    writeFileSync(join(folder, 'name.pdf'), pdf);
    // The output contains marks where the direction changes, in addition to the text itself.
    return execFileSync('pdftotext', [join(folder, 'name.pdf'), '-'], { encoding: 'utf8' }).replace(/[\u202a-\u202e]/g, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
