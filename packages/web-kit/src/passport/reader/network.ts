/** Width and height, in pixels, of the picture of one character that is classified. */
export const CELL_WIDTH = 20;
export const CELL_HEIGHT = 28;
/** The number of classes: the 37 characters of the zone and "nothing". */
export const CLASSES = 38;
export const NOTHING = 37;
/** Width and height of that picture in cells of the zone. They are larger than a cell, so the picture includes the edges of the neighbours. */
export const PICTURE_WIDTH = 1.2;
export const PICTURE_HEIGHT = 1.68;

const KERNEL = 3;
const FIRST = 8;
const SECOND = 16;
const HIDDEN = 48;
const W1 = CELL_WIDTH / 2;
const H1 = CELL_HEIGHT / 2;
const W2 = W1 / 2;
const H2 = H1 / 2;

/** The number of weights and of biases in each layer. */
export const layerSizes = {
  first: [FIRST * KERNEL * KERNEL, FIRST],
  second: [SECOND * FIRST * KERNEL * KERNEL, SECOND],
  hidden: [HIDDEN * SECOND * W2 * H2, HIDDEN],
  out: [CLASSES * HIDDEN, CLASSES],
} as const;

export type LayerName = keyof typeof layerSizes;
export type Weights = Record<LayerName, { weights: Float32Array; biases: Float32Array }>;

/** The outputs of all layers for one picture; the trainer reads them. */
export interface Activations {
  first: Float32Array;
  firstPooled: Float32Array;
  firstWinner: Int32Array;
  second: Float32Array;
  secondPooled: Float32Array;
  secondWinner: Int32Array;
  hidden: Float32Array;
  out: Float32Array;
}

export const activations = (): Activations => ({
  first: new Float32Array(FIRST * CELL_WIDTH * CELL_HEIGHT),
  firstPooled: new Float32Array(FIRST * W1 * H1),
  firstWinner: new Int32Array(FIRST * W1 * H1),
  second: new Float32Array(SECOND * W1 * H1),
  secondPooled: new Float32Array(SECOND * W2 * H2),
  secondWinner: new Int32Array(SECOND * W2 * H2),
  hidden: new Float32Array(HIDDEN),
  out: new Float32Array(CLASSES),
});

/** Convolves planes of the given size with kernels of 3 by 3. Negative results become 0 (ReLU). */
function convolve(input: Float32Array, planes: number, width: number, height: number, { weights, biases }: Weights[LayerName], output: Float32Array): void {
  const size = width * height;
  for (let to = 0; to < biases.length; to += 1) {
    const target = to * size;
    output.fill(biases[to] as number, target, target + size);
    for (let from = 0; from < planes; from += 1) {
      const source = from * size;
      for (let ky = -1; ky <= 1; ky += 1) {
        const kernel = ((to * planes + from) * KERNEL + ky + 1) * KERNEL;
        const [left, middle, right] = [weights[kernel] as number, weights[kernel + 1] as number, weights[kernel + 2] as number];
        for (let y = Math.max(0, -ky); y < Math.min(height, height - ky); y += 1) {
          const row = target + y * width;
          const other = source + (y + ky) * width;
          // Handles the three places of a row in one step. Beyond the edges the value is 0.
          let before = 0;
          let here = input[other] as number;
          for (let x = 0; x < width; x += 1) {
            const after = x + 1 < width ? (input[other + x + 1] as number) : 0;
            output[row + x] = (output[row + x] as number) + left * before + middle * here + right * after;
            before = here;
            here = after;
          }
        }
      }
    }
  }
  for (let i = 0; i < output.length; i += 1) if ((output[i] as number) < 0) output[i] = 0;
}

/** Halves the width and height (max pooling): the largest of four neighbours is kept. */
function pool(input: Float32Array, planes: number, width: number, height: number, output: Float32Array, winner: Int32Array): void {
  let at = 0;
  for (let plane = 0; plane < planes; plane += 1) {
    for (let y = 0; y < height; y += 2) {
      for (let x = 0; x < width; x += 2) {
        const corner = plane * width * height + y * width + x;
        let best = corner;
        if ((input[corner + 1] as number) > (input[best] as number)) best = corner + 1;
        if ((input[corner + width] as number) > (input[best] as number)) best = corner + width;
        if ((input[corner + width + 1] as number) > (input[best] as number)) best = corner + width + 1;
        output[at] = input[best] as number;
        winner[at] = best;
        at += 1;
      }
    }
  }
}

function dense(input: Float32Array, { weights, biases }: Weights[LayerName], output: Float32Array): void {
  const inputs = input.length;
  for (let to = 0; to < output.length; to += 1) {
    let sum = biases[to] as number;
    const row = to * inputs;
    for (let i = 0; i < inputs; i += 1) sum += (weights[row + i] as number) * (input[i] as number);
    output[to] = sum;
  }
}

/** Runs a small convolutional network over the picture of one character. `out` of the result holds the probabilities of the classes. */
export function classify(weights: Weights, picture: Float32Array, into: Activations = activations()): Activations {
  convolve(picture, 1, CELL_WIDTH, CELL_HEIGHT, weights.first, into.first);
  pool(into.first, FIRST, CELL_WIDTH, CELL_HEIGHT, into.firstPooled, into.firstWinner);
  convolve(into.firstPooled, FIRST, W1, H1, weights.second, into.second);
  pool(into.second, SECOND, W1, H1, into.secondPooled, into.secondWinner);
  dense(into.secondPooled, weights.hidden, into.hidden);
  for (let i = 0; i < HIDDEN; i += 1) if ((into.hidden[i] as number) < 0) into.hidden[i] = 0;
  dense(into.hidden, weights.out, into.out);
  let largest = Number.NEGATIVE_INFINITY;
  for (const value of into.out) largest = Math.max(largest, value);
  let sum = 0;
  for (let i = 0; i < CLASSES; i += 1) {
    const power = Math.exp((into.out[i] as number) - largest);
    into.out[i] = power;
    sum += power;
  }
  for (let i = 0; i < CLASSES; i += 1) into.out[i] = (into.out[i] as number) / sum;
  return into;
}

/** Subtracts the mean of a picture and divides by its deviation, so that light and print strength do not matter. Ink becomes positive. */
export function normalise(picture: Float32Array): Float32Array {
  let sum = 0;
  let squares = 0;
  for (const value of picture) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / picture.length;
  const deviation = Math.sqrt(Math.max(squares / picture.length - mean * mean, 4));
  for (let i = 0; i < picture.length; i += 1) picture[i] = (mean - (picture[i] as number)) / deviation;
  return picture;
}
