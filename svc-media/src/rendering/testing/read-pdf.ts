import { inflateSync } from 'node:zlib';
import { PDFDict, PDFDocument, PDFName, type PDFRawStream } from 'pdf-lib';
import { fonts } from '../fonts.ts';

/** One string and its position on a page. */
export interface PlacedText {
  page: number;
  text: string;
  x: number;
  baseline: number;
  size: number;
  width: number;
}

export interface ReadPdf {
  pages: { width: number; height: number; content: string }[];
  texts: PlacedText[];
  document: PDFDocument;
}

const SHOWN = /BT \/([RB]) ([\d.]+) Tf [\d. ]+ rg (-?[\d.]+) (-?[\d.]+) Td <([0-9a-f]*)> Tj ET/g;

/** Parses a drawn PDF: each string with its position, decoded with the file's own character map. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const pages: ReadPdf['pages'] = [];
  const texts: PlacedText[] = [];
  document.getPages().forEach((page, index) => {
    const content = decode(page.node.Contents() as unknown as PDFRawStream);
    pages.push({ ...page.getSize(), content });
    const resources = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict) as PDFDict;
    const maps = Object.fromEntries(['R', 'B'].map((name) => [name, characterMap(resources.lookup(PDFName.of(name), PDFDict))]));
    for (const [, font, size, x, baseline, hex] of content.matchAll(SHOWN)) {
      const text = (hex.match(/.{4}/g) ?? []).map((glyph) => maps[font].get(glyph) ?? '').join('');
      const face = font === 'R' ? fonts().regular : fonts().bold;
      texts.push({ page: index, text, x: Number(x), baseline: Number(baseline), size: Number(size), width: face.widthOf(text, Number(size)) });
    }
  });
  return { pages, texts, document };
}

const decode = (stream: PDFRawStream): string => inflateSync(stream.getContents()).toString('latin1');

function characterMap(font: PDFDict): Map<string, string> {
  const stream = font.lookup(PDFName.of('ToUnicode')) as PDFRawStream;
  return new Map(
    [...decode(stream).matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})>\n/g)].map(([, glyph, code]) => [glyph, String.fromCharCode(Number.parseInt(code, 16))]),
  );
}
