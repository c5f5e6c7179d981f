import type { PrintLayout } from '@portal/contract-kit';
import { textBands } from './bands.ts';
import { placeBlock } from './blocks.ts';
import { Canvas, COLOURS, type Colour } from './canvas.ts';
import type { DrawingContext } from './drawing-context.ts';
import { Flow } from './flow.ts';
import { LEADING } from './pen.ts';
import { drawBadge, drawQr, qrCodeOf, qrSquare } from './qr-and-badge.ts';
import { StructureElement } from './structure.ts';
import { atMost, wrap } from './text.ts';

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 36;
const TOP = 26;
const WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = 38;
const PHOTO = { width: 78, height: 100 };
const BADGE = 22;
const APART = 10;
const CAPTION_SIZE = 8;
const CAPTION_LINES = 3;

/** A last page with less content than this, in points, is avoided if possible, unless the form has many pages. */
const NEARLY_EMPTY = 0.35 * PAGE.height;
const MANY_PAGES = 20;

interface DrawnForm {
  pages: Canvas[];
  root: StructureElement;
}

/**
 * Draws a form on A4: a heading with the QR code, blocks one below the other, a footer and a page number on every page. Each of the following forms begins on a
 * new page. If the last page of a form would be nearly empty, the lines of this form are set closer, provided that this saves the page.
 */
export function drawForm(layout: PrintLayout, context: Omit<DrawingContext, 'root'>): DrawnForm {
  const root = new StructureElement('Document');
  const drawn: SingleForm[] = [];
  let count = 0;
  for (const form of [layout, ...(layout.following ?? [])]) {
    drawn.at(-1)?.pages.at(-1)?.compress();
    const single = drawSingle(form, form === layout ? context : { ...context, photo: undefined }, count);
    root.kids.push(...single.root.kids);
    drawn.push(single);
    count += single.pages.length;
  }
  let number = 0;
  for (const { form, pages, leading } of drawn) {
    setLeading(context, leading);
    for (const page of pages) drawFoot(page, form, context, `${++number} / ${count}`);
  }
  return { pages: drawn.flatMap(({ pages }) => pages), root };
}

interface SingleForm extends DrawnForm {
  form: PrintLayout;
  /** The distance between its lines, as a multiple of their size. */
  leading: number;
  /** Whether its last page is nearly empty. */
  isWasteful: boolean;
}

/** Draws one form without its footers. @param before number of pages before it */
function drawSingle(form: PrintLayout, context: Omit<DrawingContext, 'root'>, before: number): SingleForm {
  const usual = drawWith(LEADING.usual, form, context, before);
  if (!usual.isWasteful || usual.pages.length > MANY_PAGES) return usual;
  const tight = drawWith(LEADING.tight, form, context, before);
  return tight.pages.length < usual.pages.length ? tight : usual;
}

function drawWith(leading: number, form: PrintLayout, context: Omit<DrawingContext, 'root'>, before: number): SingleForm {
  const drawing: DrawingContext = { ...context, root: new StructureElement('Document') };
  setLeading(context, leading);
  const pages: Canvas[] = [];
  const open = () => {
    pages.at(-1)?.compress();
    const canvas = new Canvas(before + pages.length, PAGE.width, PAGE.height, form.direction === 'rtl');
    pages.push(canvas);
    return { canvas, top: pages.length === 1 ? PAGE.height - TOP : runningHead(canvas, form, drawing) };
  };
  const flow = new Flow(open, BOTTOM);
  placeHead(form, drawing, flow);
  placeBlocks(form, drawing, flow);
  return { form, pages, root: drawing.root, leading, isWasteful: pages.length > 1 && PAGE.height - flow.y < NEARLY_EMPTY };
}

function setLeading({ pens }: Pick<DrawingContext, 'pens'>, leading: number): void {
  pens.regular.leading = leading;
  pens.bold.leading = leading;
}

/** Draws the heading: what the form is and whom it is about, beside the photo and the code. */
function placeHead(layout: PrintLayout, drawing: DrawingContext, flow: Flow): void {
  const { pens, root, photo } = drawing;
  const first = flow.page;
  const top = PAGE.height - TOP;
  const code = layout.qr && qrCodeOf(layout.qr.text);
  const { side, quiet } = qrSquare(code);
  // The margin of the page is part of the code's quiet zone.
  const codeLeft = PAGE.width - MARGIN + quiet - side;
  const photoLeft = (layout.qr ? codeLeft : PAGE.width - MARGIN) - PHOTO.width;
  const width = (photo ? photoLeft - APART : layout.qr ? codeLeft : PAGE.width - MARGIN) - MARGIN;
  const line = (text: string, size: number, bold: boolean, colour: Colour, role: 'H1' | 'P') =>
    flow.place(textBands(text, MARGIN, width, { font: bold ? pens.bold : pens.regular, size, colour }, root.add(role)));
  if (layout.issuer) line(layout.issuer, 8.5, true, COLOURS.secondary, 'P');
  flow.skip(1);
  line(layout.title, 14, true, COLOURS.navy, 'H1');
  if (layout.subtitle) line(layout.subtitle, 9.5, false, COLOURS.secondary, 'P');
  flow.skip(3);
  if (layout.holder) line(layout.holder, 12, true, COLOURS.navy, 'P');
  if (layout.reference) line(layout.reference, 12, true, COLOURS.navy, 'P');
  placeBadge(layout, width, flow, drawing);
  if (photo) photo.drawWithin(first, { x: photoLeft, top, ...PHOTO }, root);
  if (layout.qr) drawQr(first, code, codeLeft, top + quiet, side, root.add('Figure', layout.qr.caption || 'QR'));
  const lowest = Math.min(layout.qr ? top + quiet - side : top, photo ? top - PHOTO.height : top);
  if (flow.page === first) flow.skip(Math.max(0, flow.y - lowest));
  flow.skip(4);
}

/** Draws the badge, and beside or below it what the code is for. */
function placeBadge({ badge, qr }: PrintLayout, width: number, flow: Flow, { pens, root }: DrawingContext): void {
  const caption = qr?.caption ?? '';
  const style = { font: pens.regular, size: CAPTION_SIZE, colour: COLOURS.secondary };
  const lines = atMost(wrap(caption, pens.regular, CAPTION_SIZE, width), CAPTION_LINES, pens.regular, CAPTION_SIZE, width);
  let beside = 0;
  if (badge) {
    flow.skip(4);
    flow.ensure(BADGE);
    const used = drawBadge(flow.page, badge, { x: MARGIN, top: flow.y, width, height: BADGE }, pens, root.add('P'));
    const left = width - used - APART;
    if (lines.length === 1 && caption !== '' && pens.regular.widthOf(lines[0] as string, CAPTION_SIZE) <= left) beside = MARGIN + used + APART;
    flow.skip(beside ? (BADGE - CAPTION_SIZE * pens.regular.leading) / 2 : BADGE + 2);
  }
  if (caption !== '') {
    const element = root.add('P');
    flow.place(lines.flatMap((text) => textBands(text, beside || MARGIN, width, style, element)));
  }
  if (beside) flow.skip((BADGE - CAPTION_SIZE * pens.regular.leading) / 2);
}

function placeBlocks(layout: PrintLayout, { pens, root }: DrawingContext, flow: Flow): void {
  const sheet = { flow, pens, root, x: MARGIN, width: WIDTH };
  for (const [index, block] of layout.blocks.entries()) placeBlock(block, sheet, layout.blocks[index + 1]);
}

/** Draws the name and the reference at the top of every page after the first. */
function runningHead(canvas: Canvas, layout: PrintLayout, { pens }: DrawingContext): number {
  const size = 8;
  const baseline = PAGE.height - TOP - 8;
  const one = (text: string, width: number, font = pens.regular) => atMost(wrap(text, font, size, width), 1, font, size, width)[0] ?? '';
  const about = one([layout.holder, layout.reference].filter(Boolean).join(' · '), WIDTH * 0.6, pens.bold);
  const aboutWidth = pens.bold.widthOf(about, size);
  canvas.decorate(() => {
    canvas.text(one(layout.title, WIDTH - aboutWidth - 24), MARGIN, baseline, pens.regular, size, COLOURS.secondary);
    canvas.text(about, PAGE.width - MARGIN - aboutWidth, baseline, pens.bold, size, COLOURS.navy);
    canvas.rule(MARGIN, baseline - 6, WIDTH, COLOURS.navy, 0.8);
  });
  return baseline - 10;
}

function drawFoot(canvas: Canvas, layout: PrintLayout, { pens }: Pick<DrawingContext, 'pens'>, number: string): void {
  const size = 7;
  const width = WIDTH - 60;
  const font = pens.regular;
  canvas.decorate(() => {
    canvas.rule(MARGIN, BOTTOM - 6, WIDTH, COLOURS.rule, 0.5);
    const lines = atMost(wrap(layout.footer, font, size, width), 2, font, size, width);
    canvas.lines(lines, MARGIN, BOTTOM - 15, size * font.leading, font, size, COLOURS.secondary);
    canvas.text(number, PAGE.width - MARGIN - pens.bold.widthOf(number, 8), BOTTOM - 15, pens.bold, 8, COLOURS.navy);
  });
}
