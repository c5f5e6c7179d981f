interface Waiting {
  caller: string;
  large: boolean;
  start: () => void;
}

/**
 * Limits how many inspections run at the same time. The caller with the fewest running inspections is next, and large files never use all slots, so that a
 * small file never waits for many large ones.
 */
export class FairScheduler {
  private readonly waiting: Waiting[] = [];
  private readonly underWay: Waiting[] = [];

  /** @param places number of slots, at least 2 */
  constructor(private readonly places: number) {}

  /** @param large whether the work is expected to be slow */
  async run<Result>({ caller, large }: { caller: string; large: boolean }, work: () => Promise<Result>): Promise<Result> {
    const mine: Waiting = { caller, large, start: () => undefined };
    const started = new Promise<void>((resolve) => {
      mine.start = resolve;
    });
    this.waiting.push(mine);
    this.next();
    await started;
    try {
      return await work();
    } finally {
      this.underWay.splice(this.underWay.indexOf(mine), 1);
      this.next();
    }
  }

  private next(): void {
    while (this.underWay.length < this.places) {
      const roomForLarge = this.underWay.filter(({ large }) => large).length < this.places - 1;
      const able = this.waiting.filter(({ large }) => !large || roomForLarge);
      const first = able.sort((a, b) => this.countOf(a.caller) - this.countOf(b.caller))[0];
      if (!first) return;
      this.waiting.splice(this.waiting.indexOf(first), 1);
      this.underWay.push(first);
      first.start();
    }
  }

  private countOf(caller: string): number {
    return this.underWay.filter((turn) => turn.caller === caller).length;
  }
}
