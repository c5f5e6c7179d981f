import type { PDFContext, PDFRef } from 'pdf-lib';
import { hex4, writeFont } from './font-objects.ts';
import type { Typeface } from './typeface.ts';

/** The built-in font in one document. It collects the glyphs that are drawn, and is written once at the end. */
export class EmbeddedFont {
  private readonly used = new Map<number, number>();

  constructor(
    readonly face: Typeface,
    /** Name of the font in the resources of the pages. */
    readonly resource: string,
    readonly ref: PDFRef,
  ) {}

  /** Returns the text as a hexadecimal string for the page content. */
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

  /**
   * Writes the font into the document. pdf-lib's embedder is not used, because it lays out and subsets the font for every document anew, which took most of the
   * time of a form.
   */
  write(context: PDFContext): void {
    const { face } = this;
    const glyphs = [...this.used].sort(([a], [b]) => a - b);
    const codes = glyphs.map(([code, codePoint]) => ({ code, width: face.advanceOf(code), text: String.fromCodePoint(codePoint) }));
    const file = face.subset(glyphs.map(([glyph]) => glyph));
    writeFont(context, this.ref, { name: face.name, file, metrics: face, bold: face.name.endsWith('Bold'), codes });
  }
}
