import { type LayerName, layerSizes, type Weights } from './network.ts';

const names = Object.keys(layerSizes) as LayerName[];

/**
 * Weights as text. For each layer the weights and then the biases, one byte each in steps of a scale, in base64. One byte is enough: the rounding changes no
 * answer of the tests.
 */
export interface PackedWeights {
  scales: Record<LayerName, [weights: number, biases: number]>;
  bytes: string;
}

export function unpack({ scales, bytes }: PackedWeights): Weights {
  const raw = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
  let at = 0;
  const take = (length: number, scale: number): Float32Array => {
    const part = Float32Array.from({ length }, (_, i) => (((raw[at + i] as number) << 24) >> 24) * scale);
    at += length;
    return part;
  };
  const layer = (name: LayerName) => ({ weights: take(layerSizes[name][0], scales[name][0]), biases: take(layerSizes[name][1], scales[name][1]) });
  return { first: layer('first'), second: layer('second'), hidden: layer('hidden'), out: layer('out') };
}

export function pack(weights: Weights): PackedWeights {
  const bytes: number[] = [];
  const put = (values: Float32Array): number => {
    const scale = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-9) / 127;
    for (const value of values) bytes.push(Math.round(value / scale) & 0xff);
    return Number(scale.toPrecision(7));
  };
  const scales = Object.fromEntries(names.map((name) => [name, [put(weights[name].weights), put(weights[name].biases)]])) as PackedWeights['scales'];
  return { scales, bytes: btoa(bytes.map((byte) => String.fromCharCode(byte)).join('')) };
}
