import { deflateSync } from 'node:zlib';
import type { Pen } from './pen.ts';
import type { StructureElement } from './structure.ts';

export const COLOURS = {
  navy: '#0b2545',
  blue: '#1a4f8b',
  text: '#1b1f24',
  secondary: '#4a5460',
  rule: '#b1b8c0',
  hairline: '#d9dee4',
  faint: '#f1f4f7',
  good: '#00663a',
  bad: '#b3130f',
  warn: '#8a4b00',
  white: '#ffffff',
} as const;
export type Colour = (typeof COLOURS)[keyof typeof COLOURS];

/** A path segment: `M`ove, `L`ine or cubic `C`urve, in points from the lower left corner. */
export type Segment = ['M' | 'L', number, number] | ['C', number, number, number, number, number, number];

/** The content of one page as PDF operators. All of it belongs to a structure element or is marked as decoration. */
export class Canvas {
  readonly images = new Set<string>();
  private content: string[] = [];
  /** What is finished of the content, compressed. */
  private readonly finished: Buffer[] = [];
  private marks = 0;

  constructor(
    private readonly pageIndex: number,
    readonly width: number,
    readonly height: number,
    /** Whether positions are measured from the right instead of the left, for a language that is written from right to left. Single shapes are not mirrored. */
    private readonly mirrored = false,
  ) {}

  /** Returns the left edge on the page of something with this width at the position `x`. */
  left(x: number, width: number): number {
    return this.mirrored ? this.width - x - width : x;
  }

  /** Marks what `draw` draws as content of the element, so that screen readers read it at the element's place in the reading order. */
  mark(element: StructureElement, draw: () => void): void {
    const mark = this.marks++;
    element.kids.push({ page: this.pageIndex, mark });
    this.content.push(`/${element.role} <</MCID ${mark}>> BDC`);
    draw();
    this.content.push('EMC');
  }

  /** Marks what `draw` draws as decoration or repetition, which screen readers skip. */
  decorate(draw: () => void): void {
    this.content.push('/Artifact BMC');
    draw();
    this.content.push('EMC');
  }

  text(text: string, x: number, baseline: number, font: Pen, size: number, colour: Colour): void {
    if (text === '') return;
    const begin = this.mirrored ? this.left(x, font.widthOf(text, size)) : x;
    for (const { resource, codes, offset } of font.runs(text)) {
      const left = begin + (offset * size) / 1000;
      this.content.push(`BT /${resource} ${number(size)} Tf ${rgb(colour)} rg ${number(left)} ${number(baseline)} Td <${codes}> Tj ET`);
    }
  }

  /** Draws lines of text, the first on the given baseline. */
  lines(texts: string[], x: number, baseline: number, leading: number, font: Pen, size: number, colour: Colour): void {
    for (const [index, text] of texts.entries()) this.text(text, x, baseline - index * leading, font, size, colour);
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.content.push(`${rgb(colour)} rg ${number(this.left(x, width))} ${number(y)} ${number(width)} ${number(height)} re f`);
  }

  frame(x: number, y: number, width: number, height: number, colour: Colour, thickness: number): void {
    this.content.push(`${rgb(colour)} RG ${number(thickness)} w ${number(this.left(x, width))} ${number(y)} ${number(width)} ${number(height)} re S`);
  }

  rule(x: number, y: number, width: number, colour: Colour, thickness: number): void {
    this.rectangle(x, y - thickness / 2, width, thickness, colour);
  }

  fill(path: Segment[], colour: Colour): void {
    this.content.push(`${rgb(colour)} rg ${pathOf(path)} h f`);
  }

  stroke(path: Segment[], colour: Colour, thickness: number): void {
    this.content.push(`${rgb(colour)} RG 1 J 1 j ${number(thickness)} w ${pathOf(path)} S`);
  }

  /** Draws the squares of a grid as one path: `runs` are horizontal runs of dark modules, counted from the top left. */
  modules({ size, runs }: { size: number; runs: readonly { column: number; row: number; length: number }[] }, x: number, top: number, module: number): void {
    const squares = runs.map(({ column, row, length }) => `${column} ${row} ${length} 1 re`);
    this.content.push(`q ${precise(module)} 0 0 ${precise(-module)} ${number(this.left(x, size * module))} ${number(top)} cm 0 g ${squares.join(' ')} f Q`);
  }

  image(name: string, x: number, y: number, width: number, height: number): void {
    this.images.add(name);
    this.content.push(`q ${number(width)} 0 0 ${number(height)} ${number(this.left(x, width))} ${number(y)} cm /${name} Do Q`);
  }

  /** Compresses what is drawn so far. A form of many pages would not fit into memory otherwise. More may be drawn afterwards. */
  compress(): void {
    if (this.content.length === 0) return;
    this.finished.push(deflateSync(Buffer.from(this.content.join('\n'), 'latin1')));
    this.content = [];
  }

  /** Returns the content as compressed streams, in the order in which they are drawn. */
  streams(): readonly Buffer[] {
    this.compress();
    return this.finished;
  }
}

const pathOf = (path: Segment[]): string => path.map(([kind, ...points]) => `${points.map(number).join(' ')} ${kind.toLowerCase()}`).join(' ');

const number = (value: number): string => String(Math.round(value * 100) / 100);
const precise = (value: number): string => value.toFixed(5);
const rgb = (colour: Colour): string =>
  [1, 3, 5].map((at) => String(Math.round((Number.parseInt(colour.slice(at, at + 2), 16) / 255) * 1000) / 1000)).join(' ');
