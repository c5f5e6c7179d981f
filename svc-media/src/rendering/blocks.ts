import type { PrintBlock } from '@portal/contract-kit';
import { type Cell, type CellText, gap, heading, type Pens, rowElements, rowOfCells, textBands } from './bands.ts';
import { type Canvas, COLOURS } from './canvas.ts';
import { type Band, type Flow, heightOf } from './flow.ts';
import { drawQr } from './qr-and-badge.ts';
import type { StructureElement } from './structure.ts';
import { wrap } from './text.ts';

type Section = Extract<PrintBlock, { kind: 'section' }>;
type Table = Extract<PrintBlock, { kind: 'table' }>;
type Paragraph = Extract<PrintBlock, { kind: 'paragraph' }>;
type Signatures = Extract<PrintBlock, { kind: 'signatures' }>;
type Codes = Extract<PrintBlock, { kind: 'codes' }>;

/** The target of a block: where it is placed and what draws it. */
export interface Sheet {
  flow: Flow;
  pens: Pens;
  root: StructureElement;
  x: number;
  width: number;
}

const GUTTER = 18;
/** A value that takes more lines than this at half the width gets the whole width. */
const LINES_IN_HALF = 3;
/** A table head taller than this is not repeated on every page: it would leave no room for rows. */
const REPEATED_HEAD = 120;
const NO_VALUE = '–';

/** Draws one block at the current position. Signatures are never alone on a page: the end of the block before them moves with them. */
export function placeBlock(block: PrintBlock, sheet: Sheet, next?: PrintBlock): void {
  const after = next?.kind === 'signatures' ? signaturesHeight(next) : 0;
  if (block.kind === 'section') placeSection(block, sheet, after);
  else if (block.kind === 'table') placeTable(block, sheet, after);
  else if (block.kind === 'paragraph') placeParagraph(block, sheet);
  else if (block.kind === 'codes') placeCodes(block, sheet);
  else placeSignatures(block, sheet);
}

function placeSection(section: Section, { flow, pens, root, x, width }: Sheet, after: number): void {
  const bands: Band[] = section.title ? heading(section.title, x, width, pens, root) : [gap(8)];
  const half = (width - GUTTER) / 2;
  const fitsHalf = (value: string) => wrap(value, pens.regular, 10, half).length <= LINES_IN_HALF;
  const textsOf = ({ label, value }: Section['rows'][number]): CellText[] => [
    { text: label, font: pens.regular, size: 7.5, colour: COLOURS.secondary, element: root.add('P') },
    { text: value.trim() === '' ? NO_VALUE : value, font: pens.regular, size: 10, colour: COLOURS.text, element: root.add('P') },
  ];
  const { rows } = section;
  for (let index = 0; index < rows.length; index++) {
    const cells: Cell[] = [];
    if (!fitsHalf(rows[index].value)) {
      cells.push({ x, width, texts: textsOf(rows[index]) });
    } else {
      cells.push({ x, width: half, texts: textsOf(rows[index]) });
      const next = rows[index + 1];
      if (next && fitsHalf(next.value)) {
        cells.push({ x: x + half + GUTTER, width: half, texts: textsOf(next) });
        index++;
      }
    }
    const row = rowOfCells(cells, { above: 3.5, below: 3 });
    bands.push(...(after > 0 && index === rows.length - 1 ? together(row) : row));
  }
  flow.place(bands, after);
}

/** The lines of a row that are kept on one page, unless there are too many. */
const together = (row: Band[]): Band[] => (heightOf(row) <= REPEATED_HEAD ? row.map((band) => ({ ...band, keepWithNext: true })) : row);

function placeTable(table: Table, { flow, pens, root, x, width }: Sheet, after: number): void {
  const title = table.title ? heading(table.title, x, width, pens, root) : [gap(8)];
  if (table.columns.length === 0) {
    flow.place(title, after);
    return;
  }
  const element = root.add('Table');
  const columns = columnsOf(table, x, width);
  const cellsOf = (texts: string[], style: Pick<CellText, 'font' | 'colour'>, elements?: StructureElement[]): Cell[] =>
    columns.map(({ x: left, width: wide, align }, index) => ({
      x: left,
      width: wide,
      align,
      texts: [{ text: texts[index] ?? '', size: 9, ...style, element: elements?.[index] }],
    }));
  const line = (thickness: number, colour: (typeof COLOURS)['rule'] | (typeof COLOURS)['navy']) => (canvas: Canvas, top: number, height: number) =>
    canvas.rule(x, top - height, width, colour, thickness);

  const titles = table.columns.map((column) => column.title);
  const head = (elements?: StructureElement[]) =>
    rowOfCells(cellsOf(titles, { font: pens.bold, colour: COLOURS.navy }, elements), {
      above: 4,
      below: 4,
      background: (canvas, top, height) => {
        canvas.rectangle(x, top - height, width, height, COLOURS.faint);
        line(0.8, COLOURS.navy)(canvas, top, height);
      },
    });
  const first = head(rowElements(element, 'TH', columns.length));
  const repeated = head();
  const fits = heightOf(repeated) <= REPEATED_HEAD;
  const body = table.rows.flatMap((row) =>
    rowOfCells(cellsOf(row, { font: pens.regular, colour: COLOURS.text }, rowElements(element, 'TD', columns.length)), {
      above: 3.5,
      below: 3.5,
      background: line(0.4, COLOURS.rule),
    }),
  );
  const totalCells = table.total && cellsOf(table.total, { font: pens.bold, colour: COLOURS.text }, rowElements(element, 'TD', columns.length));
  const total = totalCells ? rowOfCells(totalCells, { above: 5, below: 5, background: line(1.2, COLOURS.navy) }) : [];
  // Neither the title nor the head may be the last line of a page; a table of one row keeps its row with what follows.
  const firstLine = (body[0]?.height ?? 0) + (body.length <= 1 ? heightOf(total) + after : 0);
  flow.place(title, heightOf(first) + firstLine);
  flow.place(first, firstLine);
  flow.repeating(fits ? repeated : [], () => {
    flow.place(body, heightOf(total) + after);
    flow.place(total, after);
  });
}

/** Column widths are shares of the total; a share that is not a positive number counts as one. */
function columnsOf(table: Table, x: number, width: number): { x: number; width: number; align?: 'left' | 'right' }[] {
  const shares = table.columns.map((column) => (Number.isFinite(column.width) && column.width > 0 ? column.width : 1));
  const largest = Math.max(...shares);
  // No column is narrower than a third of an even share, because one letter per line is unreadable.
  const least = largest / (3 * table.columns.length);
  const usable = shares.map((share) => Math.max(share, least));
  const sum = usable.reduce((total, share) => total + share, 0);
  let left = x;
  return table.columns.map(({ align }, index) => {
    const outer = (usable[index] / sum) * width;
    const padding = Math.min(4, outer / 6);
    const column = { x: left + padding, width: outer - 2 * padding, align };
    left += outer;
    return column;
  });
}

function placeParagraph(paragraph: Paragraph, { flow, pens, root, x, width }: Sheet): void {
  const title = paragraph.title ? heading(paragraph.title, x, width, pens, root) : [gap(8)];
  flow.place([...title, gap(2, true), ...textBands(paragraph.text, x, width, { font: pens.regular, size: 9.5, colour: COLOURS.text }, root.add('P'))]);
}

const CODES_IN_ROW = 3;
/** 47 mm with the quiet zone, as on a form. */
const CODE_SIDE = 134;

function placeCodes({ items }: Codes, { flow, pens, root, x, width }: Sheet): void {
  const wide = (width - (CODES_IN_ROW - 1) * GUTTER) / CODES_IN_ROW;
  for (let from = 0; from < items.length; from += CODES_IN_ROW) {
    const row = items.slice(from, from + CODES_IN_ROW).map((item, i) => ({ ...item, left: x + i * (wide + GUTTER) }));
    const codes: Band = {
      height: CODE_SIDE,
      keepWithNext: true,
      draw: (canvas, top) => {
        for (const { text, title, left } of row) drawQr(canvas, text, left + (wide - CODE_SIDE) / 2, top, CODE_SIDE, root.add('Figure', title || 'QR'));
      },
    };
    const cells = row.map(({ title, lines, left }): Cell => {
      const texts: CellText[] = [
        { text: title, font: pens.bold, size: 9, colour: COLOURS.text, element: root.add('P') },
        ...lines.map((text) => ({ text, font: pens.regular, size: 9, colour: COLOURS.text, element: root.add('P') })),
      ];
      return { x: left, width: wide, texts };
    });
    flow.place([gap(12, true), codes, ...rowOfCells(cells, { above: 2, below: 6 })]);
  }
}

const SIGNATURE_HEIGHT = 60;

/** At least the height of the signature lines. */
const signaturesHeight = ({ lines }: Signatures): number => 10 + Math.ceil(lines.length / 2) * SIGNATURE_HEIGHT;

function placeSignatures(signatures: Signatures, { flow, pens, root, x, width }: Sheet): void {
  const half = (width - GUTTER) / 2;
  const bands: Band[] = [gap(10)];
  for (let index = 0; index < signatures.lines.length; index += 2) {
    const cells = signatures.lines.slice(index, index + 2).map(
      (text, column): Cell => ({
        x: x + column * (half + GUTTER),
        width: half,
        texts: [{ text, font: pens.regular, size: 8, colour: COLOURS.secondary, element: root.add('P') }],
      }),
    );
    const ruled: Band = {
      height: 40,
      keepWithNext: true,
      draw: (canvas, top) =>
        canvas.decorate(() => {
          for (const cell of cells) canvas.rule(cell.x, top - 38, cell.width, COLOURS.text, 0.7);
        }),
    };
    bands.push(ruled, ...rowOfCells(cells, { above: 1, below: 4 }));
  }
  flow.place(bands);
}
