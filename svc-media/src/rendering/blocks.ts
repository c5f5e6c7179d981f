import type { PrintBlock } from '@portal/contract-kit';
import { type Cell, type CellText, gap, type Pens, rowElements, rowOfCells, textBands } from './bands.ts';
import { type Canvas, COLOURS } from './canvas.ts';
import { type Band, type Flow, heightOf } from './flow.ts';
import { drawQr, qrCodeOf, qrSquare } from './qr-and-badge.ts';
import type { StructureElement } from './structure.ts';
import { wrap } from './text.ts';

type Section = Extract<PrintBlock, { kind: 'section' }>;
type Answers = Extract<PrintBlock, { kind: 'answers' }>;
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

const GUTTER = 16;
/** Gap between a label and its value, in points. */
const BETWEEN = 6;
/** Width in points of the column for block titles. Titles have a column of their own, so that a title is never the last line of a page. */
const SIDE = 80;
const SIDE_GAP = 8;
/** The shares of the line width that the first of two facts on one line may get; the first share that is enough for both facts is used. */
const SHARES = [0.5, 0.6, 0.4];
const LABEL_SIZE = 7.5;
const VALUE_SIZE = 8.5;
const TITLE_SIZE = 8.5;
const ANSWER_SIZE = 8;
const TABLE_SIZE = 8;
const HEAD_SIZE = 7.5;
const PARAGRAPH_SIZE = 8.5;
/** Width in points of a short answer: the longest one is two words. */
const ANSWER = 28;
/** A table head taller than this, in points, is not repeated on every page, because it would leave no room for rows. */
const REPEATED_HEAD = 120;
/** Number of table rows that are placed together with the title; the other rows follow separately. */
const BESIDE_TITLE = 3;
const NO_VALUE = '–';

/** Draws one block at the current position. Signatures are never alone on a page: the end of the block before them moves with them. */
export function placeBlock(block: PrintBlock, sheet: Sheet, next?: PrintBlock): void {
  const after = next?.kind === 'signatures' ? signaturesHeight(next) : 0;
  if (block.kind === 'section') placeSection(block, sheet, after);
  else if (block.kind === 'answers') placeAnswers(block, sheet, after);
  else if (block.kind === 'table') placeTable(block, sheet, after);
  else if (block.kind === 'paragraph') placeParagraph(block, sheet, after);
  else if (block.kind === 'codes') placeCodes(block, sheet);
  else placeSignatures(block, sheet);
}

function placeSection({ title, rows }: Section, sheet: Sheet, after: number): void {
  const { pens, root } = sheet;
  const side = sideTitle(title, sheet);
  const inner = innerOf(sheet, title);
  const facts = rows.map(({ label, value }): Fact => {
    const text = value.trim() === '' ? NO_VALUE : value;
    const [name, content] = [
      { text: label, font: pens.regular, size: LABEL_SIZE, colour: COLOURS.secondary, element: root.add('P') },
      { text, font: pens.regular, size: VALUE_SIZE, colour: COLOURS.text, element: root.add('P') },
    ];
    return { label: name, value: content, width: lineWidth(name) + BETWEEN + lineWidth(content) };
  });
  const lines: Band[][] = [];
  for (let index = 0; index < facts.length; index++) {
    const [fact, next] = facts.slice(index, index + 2) as [Fact, Fact | undefined];
    const share = next && SHARES.find((each) => fact.width <= inner.width * each - GUTTER / 2 && next.width <= inner.width * (1 - each) - GUTTER / 2);
    if (share) index++;
    const cells = share
      ? [
          ...factCells(fact, inner.x, inner.width * share - GUTTER / 2),
          ...factCells(next, inner.x + inner.width * share + GUTTER / 2, inner.width * (1 - share) - GUTTER / 2),
        ]
      : factCells(fact, inner.x, inner.width);
    const underline = (canvas: Canvas, top: number, height: number) => {
      for (const { x, width } of cells) canvas.rule(x, top - height, width, COLOURS.hairline, 0.4);
    };
    lines.push(rowOfCells(cells, { above: 0.5, below: 1, background: underline }));
  }
  placeBeside(side, lines, sheet, after);
}

interface Fact {
  label: CellText;
  value: CellText;
  /** Width of label and value on one line, in points. */
  width: number;
}

/** Returns the cells of a label and its value: at the two ends of one line, or one below the other if they are too long for one line. */
const factCells = ({ label, value, width: needed }: Fact, x: number, width: number): Cell[] =>
  needed > width
    ? [{ x, width, texts: [label, value] }]
    : [
        { x, width, texts: [{ ...label, leading: VALUE_SIZE * value.font.leading }], unbroken: true },
        { x, width, texts: [value], unbroken: true, align: 'right' },
      ];

/** Returns the width of a text on one line; infinite if the text has several lines. */
const lineWidth = ({ text, font, size }: CellText): number => {
  const [line = '', ...others] = wrap(text, font, size, Number.POSITIVE_INFINITY);
  return others.length > 0 ? Number.POSITIVE_INFINITY : font.widthOf(line, size) + 0.01;
};

/** Returns the cell for the title of a block, beside its rows. */
function sideTitle(title: string, { pens, root, x }: Sheet): Cell | undefined {
  if (!title) return undefined;
  return { x, width: SIDE, texts: [{ text: title, font: pens.bold, size: TITLE_SIZE, colour: COLOURS.navy, element: root.add('H2') }] };
}

const innerOf = ({ x, width }: Sheet, title: string): { x: number; width: number } =>
  title ? { x: x + SIDE + SIDE_GAP, width: width - SIDE - SIDE_GAP } : { x, width };

/** Places rows with the title beside them, under a rule. The title may be as tall as several rows, which are then kept on one page. */
function placeBeside(side: Cell | undefined, rows: Band[][], { flow, x, width }: Sheet, after: number): void {
  const line: Band = { height: 5, keepWithNext: true, draw: (canvas, top) => canvas.decorate(() => canvas.rule(x, top - 2.5, width, COLOURS.rule, 0.5)) };
  const title = side && rowOfCells([side], { above: 0.5, below: 1.5 });
  const bands: Band[] = [line];
  let left = heightOf(title ?? []);
  const [first] = title ?? [];
  if (title && title.length === 1 && first) bands.push({ height: 0, drawnHeight: left, keepWithNext: true, draw: first.draw });
  else if (title) {
    bands.push(...title);
    left = 0;
  }
  rows.forEach((row, index) => {
    const last = index === rows.length - 1;
    left -= heightOf(row);
    const kept = left > 0 || (last && after > 0);
    bands.push(...(kept ? together(row) : row));
  });
  if (left > 0) bands.push(gap(left));
  flow.place(bands, after);
}

/** Keeps the lines of a row on one page, unless there are too many. */
const together = (row: Band[]): Band[] => (heightOf(row) <= REPEATED_HEAD ? row.map((band) => ({ ...band, keepWithNext: true })) : row);

function placeAnswers({ title, items }: Answers, sheet: Sheet, after: number): void {
  const { pens, root } = sheet;
  const side = sideTitle(title, sheet);
  const inner = innerOf(sheet, title);
  const rows = items.map(({ question, answer }) => {
    const text = (value: string, font: CellText['font']): CellText[] => [
      { text: value, font, size: ANSWER_SIZE, colour: COLOURS.text, element: root.add('P') },
    ];
    const cells: Cell[] = [
      { x: inner.x, width: inner.width - ANSWER - BETWEEN, texts: text(question, pens.regular) },
      { x: inner.x + inner.width - ANSWER, width: ANSWER, texts: text(answer || NO_VALUE, pens.bold), align: 'right' },
    ];
    return rowOfCells(cells, { above: 0.5, below: 0.5 });
  });
  placeBeside(side, rows, sheet, after);
}

function placeTable(table: Table, sheet: Sheet, after: number): void {
  const { flow, pens, root } = sheet;
  const side = sideTitle(table.title, sheet);
  const { x, width } = innerOf(sheet, table.title);
  if (table.columns.length === 0) {
    placeBeside(side, [], sheet, after);
    return;
  }
  const element = root.add('Table');
  const columns = columnsOf(table, x, width);
  const cellsOf = (texts: string[], style: Pick<CellText, 'font' | 'colour'> & { size?: number }, elements?: StructureElement[]): Cell[] =>
    columns.map(({ x: left, width: wide, align }, index) => ({
      x: left,
      width: wide,
      align,
      texts: [{ text: texts[index] ?? '', size: TABLE_SIZE, ...style, element: elements?.[index] }],
    }));
  const line = (thickness: number, colour: (typeof COLOURS)['rule'] | (typeof COLOURS)['navy']) => (canvas: Canvas, top: number, height: number) =>
    canvas.rule(x, top - height, width, colour, thickness);

  const titles = table.columns.map((column) => column.title);
  const head = (elements?: StructureElement[]) =>
    rowOfCells(cellsOf(titles, { font: pens.bold, colour: COLOURS.navy, size: HEAD_SIZE }, elements), {
      above: 1,
      below: 1.5,
      background: (canvas, top, height) => {
        canvas.rectangle(x, top - height, width, height, COLOURS.faint);
        line(0.8, COLOURS.navy)(canvas, top, height);
      },
    });
  const first = head(rowElements(element, 'TH', columns.length));
  const repeated = head();
  const fits = heightOf(repeated) <= REPEATED_HEAD;
  const body = table.rows.map((row) =>
    rowOfCells(cellsOf(row, { font: pens.regular, colour: COLOURS.text }, rowElements(element, 'TD', columns.length)), {
      above: 1,
      below: 1.5,
      background: line(0.4, COLOURS.rule),
    }),
  );
  const totalCells = table.total && cellsOf(table.total, { font: pens.bold, colour: COLOURS.text }, rowElements(element, 'TD', columns.length));
  const total = totalCells ? rowOfCells(totalCells, { above: 1.5, below: 2, background: line(1, COLOURS.navy) }) : [];
  const [start, rest] = [body.slice(0, BESIDE_TITLE), body.slice(BESIDE_TITLE)];
  // The table head is never the last line of a page; the last row stays on the page of the total and of what follows.
  placeBeside(side, [together(first), ...start], sheet, rest.length > 0 ? 0 : heightOf(total) + after);
  flow.repeating(fits ? repeated : [], () => {
    flow.place(rest.flat(), heightOf(total) + after);
    flow.place(total, after);
  });
}

/** Returns the columns of a table. Their widths are shares of the total; a share that is not a positive number counts as one. */
function columnsOf(table: Table, x: number, width: number): { x: number; width: number; align?: 'left' | 'right' }[] {
  const shares = table.columns.map((column) => (Number.isFinite(column.width) && column.width > 0 ? column.width : 1));
  const largest = Math.max(...shares);
  // No share is smaller than the largest share divided by three times the number of columns, because one letter per line is unreadable.
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

function placeParagraph({ title, text }: Paragraph, sheet: Sheet, after: number): void {
  const { pens, root } = sheet;
  const style = { font: pens.regular, size: PARAGRAPH_SIZE, colour: COLOURS.text };
  const side = sideTitle(title ?? '', sheet);
  const inner = innerOf(sheet, title ?? '');
  if (side)
    placeBeside(
      side,
      textBands(text, inner.x, inner.width, style, root.add('P')).map((band) => [band]),
      sheet,
      after,
    );
  else {
    const lines = textBands(text, inner.x, inner.width, style, root.add('P'));
    sheet.flow.place([gap(6, true), ...(after > 0 ? together(lines) : lines)], after);
  }
}

const CODES_IN_ROW = 3;

function placeCodes({ items }: Codes, { flow, pens, root, x, width }: Sheet): void {
  const wide = (width - (CODES_IN_ROW - 1) * GUTTER) / CODES_IN_ROW;
  for (let from = 0; from < items.length; from += CODES_IN_ROW) {
    const row = items.slice(from, from + CODES_IN_ROW).map((item, i) => {
      const code = qrCodeOf(item.text);
      return { ...item, code, ...qrSquare(code), left: x + i * (wide + GUTTER) };
    });
    const codes: Band = {
      height: Math.max(...row.map(({ side }) => side)),
      keepWithNext: true,
      draw: (canvas, top) => {
        for (const { code, side, quiet, title, left } of row) drawQr(canvas, code, left - quiet, top, side, root.add('Figure', title || 'QR'));
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

const SIGNATURE_LINE = 26;
const SIGNATURE_HEIGHT = SIGNATURE_LINE + 14;

/** At least the height of the signature lines. */
const signaturesHeight = ({ lines }: Signatures): number => Math.ceil(lines.length / 2) * SIGNATURE_HEIGHT;

function placeSignatures(signatures: Signatures, { flow, pens, root, x, width }: Sheet): void {
  const half = (width - GUTTER) / 2;
  const bands: Band[] = [];
  for (let index = 0; index < signatures.lines.length; index += 2) {
    const cells = signatures.lines.slice(index, index + 2).map(
      (text, column): Cell => ({
        x: x + column * (half + GUTTER),
        width: half,
        texts: [{ text, font: pens.regular, size: 8, colour: COLOURS.secondary, element: root.add('P') }],
      }),
    );
    const ruled: Band = {
      height: SIGNATURE_LINE,
      keepWithNext: true,
      draw: (canvas, top) =>
        canvas.decorate(() => {
          for (const cell of cells) canvas.rule(cell.x, top - SIGNATURE_LINE + 2, cell.width, COLOURS.text, 0.7);
        }),
    };
    bands.push(ruled, ...rowOfCells(cells, { above: 1, below: 3 }));
  }
  flow.place(bands);
}
