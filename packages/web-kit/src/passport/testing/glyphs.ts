import { ALPHABET } from '../zone/formats.ts';
import { type Outlines, roundOutlines, squareOutlines } from './ocr-b.ts';

/** Width of a character cell, in the units of the outlines. */
const CELL = 723;
/** Height of the middle of a line, in the units of the outlines. */
const MIDDLE = 370;
/** The number of samples for each cell width. */
const DENSITY = 40;
const LEFT = -0.1;
const TOP = -0.75;
const WIDTH = Math.round(1.2 * DENSITY);
const HEIGHT = Math.round(1.5 * DENSITY);

type Point = readonly [number, number];

/** Returns the corners of a glyph's outlines, in cell widths from the left side of the cell and the middle of the line; y grows downwards. */
function polygonsOf(path: string): Point[][] {
  const polygons: Point[][] = [];
  let polygon: Point[] = [];
  const add = (x: number, y: number) => polygon.push([x / CELL, (MIDDLE - y) / CELL]);
  let at = [0, 0];
  for (const [, kind, rest] of path.matchAll(/([MLC])([^MLCZ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = (rest as string).trim().split(/\s+/).map(Number);
    if (kind === 'M') {
      polygon = [];
      polygons.push(polygon);
    }
    if (kind === 'C') {
      const [x = 0, y = 0] = at;
      for (let step = 1; step <= 8; step += 1) {
        const t = step / 8;
        const s = 1 - t;
        add(s * s * s * x + 3 * s * s * t * a + 3 * s * t * t * c + t * t * t * e, s * s * s * y + 3 * s * s * t * b + 3 * s * t * t * d + t * t * t * f);
      }
      at = [e, f];
    } else {
      add(a, b);
      at = [a, b];
    }
  }
  return polygons;
}

/** Returns the distance from a point to the glyph's edge; negative inside the glyph. */
function distanceTo(polygons: readonly Point[][], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let winding = 0;
  for (const polygon of polygons) {
    for (let i = 0; i < polygon.length; i += 1) {
      const [ax, ay] = polygon[i] as Point;
      const [bx, by] = polygon[(i + 1) % polygon.length] as Point;
      const dx = bx - ax;
      const dy = by - ay;
      const length = dx * dx + dy * dy;
      const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
      nearest = Math.min(nearest, (ax + t * dx - x) ** 2 + (ay + t * dy - y) ** 2);
      if (ay <= y !== by <= y && x < ax + ((y - ay) / dy) * dx) winding += dy > 0 ? 1 : -1;
    }
  }
  return (winding === 0 ? 1 : -1) * Math.sqrt(nearest);
}

function fieldOf(path: string): Float32Array {
  const polygons = polygonsOf(path);
  const field = new Float32Array(WIDTH * HEIGHT);
  for (let row = 0; row < HEIGHT; row += 1) {
    for (let column = 0; column < WIDTH; column += 1) field[row * WIDTH + column] = distanceTo(polygons, LEFT + column / DENSITY, TOP + row / DENSITY);
  }
  return field;
}

/** The characters of OCR-B as distance fields, so that they can be drawn at any size, turned, bold or blurred. */
export class Typeface {
  private readonly fields: Float32Array[];

  constructor(outlines: Outlines) {
    this.fields = [...ALPHABET].map((character) => fieldOf(outlines[character] as string));
  }

  /** Returns the distance from a point of a character's cell to the edge of the character, in cell widths; negative in the ink. */
  distance(glyph: number, x: number, y: number): number {
    const field = this.fields[glyph] as Float32Array;
    const fx = (x - LEFT) * DENSITY;
    const fy = (y - TOP) * DENSITY;
    const column = Math.floor(fx);
    const row = Math.floor(fy);
    if (column < 0 || row < 0 || column >= WIDTH - 1 || row >= HEIGHT - 1) return 1;
    const at = row * WIDTH + column;
    const h = fx - column;
    const v = fy - row;
    const top = (field[at] as number) * (1 - h) + (field[at + 1] as number) * h;
    const bottom = (field[at + WIDTH] as number) * (1 - h) + (field[at + WIDTH + 1] as number) * h;
    return top * (1 - v) + bottom * v;
  }
}

/** Returns OCR-B with round and with square stroke ends. */
export const typefaces = (): Typeface[] => [new Typeface(roundOutlines), new Typeface(squareOutlines)];
