import { timingSafeEqual } from 'node:crypto';

/** True when the two texts are the same; takes equally long wherever they differ. */
export function timingSafeEqualText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
