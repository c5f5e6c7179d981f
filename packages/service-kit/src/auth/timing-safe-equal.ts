import { timingSafeEqual } from 'node:crypto';

/** True when the two texts are equal. The time taken does not show where they differ. */
export function timingSafeEqualText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
