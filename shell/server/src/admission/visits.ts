/** Number of seconds for which a visit is observed. Later calls of the same visitor are ignored. */
const LONGEST = 900;
/** Factor by which the weight of an observation shrinks each second. The weight halves in about two minutes. */
const FORGETS = 0.994;
/** Minimum weight for an estimate. An observation of a single person stays above it for about two minutes. */
const FEWEST = 0.5;

/**
 * Maximum number of calls that are counted for one visitor. Otherwise a program that uses a person's pass would suggest that everybody makes thousands of
 * calls.
 */
const MOST_CALLS = 100;
/** Seconds without a call after which a visitor can count as a new one. */
const REMEMBERED = 120;

/** The average behaviour of one visitor. */
export interface PerPerson {
  /** Number of calls to the services. */
  calls: number;
  /** Seconds from admission until the visitor sends something. */
  sendsAfter: number;
}

/**
 * Learns how many calls an average visitor makes, and how long after admission. Each call is compared with the number of people who were admitted that many
 * seconds ago, so the estimate is right even while most visitors are still filling in their forms. One tick is one second.
 */
export class Visits {
  /** Number of people admitted, indexed by how many seconds ago. */
  private readonly people = new Float64Array(LONGEST);
  /** Calls answered in the current second, indexed by how many seconds ago the caller was admitted. */
  private readonly calls = new Float64Array(LONGEST);
  /** Number of people observed and number of calls they made, both indexed by seconds since admission. Both are decaying sums. */
  private readonly peopleAt = new Float64Array(LONGEST);
  private readonly callsAt = new Float64Array(LONGEST);
  /** Number of calls by visitor, for the current period and for the previous one. */
  private lately = new Map<string, number>();
  private before = new Map<string, number>();
  private ticks = 0;
  private coming = 0;
  private answers = 0;
  private sent = 0;
  private sentAfter = 0;
  private answeredBefore = 0;

  /** Counts a visitor who was admitted. */
  enter(): void {
    this.coming++;
  }

  /**
   * Counts a call that was answered for an admitted visitor.
   * @param age seconds since the visitor was admitted
   * @param sends whether the call sends something, such as a form
   * @param visitor any text that distinguishes this visitor from others
   */
  call(age: number, sends: boolean, visitor: string): void {
    const second = Math.floor(age);
    if (!(second >= 0 && second < LONGEST) || this.callsOf(visitor) > MOST_CALLS) return;
    this.answers++;
    (this.calls[second] as number)++;
    if (!sends) return;
    this.sent++;
    this.sentAfter += age;
  }

  private callsOf(visitor: string): number {
    const calls = (this.lately.get(visitor) ?? this.before.get(visitor) ?? 0) + 1;
    this.lately.set(visitor, calls);
    return calls;
  }

  /** Ends the current second. */
  tick(): void {
    if (++this.ticks % REMEMBERED === 0) {
      this.before = this.lately;
      this.lately = new Map();
    }
    this.people.copyWithin(1, 0);
    this.people[0] = this.coming;
    for (let age = 0; age < LONGEST; age++) {
      this.peopleAt[age] = (this.peopleAt[age] as number) * FORGETS + (this.people[age] as number);
      this.callsAt[age] = (this.callsAt[age] as number) * FORGETS + (this.calls[age] as number);
    }
    this.calls.fill(0);
    this.sent *= FORGETS;
    this.sentAfter *= FORGETS;
    this.answeredBefore = this.answers;
    this.coming = 0;
    this.answers = 0;
  }

  /** Number of calls that were answered in the last second. */
  get answered(): number {
    return this.answeredBefore;
  }

  /** Returns the average number of people admitted per second during the last seconds. */
  enteredIn(seconds: number): number {
    return this.people.subarray(0, seconds).reduce((sum, people) => sum + people, 0) / seconds;
  }

  /** The average behaviour of a visitor. Undefined until somebody has sent something, because the length of a visit is unknown before. */
  get perPerson(): PerPerson | undefined {
    if (this.sent < FEWEST) return undefined;
    let calls = 0;
    for (let age = 0; age < LONGEST; age++) {
      const people = this.peopleAt[age] as number;
      if (people >= FEWEST) calls += (this.callsAt[age] as number) / people;
    }
    return calls > 0 ? { calls, sendsAfter: this.sentAfter / this.sent } : undefined;
  }
}
