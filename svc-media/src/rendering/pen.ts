import type { PDFContext } from 'pdf-lib';
import { EmbeddedFont } from './embedded-font.ts';
import { type LineRun, shapeLine } from './scripts/line-shaping.ts';
import { ScriptFont } from './scripts/script-font.ts';
import { faceOf, type Weight } from './scripts/script-fonts.ts';
import type { Typeface } from './typeface.ts';

/** Codes of one font and their horizontal position, in thousandths of the size. */
export interface TextRun {
  resource: string;
  codes: string;
  offset: number;
}

interface ShapedLine {
  runs: LineRun[];
  width: number;
}

/** Distances from line to line, as multiples of the size. The tight one is used where it saves a page that would be nearly empty. */
export const LEADING = { usual: 1.28, tight: 1.14 };

/** Largest number of lines cached for one document: a line is measured before it is drawn, and a label may be on every page. */
const MOST_LINES = 5000;

/** Writes text in one weight: in the built-in font, and in fonts of other scripts for characters that the built-in font lacks. */
export class Pen {
  readonly widest: number;
  /** Distance from line to line, as a multiple of the size. */
  leading: number = LEADING.usual;
  private readonly plain: EmbeddedFont;
  private readonly scripts: ScriptFont;
  private readonly shaped = new Map<string, ShapedLine>();

  constructor(
    private readonly base: Typeface,
    private readonly weight: Weight,
    context: PDFContext,
  ) {
    const bold = weight === 700;
    this.plain = new EmbeddedFont(base, bold ? 'B' : 'R', context.nextRef());
    this.scripts = new ScriptFont(base, bold ? 'T' : 'S', context.nextRef());
    this.widest = base.widest;
  }

  /** Whether some font has a glyph for the character. */
  has(codePoint: number): boolean {
    return this.base.has(codePoint) || faceOf(codePoint, this.weight) !== undefined;
  }

  /** Whether the built-in font has glyphs for the whole text, one for each character. */
  isPlain(text: string): boolean {
    return this.base.widthOf(text) !== undefined;
  }

  /** Returns the width of a text on one line, in the unit of `size`. */
  widthOf(text: string, size: number): number {
    return ((this.base.widthOf(text) ?? this.lineOf(text).width) * size) / 1000;
  }

  /** Returns the runs of a line in the order in which they are drawn, from left to right. */
  runs(text: string): TextRun[] {
    const { plain, scripts } = this;
    if (this.isPlain(text)) return [{ resource: plain.resource, codes: plain.encode(text), offset: 0 }];
    let offset = 0;
    return this.lineOf(text).runs.map((run) => {
      const at = offset;
      offset += this.advanceOf(run);
      if ('plain' in run) return { resource: plain.resource, codes: plain.encode(run.plain), offset: at };
      return { resource: scripts.resource, codes: scripts.encode(run.clusters), offset: at };
    });
  }

  /** Returns the fonts with the names that the content of the pages uses. */
  fonts(): { resource: string; font: EmbeddedFont | ScriptFont }[] {
    return [this.plain, this.scripts].filter((font) => font === this.plain || this.scripts.isUsed).map((font) => ({ resource: font.resource, font }));
  }

  private lineOf(text: string): ShapedLine {
    let line = this.shaped.get(text);
    if (!line) {
      const runs = shapeLine(text, this.base, this.weight);
      line = { runs, width: runs.reduce((sum, run) => sum + this.advanceOf(run), 0) };
      if (this.shaped.size >= MOST_LINES) this.shaped.clear();
      this.shaped.set(text, line);
    }
    return line;
  }

  private advanceOf(run: LineRun): number {
    return 'plain' in run ? widthOfPlain(this.base, run.plain) : run.clusters.reduce((sum, { advance }) => sum + advance, 0);
  }
}

/** Returns the width of a text. Every character has the width of its glyph; a missing one has the width of the replacement sign. */
const widthOfPlain = (face: Typeface, text: string): number =>
  Array.from(text, (character) => face.advanceOf(face.glyphOf(character.codePointAt(0) as number))).reduce((sum, width) => sum + width, 0);
