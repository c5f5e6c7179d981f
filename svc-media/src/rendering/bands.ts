import type { Canvas, Colour } from './canvas.ts';
import type { Band } from './flow.ts';
import type { Pen } from './pen.ts';
import type { Role, StructureElement } from './structure.ts';
import { wrap } from './text.ts';

/** The two fonts of one document, regular and bold. */
export interface Pens {
  regular: Pen;
  bold: Pen;
}

export interface TextStyle {
  font: Pen;
  size: number;
  colour: Colour;
}

/** Text of one style inside a cell, with its structure element; text without an element is decoration. */
export interface CellText extends TextStyle {
  text: string;
  element?: StructureElement;
  /** Distance from line to line, in points; without it the distance depends on the size. */
  leading?: number;
}

export interface Cell {
  x: number;
  width: number;
  texts: CellText[];
  align?: 'left' | 'right';
  /** Whether each text stays on one line, even if it is wider than the cell. */
  unbroken?: boolean;
}

interface Line extends TextStyle {
  text: string;
  leading: number;
  element?: StructureElement;
}

/** A row taller than this, in points, is split between its lines; a shorter one moves to the next page as a whole. */
const KEPT_TOGETHER = 240;

/** Returns the bands for cells side by side: one band, or one for each line if the cells are very tall. */
export function rowOfCells(
  cells: Cell[],
  { above = 0, below = 0, background }: { above?: number; below?: number; background?: (canvas: Canvas, top: number, height: number) => void } = {},
): Band[] {
  const columns = cells.map((cell) => ({ ...cell, lines: linesOf(cell) }));
  const heightOf = (lines: Line[]) => lines.reduce((sum, line) => sum + line.leading, 0);
  const height = above + below + Math.max(0, ...columns.map(({ lines }) => heightOf(lines)));
  const paint = (from: number, to: number, space: number) => (canvas: Canvas, top: number, total: number) => {
    if (background) canvas.decorate(() => background(canvas, top, total));
    for (const column of columns) drawLines(canvas, column.lines.slice(from, to), column, top - space);
  };
  if (height <= KEPT_TOGETHER) return [{ height, draw: (canvas, top) => paint(0, Number.POSITIVE_INFINITY, above)(canvas, top, height) }];

  const count = Math.max(...columns.map(({ lines }) => lines.length));
  return Array.from({ length: count }, (_, index) => {
    const space = index === 0 ? above : 0;
    const slice = Math.max(...columns.map(({ lines }) => lines[index]?.leading ?? 0));
    const total = slice + space + (index === count - 1 ? below : 0);
    return { height: total, draw: (canvas, top) => paint(index, index + 1, space)(canvas, top, total) };
  });
}

/** Returns the bands of a text across the given width, one band per line. */
export function textBands(text: string, x: number, width: number, style: TextStyle, element: StructureElement): Band[] {
  const leading = style.size * style.font.leading;
  return wrap(text, style.font, style.size, width).map((line) => ({
    height: leading,
    draw: (canvas, top) => canvas.mark(element, () => canvas.text(line, x, top - baselineOf(style.size, leading), style.font, style.size, style.colour)),
  }));
}

export const gap = (height: number, keepWithNext = false): Band => ({ height, keepWithNext, draw: () => undefined });

/** Returns the distance from the top of a line to its baseline, such that capitals are centred vertically. */
export const baselineOf = (size: number, leading: number): number => leading / 2 + size * 0.357;

function linesOf(cell: Cell): Line[] {
  return cell.texts.flatMap(({ text, font, size, colour, element, leading }) => {
    // In a column that is narrower than one letter the letters are made smaller, so that they do not overlap the next column.
    const fitting = cell.unbroken ? size : Math.min(size, (cell.width * 1000) / font.widest);
    const lines = wrap(text, font, fitting, cell.unbroken ? Number.POSITIVE_INFINITY : cell.width);
    return lines.map((line) => ({ text: line, font, size: fitting, colour, leading: leading ?? fitting * font.leading, element }));
  });
}

function drawLines(canvas: Canvas, lines: Line[], cell: Cell, top: number): void {
  let y = top;
  let at = 0;
  while (at < lines.length) {
    const { element } = lines[at];
    let end = at;
    while (end < lines.length && lines[end].element === element) end++;
    const draw = () => {
      for (const line of lines.slice(at, end)) {
        const x = cell.align === 'right' ? cell.x + cell.width - line.font.widthOf(line.text, line.size) : cell.x;
        canvas.text(line.text, x, y - baselineOf(line.size, line.leading), line.font, line.size, line.colour);
        y -= line.leading;
      }
    };
    if (element) canvas.mark(element, draw);
    else canvas.decorate(draw);
    at = end;
  }
}

/** Adds a table row to the structure and returns the elements for its cells. */
export const rowElements = (table: StructureElement, role: Role, count: number): StructureElement[] => {
  const row = table.add('TR');
  return Array.from({ length: count }, () => row.add(role));
};
