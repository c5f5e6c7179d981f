import { type Activations, activations, CELL_HEIGHT, CELL_WIDTH, CLASSES, classify, type LayerName, layerSizes, type Weights } from '../reader/network.ts';
import type { Example } from './characters.ts';
import type { Random } from './random.ts';

const names = Object.keys(layerSizes) as LayerName[];

/** Creates the weights before training: small and random, so that no two neurons start alike. */
export function freshWeights(random: Random): Weights {
  const inputs = { first: 9, second: 72, hidden: 560, out: 48 } as const;
  const layer = (name: LayerName) => ({
    weights: Float32Array.from({ length: layerSizes[name][0] }, () => random.normal(Math.sqrt(2 / inputs[name]))),
    biases: new Float32Array(layerSizes[name][1]),
  });
  return { first: layer('first'), second: layer('second'), hidden: layer('hidden'), out: layer('out') };
}

const zeros = (): Weights => {
  const layer = (name: LayerName) => ({ weights: new Float32Array(layerSizes[name][0]), biases: new Float32Array(layerSizes[name][1]) });
  return { first: layer('first'), second: layer('second'), hidden: layer('hidden'), out: layer('out') };
};

/** Adds the gradients of a dense layer and returns the gradients of its input. */
function denseBack(layer: Weights[LayerName], slopes: Weights[LayerName], input: Float32Array, output: Float32Array): Float32Array {
  const back = new Float32Array(input.length);
  for (let to = 0; to < output.length; to += 1) {
    const slope = output[to] as number;
    if (slope === 0) continue;
    slopes.biases[to] = (slopes.biases[to] as number) + slope;
    const row = to * input.length;
    for (let i = 0; i < input.length; i += 1) {
      slopes.weights[row + i] = (slopes.weights[row + i] as number) + slope * (input[i] as number);
      back[i] = (back[i] as number) + slope * (layer.weights[row + i] as number);
    }
  }
  return back;
}

/** Returns the gradients before a pooling layer. Only the largest of each four neighbours has a gradient, and only if its neuron was active. */
function poolBack(pooled: Float32Array, winner: Int32Array, before: Float32Array): Float32Array {
  const back = new Float32Array(before.length);
  for (let i = 0; i < pooled.length; i += 1) if ((before[winner[i] as number] as number) > 0) back[winner[i] as number] = pooled[i] as number;
  return back;
}

function convolveBack(
  layer: Weights[LayerName],
  slopes: Weights[LayerName],
  input: Float32Array,
  planes: number,
  width: number,
  height: number,
  output: Float32Array,
): Float32Array {
  const back = new Float32Array(input.length);
  const size = width * height;
  for (let to = 0; to < layer.biases.length; to += 1) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const slope = output[to * size + y * width + x] as number;
        if (slope === 0) continue;
        slopes.biases[to] = (slopes.biases[to] as number) + slope;
        for (let from = 0; from < planes; from += 1) {
          for (let ky = -1; ky <= 1; ky += 1) {
            if (y + ky < 0 || y + ky >= height) continue;
            for (let kx = -1; kx <= 1; kx += 1) {
              if (x + kx < 0 || x + kx >= width) continue;
              const at = from * size + (y + ky) * width + x + kx;
              const weight = ((to * planes + from) * 3 + ky + 1) * 3 + kx + 1;
              slopes.weights[weight] = (slopes.weights[weight] as number) + slope * (input[at] as number);
              back[at] = (back[at] as number) + slope * (layer.weights[weight] as number);
            }
          }
        }
      }
    }
  }
  return back;
}

/** Adds the gradients of the loss for one example. Returns whether the example was classified correctly. */
function learn(weights: Weights, slopes: Weights, { picture, label }: Example, into: Activations): boolean {
  classify(weights, picture, into);
  let best = 0;
  for (let i = 1; i < CLASSES; i += 1) if ((into.out[i] as number) > (into.out[best] as number)) best = i;
  const out = into.out.slice();
  // The labels are smoothed: the target is never fully certain, so the network stays moderate for characters that look alike.
  for (let i = 0; i < CLASSES; i += 1) out[i] = (out[i] as number) - (i === label ? 0.98 : 0.02 / (CLASSES - 1));
  const hidden = denseBack(weights.out, slopes.out, into.hidden, out);
  for (let i = 0; i < hidden.length; i += 1) if ((into.hidden[i] as number) <= 0) hidden[i] = 0;
  const second = poolBack(denseBack(weights.hidden, slopes.hidden, into.secondPooled, hidden), into.secondWinner, into.second);
  const first = convolveBack(weights.second, slopes.second, into.firstPooled, 8, CELL_WIDTH / 2, CELL_HEIGHT / 2, second);
  convolveBack(weights.first, slopes.first, picture, 1, CELL_WIDTH, CELL_HEIGHT, poolBack(first, into.firstWinner, into.first));
  return best === label;
}

export interface Progress {
  examples: number;
  /** The share of the most recent examples that were classified correctly. */
  right: number;
}

/**
 * Trains the network with Adam. The examples are drawn during the training, so that none is seen twice.
 * @param total the number of examples
 */
export function train(weights: Weights, next: () => Example, total: number, tell: (progress: Progress) => void): void {
  const batch = 64;
  const into = activations();
  const mean = zeros();
  const square = zeros();
  let step = 0;
  let right = 0;
  let told = 0;
  for (let done = 0; done < total; done += batch) {
    const slopes = zeros();
    for (let i = 0; i < batch; i += 1) if (learn(weights, slopes, next(), into)) right += 1;
    step += 1;
    const rate = 0.002 * (0.02 + 0.98 * 0.5 * (1 + Math.cos((Math.PI * done) / total)));
    const correction = Math.sqrt(1 - 0.999 ** step) / (1 - 0.9 ** step);
    for (const name of names) {
      for (const part of ['weights', 'biases'] as const) {
        const [value, slope, m, v] = [weights[name][part], slopes[name][part], mean[name][part], square[name][part]];
        for (let i = 0; i < value.length; i += 1) {
          const g = (slope[i] as number) / batch;
          m[i] = 0.9 * (m[i] as number) + 0.1 * g;
          v[i] = 0.999 * (v[i] as number) + 0.001 * g * g;
          value[i] = (value[i] as number) - (rate * correction * (m[i] as number)) / (Math.sqrt(v[i] as number) + 1e-8);
        }
      }
    }
    if (done + batch - told >= 20_000) {
      tell({ examples: done + batch, right: right / (done + batch - told) });
      told = done + batch;
      right = 0;
    }
  }
}
