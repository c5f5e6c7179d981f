/** Counts how often each thing has happened. As a text: `503 ×12, ECONNREFUSED ×3`, or `none`. */
export class Counts extends Map<string, number> {
  static of(all: Iterable<unknown>): Counts {
    const counts = new Counts();
    for (const each of all) counts.add(String(each));
    return counts;
  }

  add(what: string, times = 1): void {
    this.set(what, (this.get(what) ?? 0) + times);
  }

  override toString(): string {
    return [...this].map(([what, times]) => `${what} ×${times}`).join(', ') || 'none';
  }
}
