import { type Gray, shadeAt } from './gray.ts';
import { pointAt, slopeOf, type TextLine } from './lines.ts';
import { type Activations, activations, CELL_HEIGHT, CELL_WIDTH, classify, normalise, PICTURE_HEIGHT, PICTURE_WIDTH, type Weights } from './network.ts';

/** Reads single characters of a line, each at most once. */
export class LineReader {
  private readonly known = new Map<number, Float32Array>();
  private readonly into: Activations = activations();

  /** @param scale the number of pixels of `gray` for each pixel of the picture in which the line was found */
  constructor(
    private readonly gray: Gray,
    private readonly line: TextLine,
    private readonly scale: number,
    private readonly weights: Weights,
  ) {}

  /** Returns the probabilities of each character, and of no character, at a place of the line. */
  at(k: number): Float32Array {
    const known = this.known.get(k);
    if (known) return known;
    const read = classify(this.weights, this.cut(k), this.into).out.slice();
    this.known.set(k, read);
    return read;
  }

  private cut(k: number): Float32Array {
    const { line, scale, gray } = this;
    const x = pointAt(line.x, k) * scale - 0.5;
    const y = pointAt(line.y, k) * scale - 0.5;
    const rightX = slopeOf(line.x, k) * scale;
    const rightY = slopeOf(line.y, k) * scale;
    const picture = new Float32Array(CELL_WIDTH * CELL_HEIGHT);
    for (let row = 0; row < CELL_HEIGHT; row += 1) {
      for (let column = 0; column < CELL_WIDTH; column += 1) {
        let sum = 0;
        for (let part = 0; part < 4; part += 1) {
          const u = ((column + (part & 1 ? 0.75 : 0.25)) / CELL_WIDTH - 0.5) * PICTURE_WIDTH;
          const v = ((row + (part & 2 ? 0.75 : 0.25)) / CELL_HEIGHT - 0.5) * PICTURE_HEIGHT;
          sum += shadeAt(gray, x + u * rightX - v * rightY, y + u * rightY + v * rightX);
        }
        picture[row * CELL_WIDTH + column] = sum / 4;
      }
    }
    return normalise(picture);
  }
}
