import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, type PDFPage, type PDFRawStream } from 'pdf-lib';

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

const SHOWN = /BT \/([RBST]) ([\d.]+) Tf [\d. ]+ rg (-?[\d.]+) (-?[\d.]+) Td <([0-9a-f]*)> Tj ET/g;

/** Parses a drawn PDF: returns each string with its position, decoded with the file's own character map. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const pages: ReadPdf['pages'] = [];
  const texts: PlacedText[] = [];
  document.getPages().forEach((page, index) => {
    const content = contentOf(page.node);
    pages.push({ ...page.getSize(), content });
    const resources = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict) as PDFDict;
    const known = new Map(resources.keys().map((name) => [name.decodeText(), codesOf(resources.lookup(name, PDFDict))]));
    for (const [, font, size, x, baseline, hex] of content.matchAll(SHOWN)) {
      const codes = (hex.match(/.{4}/g) ?? []).map((code) => known.get(font)?.get(Number.parseInt(code, 16)) ?? { text: '', width: 0 });
      const width = (codes.reduce((sum, code) => sum + code.width, 0) * Number(size)) / 1000;
      const text = codes.map((code) => code.text).join('');
      texts.push({ page: index, text, x: Number(x), baseline: Number(baseline), size: Number(size), width });
    }
  });
  return { pages, texts, document };
}

/** Returns the content of a page, which may be in several streams. */
function contentOf(page: PDFPage['node']): string {
  const contents: unknown = page.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray().map((each) => page.context.lookup(each)) : [contents];
  return streams.map((stream) => decode(stream as PDFRawStream)).join('\n');
}

const decode = (stream: PDFRawStream): string => inflateSync(stream.getContents()).toString('latin1');

/** Returns for each code of a font its text and its width, as stated in the file. */
function codesOf(font: PDFDict): Map<number, { text: string; width: number }> {
  const map = decode(font.lookup(PDFName.of('ToUnicode')) as PDFRawStream);
  const [descendant] = font.lookup(PDFName.of('DescendantFonts'), PDFArray).asArray();
  const widths = (font.context.lookup(descendant, PDFDict).lookup(PDFName.of('W'), PDFArray).asArray() as PDFObject[]).map((each) => String(each));
  const widthOf = new Map(
    widths.flatMap((code, i) => (i % 2 === 0 ? [[Number(code), Number.parseFloat((widths[i + 1] as string).replace('[', ''))] as const] : [])),
  );
  return new Map(
    [...map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]*)>\n/g)].map(([, code = '', units = '']) => {
      const number = Number.parseInt(code, 16);
      const text = String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
      return [number, { text, width: widthOf.get(number) ?? 0 }];
    }),
  );
}
