const MINUTE = 60_000;
const MINUTES = 60;

/** Keeps counts by name over the last hour. They expire minute by minute. */
export class LastHour {
  private readonly minutes: { minute: number; counts: Map<string, number> }[] = [];

  constructor(private readonly now: () => number) {}

  add(name: string): void {
    const minute = Math.floor(this.now() / MINUTE);
    let last = this.minutes.at(-1);
    // When the clock is set back, counts go into the newest minute.
    if (!last || last.minute < minute) {
      last = { minute, counts: new Map() };
      this.minutes.push(last);
      this.forget(minute);
    }
    last.counts.set(name, (last.counts.get(name) ?? 0) + 1);
  }

  /** Number of stored counts: the names of each minute, added up. */
  get size(): number {
    return this.minutes.reduce((sum, { counts }) => sum + counts.size, 0);
  }

  sums(): Map<string, number> {
    this.forget(Math.floor(this.now() / MINUTE));
    const sums = new Map<string, number>();
    for (const { counts } of this.minutes) {
      for (const [name, count] of counts) {
        sums.set(name, (sums.get(name) ?? 0) + count);
      }
    }
    return sums;
  }

  private forget(minute: number): void {
    while (this.minutes.length && this.minutes[0].minute <= minute - MINUTES) {
      this.minutes.shift();
    }
  }
}
