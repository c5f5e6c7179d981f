import type { PrintLayout } from '@portal/contract-kit';
import { codeMask, codeParts } from '@portal/contract-kit/seal';
import qrcode from 'qrcode';
import type { Pens } from './bands.ts';
import { type Canvas, COLOURS, type Colour, type Segment } from './canvas.ts';
import type { StructureElement } from './structure.ts';
import { fit } from './text.ts';

type Badge = NonNullable<PrintLayout['badge']>;

const TONES: Record<Badge['tone'], Colour> = { good: COLOURS.good, bad: COLOURS.bad, warn: COLOURS.warn, plain: COLOURS.secondary };
export const QUIET_ZONE = 4;
/** Width of the QR code in points: 40.5 mm, which a phone can read at arm's length. */
export const QR_WIDTH = (40.5 / 25.4) * 72;

/** A QR code: the runs of dark modules, row by row, and the length of its side in modules. */
export interface QrCode {
  size: number;
  runs: { column: number; row: number; length: number }[];
}

/** Returns the QR code of a text; undefined for an empty text, and for a text that is too long for a code. */
export function qrCodeOf(text: string): QrCode | undefined {
  if (text === '') return undefined;
  for (const errorCorrectionLevel of ['M', 'L'] as const) {
    try {
      const { size, data } = qrcode.create(codeParts(text), { errorCorrectionLevel, maskPattern: codeMask }).modules;
      const runs = [];
      for (let row = 0; row < size; row++) {
        for (let column = 0; column < size; column++) {
          const start = column;
          while (column < size && data[row * size + column]) column++;
          if (column > start) runs.push({ column: start, row, length: column - start });
        }
      }
      return { size, runs };
    } catch {
      // The text is too long for this error correction level; the next level has more room.
    }
  }
  return undefined;
}

/** Returns the side of a QR code with its quiet zone, and the width of that zone, such that the code alone is `QR_WIDTH` wide. */
export function qrSquare(code: QrCode | undefined): { side: number; quiet: number } {
  const quiet = code ? (QUIET_ZONE * QR_WIDTH) / code.size : 0;
  return { side: QR_WIDTH + 2 * quiet, quiet };
}

/** Draws the QR code with its quiet zone, in a white square with the given upper left corner. */
export function drawQr(canvas: Canvas, code: QrCode | undefined, x: number, top: number, side: number, element: StructureElement): void {
  canvas.mark(element, () => {
    canvas.rectangle(x, top - side, side, side, COLOURS.white);
    if (!code) return;
    const module = side / (code.size + 2 * QUIET_ZONE);
    canvas.modules(code, x + QUIET_ZONE * module, top - QUIET_ZONE * module, module);
  });
}

/**
 * Draws a framed word, with a different shape for each tone, so that the tone is recognisable without colour. The frame is as wide as the text, at the left or
 * right of the box.
 * @returns the width of the frame
 */
export function drawBadge(
  canvas: Canvas,
  badge: Badge,
  box: { x: number; top: number; width: number; height: number; align?: 'right' },
  pens: Pens,
  element: StructureElement,
): number {
  const colour = TONES[badge.tone] ?? COLOURS.secondary;
  const { height, top } = box;
  const shape = badge.tone === 'plain' ? 0 : height * 0.5;
  const inset = height * 0.28;
  const left = inset + (shape > 0 ? shape + inset * 0.7 : 0);
  const text = fit(badge.text, pens.bold, { width: box.width - left - inset, height: height * 0.9 }, height * 0.5, height * 0.22);
  const width = left + inset + Math.max(...text.lines.map((line) => pens.bold.widthOf(line, text.size)));
  const x = box.align === 'right' ? box.x + box.width - width : box.x;
  canvas.mark(element, () => {
    canvas.rectangle(x, top - height, width, height, COLOURS.white);
    canvas.frame(x + 0.6, top - height + 0.6, width - 1.2, height - 1.2, colour, 1.2);
    if (shape > 0) drawShape(canvas, badge.tone, canvas.left(x + inset, shape), top - (height - shape) / 2, shape, colour);
    const first = top - height / 2 + (text.lines.length * text.leading) / 2 - text.leading / 2 - text.size * 0.357;
    canvas.lines(text.lines, x + left, first, text.leading, pens.bold, text.size, colour);
  });
  return width;
}

function drawShape(canvas: Canvas, tone: Badge['tone'], x: number, top: number, side: number, colour: Colour): void {
  const at = (dx: number, dy: number): [number, number] => [x + dx * side, top - dy * side];
  const line = (...points: [number, number][]): Segment[] => points.map((point, index) => [index === 0 ? 'M' : 'L', ...at(...point)]);
  if (tone === 'good') {
    canvas.fill(circle(...at(0.5, 0.5), side / 2), colour);
    canvas.stroke(line([0.26, 0.52], [0.44, 0.7], [0.75, 0.33]), COLOURS.white, side * 0.12);
  } else if (tone === 'bad') {
    const cut = 0.29;
    canvas.fill(line([cut, 0], [1 - cut, 0], [1, cut], [1, 1 - cut], [1 - cut, 1], [cut, 1], [0, 1 - cut], [0, cut]), colour);
    canvas.stroke([...line([0.32, 0.32], [0.68, 0.68]), ...line([0.68, 0.32], [0.32, 0.68])], COLOURS.white, side * 0.12);
  } else {
    canvas.fill(line([0.5, 0.02], [1.04, 0.98], [-0.04, 0.98]), colour);
    canvas.stroke(line([0.5, 0.38], [0.5, 0.64]), COLOURS.white, side * 0.1);
    canvas.stroke(line([0.5, 0.82], [0.5, 0.821]), COLOURS.white, side * 0.11);
  }
}

function circle(x: number, y: number, radius: number): Segment[] {
  const c = radius * 0.5523;
  return [
    ['M', x + radius, y],
    ['C', x + radius, y + c, x + c, y + radius, x, y + radius],
    ['C', x - c, y + radius, x - radius, y + c, x - radius, y],
    ['C', x - radius, y - c, x - c, y - radius, x, y - radius],
    ['C', x + c, y - radius, x + radius, y - c, x + radius, y],
  ];
}
