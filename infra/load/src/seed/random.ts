/** A pseudo-random number generator: the same seed gives the same numbers, so that a set of cases can be made again. */
export class Random {
  constructor(private state: number) {}

  /** Returns a number of at least 0 and below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number of at least 0 and below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Returns a whole number between the two, both included. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  /** Returns true with this probability, 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Returns one of several values, each with a probability proportional to its weight. */
  weighted<T>(list: readonly (readonly [value: T, weight: number])[]): T {
    let left = this.next() * list.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of list) {
      left -= weight;
      if (left < 0) return value;
    }
    return (list.at(-1) as readonly [T, number])[0];
  }

  /** Returns one of several names, each with a probability proportional to its weight. */
  named<Name extends string>(weights: Record<Name, number>): Name {
    return this.weighted(Object.entries(weights) as [Name, number][]);
  }

  /** Returns a text of this many random characters of an alphabet. */
  text(length: number, alphabet = '0123456789'): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('');
  }
}
