import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type PDFContext, PDFHexString, PDFRawStream, type PDFRef } from 'pdf-lib';

/** A font as it is written to a PDF: its file, and for each code the width and the text. */
export interface FontObjects {
  name: string;
  file: { compressed: Uint8Array; length: number };
  metrics: { boundingBox: [number, number, number, number]; ascent: number; descent: number; capHeight: number };
  bold: boolean;
  /** Codes in ascending order, each with its width in thousandths of the size and the text that it represents. */
  codes: { code: number; width: number; text: string }[];
}

/** Writes a TrueType font whose codes are its glyph numbers. */
export function writeFont(context: PDFContext, ref: PDFRef, { name: plainName, file, metrics, bold, codes }: FontObjects): void {
  const name = `${tagOf(codes.map(({ code }) => code))}+${plainName}`;
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 32,
    FontBBox: metrics.boundingBox,
    ItalicAngle: 0,
    Ascent: metrics.ascent,
    Descent: metrics.descent,
    CapHeight: metrics.capHeight,
    StemV: bold ? 140 : 80,
    FontFile2: context.register(PDFRawStream.of(context.obj({ Filter: 'FlateDecode', Length: file.compressed.length, Length1: file.length }), file.compressed)),
  });
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: PDFHexString.of(hexOf('Adobe')), Ordering: PDFHexString.of(hexOf('Identity')), Supplement: 0 },
    FontDescriptor: context.register(descriptor),
    DW: 0,
    W: codes.flatMap(({ code, width }) => [context.obj(code), context.obj([width])]),
    CIDToGIDMap: 'Identity',
  });
  const map = deflateSync(characterMap(codes));
  context.assign(
    ref,
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(PDFRawStream.of(context.obj({ Filter: 'FlateDecode', Length: map.length }), map)),
    }),
  );
}

/** Maps codes back to characters, so that the text can be searched, copied and read aloud. */
function characterMap(codes: FontObjects['codes']): string {
  const lines = codes.map(({ code, text }) => `<${hex4(code)}> <${Array.from(text.split(''), (unit) => hex4(unit.charCodeAt(0))).join('')}>`);
  const ranges: string[] = [];
  for (let i = 0; i < lines.length; i += 100) ranges.push(`${Math.min(100, lines.length - i)} beginbfchar\n${lines.slice(i, i + 100).join('\n')}\nendbfchar`);
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...ranges,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}

/** Returns a code as it is written in the content of a page. */
export const hex4 = (value: number): string => value.toString(16).padStart(4, '0');
const hexOf = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

/** Returns the six capitals that name this subset; the same glyphs give the same name. */
function tagOf(codes: number[]): string {
  const digest = createHash('sha256').update(codes.join(' ')).digest();
  return String.fromCharCode(...Array.from(digest.subarray(0, 6), (byte) => 65 + (byte % 26)));
}
