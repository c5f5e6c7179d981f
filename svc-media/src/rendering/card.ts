import type { PrintBlock, PrintLayout } from '@portal/contract-kit';
import { Canvas, COLOURS, type Colour } from './canvas.ts';
import type { DrawingContext } from './drawing-context.ts';
import type { Pen } from './pen.ts';
import { drawBadge, drawQr, qrCodeOf } from './qr-and-badge.ts';
import { type Role, StructureElement } from './structure.ts';
import { fit } from './text.ts';

const MM = 72 / 25.4;
/** ID-1 of ISO/IEC 7810, the size of a bank card. */
const CARD = { width: 85.6 * MM, height: 54 * MM };
const MARGIN = 3.5 * MM;
const HEAD = 10 * MM;
const PHOTO = { width: 21 * MM, height: 28 * MM };
const QR_SIDE = 41 * MM;
const SMALLEST = 4;

interface Box {
  x: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Draws one card: the holder on the front, the QR code and the small print on the back. A text that is too long gets smaller letters, and is finally cut with
 * an ellipsis.
 */
export function drawCard(layout: PrintLayout, context: Omit<DrawingContext, 'root'>): { pages: Canvas[]; root: StructureElement } {
  const drawing: DrawingContext = { ...context, root: new StructureElement('Document') };
  const front = new Canvas(0, CARD.width, CARD.height, layout.direction === 'rtl');
  const back = new Canvas(1, CARD.width, CARD.height, layout.direction === 'rtl');
  drawFront(layout, front, drawing);
  drawBack(layout, back, drawing);
  return { pages: [front, back], root: drawing.root };
}

function drawFront(layout: PrintLayout, canvas: Canvas, drawing: DrawingContext): void {
  const { pens, photo, root } = drawing;
  canvas.decorate(() => canvas.rectangle(0, CARD.height - HEAD, CARD.width, HEAD, COLOURS.navy));
  const inner = CARD.width - 2 * MARGIN;
  // The title is first in the reading order, although the line of the issuer is printed above it in smaller letters.
  write(layout.issuer, canvas, { x: MARGIN, top: CARD.height - 4, width: inner, height: 8 }, pens.regular, COLOURS.white, 6, drawing, 'P');
  write(layout.title, canvas, { x: MARGIN, top: CARD.height - 12, width: inner, height: 14 }, pens.bold, COLOURS.white, 10, drawing, 'H1');

  const top = CARD.height - HEAD - 2.2 * MM;
  if (photo) photo.drawWithin(canvas, { x: MARGIN, top, ...PHOTO }, root);
  const x = photo ? MARGIN + PHOTO.width + 3 * MM : MARGIN;
  const width = CARD.width - x - MARGIN;
  const foot = 7 * MM;
  let y = top;
  if (layout.subtitle) {
    write(layout.subtitle, canvas, { x, top: y, width, height: 19 }, pens.bold, COLOURS.text, 9.5, drawing, 'P');
    y -= 20;
  }
  drawRows(rowsOf(layout.blocks), canvas, { x, top: y, width, height: y - foot - MARGIN * 0.6 }, drawing);
  const half = inner / 2 - 4;
  write(layout.reference, canvas, { x: MARGIN, top: MARGIN + 11, width: layout.badge ? half : inner, height: 10 }, pens.bold, COLOURS.navy, 8, drawing, 'P');
  if (layout.badge) {
    drawBadge(canvas, layout.badge, { x: CARD.width - MARGIN - half, top: MARGIN + 12, width: half, height: 13, align: 'right' }, pens, root.add('P'));
  }
}

function drawBack(layout: PrintLayout, canvas: Canvas, drawing: DrawingContext): void {
  const { pens, root } = drawing;
  const top = CARD.height - MARGIN;
  const side = layout.qr ? QR_SIDE : 0;
  if (layout.qr) drawQr(canvas, qrCodeOf(layout.qr.text), MARGIN, top, QR_SIDE, root.add('Figure', layout.qr.caption || 'QR'));
  const x = layout.qr ? MARGIN + side + 2 * MM : MARGIN;
  const width = CARD.width - x - MARGIN;
  const captionHeight = 40;
  if (layout.qr) write(layout.qr.caption, canvas, { x, top: top - 6, width, height: captionHeight }, pens.regular, COLOURS.secondary, 6.5, drawing, 'P');
  const small = smallPrint(layout.blocks);
  const smallTop = layout.qr ? top - 6 - captionHeight - 4 : top;
  if (small) write(small, canvas, { x, top: smallTop, width, height: smallTop - MARGIN - 22 }, pens.regular, COLOURS.text, 6, drawing, 'P');
  write(layout.footer, canvas, { x: MARGIN, top: MARGIN + 9, width: CARD.width - 2 * MARGIN, height: 13 }, pens.regular, COLOURS.secondary, 5.5, drawing, 'P');
}

function drawRows(rows: { label: string; value: string }[], canvas: Canvas, box: Box, drawing: DrawingContext): void {
  if (rows.length === 0) return;
  const { pens, root } = drawing;
  const columns = rows.length > 3 ? 2 : 1;
  const lines = Math.ceil(rows.length / columns);
  const height = Math.min(19, box.height / lines);
  const width = (box.width - (columns - 1) * 6) / columns;
  const smallest = Math.min(SMALLEST, height * 0.3);
  for (const [index, { label, value }] of rows.entries()) {
    const x = box.x + (index % columns) * (width + 6);
    const top = box.top - Math.floor(index / columns) * height;
    const name = fit(label, pens.regular, { width, height: height * 0.37 }, Math.min(5, height * 0.29), smallest);
    const text = fit(value, pens.bold, { width, height: height * 0.6 }, Math.min(7.5, height * 0.44), smallest);
    canvas.mark(root.add('P'), () => canvas.text(name.lines[0], x, top - name.size, pens.regular, name.size, COLOURS.secondary));
    canvas.mark(root.add('P'), () => canvas.lines(text.lines, x, top - height * 0.37 - text.size * 0.95, text.leading, pens.bold, text.size, COLOURS.text));
  }
}

function write(text: string, canvas: Canvas, box: Box, font: Pen, colour: Colour, largest: number, { root }: DrawingContext, role: Role): void {
  if (text.trim() === '') return;
  const { size, leading, lines } = fit(text, font, box, largest, Math.min(SMALLEST, box.height / 1.25));
  canvas.mark(root.add(role), () => canvas.lines(lines, box.x, box.top - size, leading, font, size, colour));
}

const rowsOf = (blocks: PrintBlock[]) => blocks.flatMap((block) => (block.kind === 'section' ? block.rows : []));

/** Returns everything in the layout that is not a labelled value, as running text for the back. */
function smallPrint(blocks: PrintBlock[]): string {
  return blocks
    .flatMap((block) => {
      if (block.kind === 'paragraph') return [block.title, block.text];
      if (block.kind === 'signatures') return block.lines;
      if (block.kind === 'answers') return [block.title, ...block.items.map(({ question, answer }) => `${question} ${answer}`)];
      if (block.kind === 'table') return [block.title, ...[...block.rows, block.total ?? []].map((row) => row.join(' · '))];
      return [];
    })
    .filter(Boolean)
    .join('\n');
}
