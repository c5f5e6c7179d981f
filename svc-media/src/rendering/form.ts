import type { PrintLayout } from '@portal/contract-kit';
import { LEADING, textBands } from './bands.ts';
import { placeBlock } from './blocks.ts';
import { Canvas, COLOURS } from './canvas.ts';
import type { DrawingContext } from './drawing-context.ts';
import { Flow } from './flow.ts';
import { drawBadge, drawQr } from './qr-and-badge.ts';
import { atMost, wrap } from './text.ts';

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 42;
const WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = 66;
/** 47 mm with the quiet zone, so that the code itself has at least 40 mm: readable by a phone at arm's length. */
export const QR_SIDE = 134;
const PHOTO = { width: 85, height: 109 };
const CAPTION_LINES = 6;

/** A form on A4: heading with QR code, blocks below each other, footer and page number on every page. The forms that follow begin on a new page each. */
export function drawForm(layout: PrintLayout, drawing: DrawingContext): Canvas[] {
  const pages: Canvas[] = [];
  const owners: PrintLayout[] = [];
  for (const form of [layout, ...(layout.following ?? [])]) {
    const first = pages.length;
    const open = () => {
      const canvas = new Canvas(pages.length, PAGE.width, PAGE.height);
      pages.push(canvas);
      owners.push(form);
      return { canvas, top: pages.length === first + 1 ? PAGE.height - MARGIN : runningHead(canvas, form, drawing) };
    };
    const flow = new Flow(open, BOTTOM);
    placeHead(form, drawing, flow);
    placeBlocks(form, form === layout ? drawing : { ...drawing, photo: undefined }, flow);
  }
  for (const [index, page] of pages.entries()) drawFoot(page, owners[index] as PrintLayout, drawing, `${index + 1} / ${pages.length}`);
  return pages;
}

function placeHead(layout: PrintLayout, { pens, root }: DrawingContext, flow: Flow): void {
  const width = layout.qr ? WIDTH - QR_SIDE - 20 : WIDTH;
  const first = flow.page;
  const bottom = layout.qr ? drawCode(layout.qr, first, pens, root) : PAGE.height;
  const line = (text: string, size: number, bold: boolean, colour: (typeof COLOURS)['navy'] | (typeof COLOURS)['secondary'], role: 'H1' | 'P') =>
    flow.place(textBands(text, MARGIN, width, { font: bold ? pens.bold : pens.regular, size, colour }, root.add(role)));
  if (layout.issuer) line(layout.issuer, 10, true, COLOURS.secondary, 'P');
  flow.skip(4);
  line(layout.title, 20, true, COLOURS.navy, 'H1');
  if (layout.subtitle) line(layout.subtitle, 11, false, COLOURS.secondary, 'P');
  flow.skip(8);
  if (layout.reference) line(layout.reference, 14, true, COLOURS.navy, 'P');
  if (layout.badge) {
    flow.skip(8);
    flow.ensure(28);
    drawBadge(flow.page, layout.badge, { x: MARGIN, top: flow.y, width, height: 28 }, pens, root.add('P'));
    flow.skip(28);
  }
  if (flow.page === first) flow.skip(Math.max(0, flow.y - bottom));
  flow.skip(8);
  flow.page.decorate(() => flow.page.rule(MARGIN, flow.y, WIDTH, COLOURS.navy, 2));
}

/** Draws at the top right of the first page and returns where it ends. */
function drawCode(qr: NonNullable<PrintLayout['qr']>, canvas: Canvas, pens: DrawingContext['pens'], root: DrawingContext['root']): number {
  const x = PAGE.width - MARGIN - QR_SIDE;
  const top = PAGE.height - MARGIN + 8;
  drawQr(canvas, qr.text, x, top, QR_SIDE, root.add('Figure', qr.caption || 'QR'));
  const size = 7.5;
  const lines = atMost(wrap(qr.caption, pens.regular, size, QR_SIDE), CAPTION_LINES, pens.regular, size, QR_SIDE);
  let y = top - QR_SIDE;
  canvas.mark(root.add('P'), () => {
    for (const text of lines) {
      y -= size * LEADING;
      canvas.text(text, x + (QR_SIDE - pens.regular.widthOf(text, size)) / 2, y + 2.5, pens.regular, size, COLOURS.secondary);
    }
  });
  return y;
}

function placeBlocks(layout: PrintLayout, drawing: DrawingContext, flow: Flow): void {
  const { pens, root, photo } = drawing;
  const sheet = { flow, pens, root, x: MARGIN, width: WIDTH };
  const firstSection = layout.blocks.findIndex((block) => block.kind === 'section');
  if (photo && firstSection < 0) {
    flow.ensure(PHOTO.height + 20);
    flow.skip(14);
    drawPhoto(flow.page, flow.y, drawing);
    flow.skip(PHOTO.height);
  }
  for (const [index, block] of layout.blocks.entries()) {
    if (!photo || index !== firstSection) {
      placeBlock(block, sheet, layout.blocks[index + 1]);
      continue;
    }
    flow.ensure(PHOTO.height + 20);
    const page = flow.page;
    const top = flow.y - 16;
    drawPhoto(page, top, drawing);
    placeBlock(block, { ...sheet, width: WIDTH - PHOTO.width - 18 }, layout.blocks[index + 1]);
    if (flow.page === page) flow.skip(Math.max(0, flow.y - (top - PHOTO.height - 4)));
  }
}

function drawPhoto(canvas: Canvas, top: number, { photo, root }: DrawingContext): void {
  if (!photo) return;
  const x = PAGE.width - MARGIN - PHOTO.width;
  photo.drawWithin(canvas, { x, top, ...PHOTO }, root);
}

function runningHead(canvas: Canvas, layout: PrintLayout, { pens }: DrawingContext): number {
  const size = 8;
  const baseline = PAGE.height - MARGIN - 8;
  const one = (text: string, width: number, font = pens.regular) => atMost(wrap(text, font, size, width), 1, font, size, width)[0];
  const reference = one(layout.reference, WIDTH * 0.45, pens.bold);
  const referenceWidth = pens.bold.widthOf(reference, size);
  canvas.decorate(() => {
    canvas.text(one(layout.title, WIDTH - referenceWidth - 24), MARGIN, baseline, pens.regular, size, COLOURS.secondary);
    canvas.text(reference, PAGE.width - MARGIN - referenceWidth, baseline, pens.bold, size, COLOURS.navy);
    canvas.rule(MARGIN, baseline - 6, WIDTH, COLOURS.navy, 0.8);
  });
  return baseline - 12;
}

function drawFoot(canvas: Canvas, layout: PrintLayout, { pens }: DrawingContext, number: string): void {
  const size = 7.5;
  const width = WIDTH - 70;
  const face = pens.regular;
  canvas.decorate(() => {
    canvas.rule(MARGIN, BOTTOM - 10, WIDTH, COLOURS.rule, 0.6);
    const lines = atMost(wrap(layout.footer, face, size, width), 3, face, size, width);
    canvas.lines(lines, MARGIN, BOTTOM - 21, size * LEADING, pens.regular, size, COLOURS.secondary);
    canvas.text(number, PAGE.width - MARGIN - pens.bold.widthOf(number, 8.5), BOTTOM - 21, pens.bold, 8.5, COLOURS.navy);
  });
}
