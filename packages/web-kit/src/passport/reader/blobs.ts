import type { Gray } from './gray.ts';

/** A connected piece of ink in a picture. */
export interface Blob {
  /** The middle of the piece. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns 1 for each point that is clearly darker than the square around it, 0 for the others. */
export function inkOf({ width, height, data }: Gray, radius: number): Uint8Array {
  const ink = new Uint8Array(width * height);
  // The sums of each column over the rows of the square. They are updated as the square moves down.
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const add = (row: number, sign: 1 | -1) => {
    for (let x = 0, at = row * width; x < width; x += 1, at += 1) {
      const value = data[at] as number;
      sums[x] = (sums[x] as number) + sign * value;
      squares[x] = (squares[x] as number) + sign * value * value;
    }
  };
  for (let row = 0; row < Math.min(radius, height); row += 1) add(row, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + radius < height) add(y + radius, 1);
    if (y > radius) add(y - radius - 1, -1);
    const rows = Math.min(height, y + radius + 1) - Math.max(0, y - radius);
    let sum = 0;
    let square = 0;
    for (let x = 0; x < Math.min(radius, width); x += 1) {
      sum += sums[x] as number;
      square += squares[x] as number;
    }
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      if (x + radius < width) {
        sum += sums[x + radius] as number;
        square += squares[x + radius] as number;
      }
      if (x > radius) {
        sum -= sums[x - radius - 1] as number;
        square -= squares[x - radius - 1] as number;
      }
      const area = rows * (Math.min(width, x + radius + 1) - Math.max(0, x - radius));
      const mean = sum / area;
      const below = mean - (data[at] as number);
      if (below <= 4 || below <= 0.04 * mean) continue;
      const variance = square / area - mean * mean;
      if (below * below > 0.25 * variance) ink[at] = 1;
    }
  }
  return ink;
}

/** Returns the connected pieces of ink whose height and width are those of letters. */
export function blobsOf(ink: Uint8Array, width: number, height: number, lowest: number, highest: number): Blob[] {
  const blobs: Blob[] = [];
  const seen = ink.slice();
  const stack = new Int32Array(width * height);
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] !== 1) continue;
    let size = 1;
    stack[0] = start;
    seen[start] = 0;
    let left = width;
    let right = 0;
    let top = height;
    let bottom = 0;
    while (size > 0) {
      size -= 1;
      const at = stack[size] as number;
      const x = at % width;
      const y = (at - x) / width;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      for (let dy = -1; dy <= 1; dy += 1) {
        if (y + dy < 0 || y + dy >= height) continue;
        for (let dx = -1; dx <= 1; dx += 1) {
          const next = at + dy * width + dx;
          if (x + dx < 0 || x + dx >= width || seen[next] !== 1) continue;
          seen[next] = 0;
          stack[size] = next;
          size += 1;
        }
      }
    }
    const w = right - left + 1;
    const h = bottom - top + 1;
    if (h >= lowest && h <= highest && w <= h * 1.6 && w * 6 >= h) blobs.push({ x: (left + right + 1) / 2, y: (top + bottom + 1) / 2, width: w, height: h });
  }
  return blobs;
}
