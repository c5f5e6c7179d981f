/** Random numbers that are the same for the same seed, so that a set of cases can be made again. */
export class Random {
  constructor(private state: number) {}

  /** At least 0, below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 on, below a limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** A whole number between two, both included. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  /** True with this probability, 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** One of several, each as often as its weight says. */
  weighted<T>(list: readonly (readonly [value: T, weight: number])[]): T {
    let left = this.next() * list.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of list) {
      left -= weight;
      if (left < 0) return value;
    }
    return (list.at(-1) as readonly [T, number])[0];
  }

  /** One of several names, each as often as its weight says. */
  named<Name extends string>(weights: Record<Name, number>): Name {
    return this.weighted(Object.entries(weights) as [Name, number][]);
  }

  /** So many characters of an alphabet. */
  text(length: number, alphabet = '0123456789'): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('');
  }
}
