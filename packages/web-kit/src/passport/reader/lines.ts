import type { Blob } from './blobs.ts';

/** The coefficients of a quadratic function of the place in a line. */
export type Curve = readonly [number, number, number];

/** A line of characters at equal distances. The middle of character `k` is at `x(k)`, `y(k)`. */
export interface TextLine {
  x: Curve;
  y: Curve;
  /** The first and the last place where ink was found. */
  first: number;
  last: number;
  /** The number of pieces of ink on the line. */
  count: number;
}

export const pointAt = ([a, b, c]: Curve, k: number): number => a + b * k + c * k * k;
export const slopeOf = ([, b, c]: Curve, k: number): number => b + 2 * c * k;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Fits a curve to the values by least squares; a straight line if there are few values. */
function fit(ks: readonly number[], values: readonly number[]): Curve {
  const n = ks.length;
  const middle = ks.reduce((sum, k) => sum + k, 0) / n;
  const bent = n >= 14;
  const s = [0, 0, 0, 0, 0];
  const t = [0, 0, 0];
  for (let i = 0; i < n; i += 1) {
    const k = (ks[i] as number) - middle;
    const value = values[i] as number;
    for (let power = 0; power < 5; power += 1) s[power] = (s[power] as number) + k ** power;
    for (let power = 0; power < 3; power += 1) t[power] = (t[power] as number) + value * k ** power;
  }
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0] = s;
  const [t0 = 0, t1 = 0, t2 = 0] = t;
  let a: number;
  let b: number;
  let c = 0;
  const determinant = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2);
  if (bent && Math.abs(determinant) > 1e-6) {
    a = (t0 * (s2 * s4 - s3 * s3) - s1 * (t1 * s4 - t2 * s3) + s2 * (t1 * s3 - t2 * s2)) / determinant;
    b = (s0 * (t1 * s4 - t2 * s3) - t0 * (s1 * s4 - s2 * s3) + s2 * (s1 * t2 - s2 * t1)) / determinant;
    c = (s0 * (s2 * t2 - s3 * t1) - s1 * (s1 * t2 - s2 * t1) + t0 * (s1 * s3 - s2 * s2)) / determinant;
  } else {
    b = s2 > 0 ? (t1 - (s1 * t0) / s0) / (s2 - (s1 * s1) / s0) : 0;
    a = (t0 - b * s1) / s0;
  }
  return [a - b * middle + c * middle * middle, b - 2 * c * middle, c];
}

/** Links each piece of ink with the next one to its right, and returns the chains. */
function chainsOf(blobs: readonly Blob[]): Blob[][] {
  const sorted = [...blobs].sort((a, b) => a.x - b.x);
  const next = new Int32Array(sorted.length).fill(-1);
  const before = new Int32Array(sorted.length).fill(-1);
  const reach = new Float32Array(sorted.length).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < sorted.length; i += 1) {
    const from = sorted[i] as Blob;
    let best = Number.POSITIVE_INFINITY;
    let found = -1;
    for (let j = i + 1; j < sorted.length; j += 1) {
      const to = sorted[j] as Blob;
      const dx = to.x - from.x;
      if (dx > 2.3 * from.height) break;
      if (dx < 0.4 * from.height || Math.abs(to.y - from.y) > 0.34 * from.height) continue;
      if (to.height > 1.6 * from.height || from.height > 1.6 * to.height) continue;
      const cost = dx + 2 * Math.abs(to.y - from.y);
      if (cost < best) {
        best = cost;
        found = j;
      }
    }
    if (found < 0 || best >= (reach[found] as number)) continue;
    const other = before[found] as number;
    if (other >= 0) next[other] = -1;
    next[i] = found;
    before[found] = i;
    reach[found] = best;
  }
  const chains: Blob[][] = [];
  for (let i = 0; i < sorted.length; i += 1) {
    if ((before[i] as number) >= 0) continue;
    const chain: Blob[] = [];
    for (let at = i; at >= 0; at = next[at] as number) chain.push(sorted[at] as Blob);
    chains.push(chain);
  }
  return chains;
}

/** Returns all pieces of ink on the straight continuation of a chain, from left to right, without pieces far off the line. */
function alongOf(chain: readonly Blob[], blobs: readonly Blob[]): Blob[] {
  const height = median(chain.map((blob) => blob.height));
  let members = [...chain];
  for (let round = 0; round < 3; round += 1) {
    const curve = fit(
      members.map((blob) => blob.x),
      members.map((blob) => blob.y),
    );
    // The curve can be trusted only a little beyond the members. Each round extends it further.
    const from = (members[0] as Blob).x - 8 * height;
    const to = (members[members.length - 1] as Blob).x + 8 * height;
    members = blobs
      .filter(
        (blob) =>
          blob.x > from && blob.x < to && Math.abs(blob.y - pointAt(curve, blob.x)) < 0.3 * height && blob.height < 1.5 * height && blob.height > 0.55 * height,
      )
      .sort((a, b) => a.x - b.x);
    if (members.length < 4) return [];
  }
  return members;
}

/** Returns the first and the last member of the longest run of neighbours at the usual distance. */
function steadyRun(members: readonly Blob[], pitch: number): [from: number, to: number] {
  let best: [number, number] = [0, 0];
  let from = 0;
  for (let i = 1; i <= members.length; i += 1) {
    const [last, blob] = [members[i - 1] as Blob, members[i]];
    if (blob && Math.abs(Math.hypot(blob.x - last.x, blob.y - last.y) / pitch - 1) < 0.2) continue;
    if (i - 1 - from > best[1] - best[0]) best = [from, i - 1];
    from = i;
  }
  return best;
}

/** Returns the place of a piece of ink on a line, not rounded. */
function placeOf({ x }: Blob, curve: Curve, near: number): number {
  let k = near;
  for (let round = 0; round < 3; round += 1) k += (x - pointAt(curve, k)) / slopeOf(curve, k);
  return k;
}

/**
 * Numbers the characters of a line and fits the line through them. It starts where neighbours have the usual distance and extends to both sides, a few
 * characters at a time. Thus a character that was not found, or two characters that touch, do not shift the numbers.
 */
function lineThrough(members: readonly Blob[]): TextLine | undefined {
  const height = median(members.map((blob) => blob.height));
  const distances = members.slice(1).map((blob, i) => Math.hypot(blob.x - (members[i] as Blob).x, blob.y - (members[i] as Blob).y));
  const usual = distances.filter((distance) => distance > 0.6 * height && distance < 1.45 * height);
  if (usual.length < 6) return undefined;
  const pitch = median(usual);
  const [from, to] = steadyRun(members, pitch);
  if (to - from < 4) return undefined;
  let ks = Array.from({ length: to - from + 1 }, (_, i) => i);
  let kept = members.slice(from, to + 1);
  for (let round = 0; round < 16; round += 1) {
    const x = fit(
      ks,
      kept.map((blob) => blob.x),
    );
    const y = fit(
      ks,
      kept.map((blob) => blob.y),
    );
    const [first, last] = [ks[0] as number, ks[ks.length - 1] as number];
    if (slopeOf(x, first) < pitch * 0.5 || slopeOf(x, last) < pitch * 0.5) return undefined;
    const numbered: { k: number; blob: Blob; off: number }[] = [];
    for (const blob of members) {
      const exact = placeOf(blob, x, (first + last) / 2);
      const k = Math.round(exact);
      if (!(k >= first - 5 && k <= last + 5)) continue;
      const off = Math.max(Math.abs(exact - k), Math.abs(pointAt(y, k) - blob.y) / pitch);
      if (off > 0.25) continue;
      const before = numbered[numbered.length - 1];
      if (before?.k !== k) numbered.push({ k, blob, off });
      else if (off < before.off) numbered[numbered.length - 1] = { k, blob, off };
    }
    const same = numbered.length === kept.length && numbered.every(({ blob }, i) => blob === kept[i]);
    if (numbered.length < 6) return undefined;
    if (same || round === 15) return { x, y, first, last, count: kept.length };
    ks = numbered.map(({ k }) => k);
    kept = numbered.map(({ blob }) => blob);
  }
  return undefined;
}

/** Finds the lines of characters at equal distances in a picture, the lines with the most characters first. */
export function linesOf(blobs: readonly Blob[], least = 12): TextLine[] {
  const chains = chainsOf(blobs)
    .filter((chain) => chain.length >= 5)
    .sort((a, b) => b.length - a.length)
    .slice(0, 60);
  const taken = new Set<Blob>();
  const lines: TextLine[] = [];
  for (const chain of chains) {
    if (chain.filter((blob) => taken.has(blob)).length * 2 > chain.length) continue;
    const members = alongOf(chain, blobs);
    for (const blob of members) taken.add(blob);
    const line = members.length >= least ? lineThrough(members) : undefined;
    if (line && line.count >= least) lines.push(line);
  }
  return lines.sort((a, b) => b.count - a.count);
}
