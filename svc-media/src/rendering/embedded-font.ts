import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type PDFContext, PDFHexString, PDFRawStream, type PDFRef } from 'pdf-lib';
import type { Typeface } from './typeface.ts';

/** A font as used in one document: collects the glyphs drawn, and is written once at the end. */
export class EmbeddedFont {
  private readonly used = new Map<number, number>();

  constructor(
    readonly face: Typeface,
    /** Name in the resources of the pages. */
    readonly resource: string,
    readonly ref: PDFRef,
  ) {}

  /** The text as a hexadecimal string for the page content. */
  encode(text: string): string {
    let hex = '';
    for (const character of text) {
      const codePoint = character.codePointAt(0) as number;
      const glyph = this.face.glyphOf(codePoint);
      if (!this.used.has(glyph)) this.used.set(glyph, codePoint);
      hex += glyph.toString(16).padStart(4, '0');
    }
    return hex;
  }

  /** Does not use pdf-lib's embedder, which lays out and subsets anew for every document and took most of the time of a form. */
  write(context: PDFContext): void {
    const glyphs = [...this.used.keys()].sort((a, b) => a - b);
    const { face } = this;
    const file = face.subset(glyphs);
    const name = `${tagOf(glyphs)}+${face.name}`;
    const descriptor = context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 32,
      FontBBox: face.boundingBox,
      ItalicAngle: 0,
      Ascent: face.ascent,
      Descent: face.descent,
      CapHeight: face.capHeight,
      StemV: face.name.endsWith('Bold') ? 140 : 80,
      FontFile2: context.register(
        PDFRawStream.of(context.obj({ Filter: 'FlateDecode', Length: file.compressed.length, Length1: file.length }), file.compressed),
      ),
    });
    const descendant = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFHexString.of(hexOf('Adobe')), Ordering: PDFHexString.of(hexOf('Identity')), Supplement: 0 },
      FontDescriptor: context.register(descriptor),
      DW: 0,
      W: glyphs.flatMap((glyph) => [context.obj(glyph), context.obj([face.advanceOf(glyph)])]),
      CIDToGIDMap: 'Identity',
    });
    const map = deflateSync(this.characterMap(glyphs));
    context.assign(
      this.ref,
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

  /** Maps glyphs back to characters, so that the text can be searched, copied and read aloud. */
  private characterMap(glyphs: number[]): string {
    const lines = glyphs.map((glyph) => `<${hex4(glyph)}> <${hex4(this.used.get(glyph) as number)}>`);
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
}

const hex4 = (value: number): string => value.toString(16).padStart(4, '0');
const hexOf = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

/** The six capitals that name this subset; the same glyphs give the same name. */
function tagOf(glyphs: number[]): string {
  const digest = createHash('sha256').update(glyphs.join(' ')).digest();
  return String.fromCharCode(...Array.from(digest.subarray(0, 6), (byte) => 65 + (byte % 26)));
}
