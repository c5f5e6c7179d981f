import type { PDFContext, PDFRef } from 'pdf-lib';
import { hex4, writeFont } from './font-objects.ts';
import type { Typeface } from './typeface.ts';

/** The built-in font as used in one document: collects the glyphs drawn, and is written once at the end. */
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
      hex += hex4(glyph);
    }
    return hex;
  }

  /** Does not use pdf-lib's embedder, which lays out and subsets anew for every document and took most of the time of a form. */
  write(context: PDFContext): void {
    const { face } = this;
    const glyphs = [...this.used].sort(([a], [b]) => a - b);
    const codes = glyphs.map(([code, codePoint]) => ({ code, width: face.advanceOf(code), text: String.fromCodePoint(codePoint) }));
    const file = face.subset(glyphs.map(([glyph]) => glyph));
    writeFont(context, this.ref, { name: face.name, file, metrics: face, bold: face.name.endsWith('Bold'), codes });
  }
}
