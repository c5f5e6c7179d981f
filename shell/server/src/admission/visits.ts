/** Whoever came in longer ago, in seconds, is not followed. */
const LONGEST = 900;
/** Weight that is left of an observation after one second: half of it after two minutes. */
const FORGETS = 0.994;
/** Less than this says nothing. A single person counts for two minutes. */
const FEWEST = 0.5;

/** More calls of one visitor are not counted: a program with the pass of a person would say that everybody makes thousands. */
const MOST_CALLS = 100;
/** Seconds without a call after which a visitor counts as a new one. */
const REMEMBERED = 120;

/** What one person brings on the average. */
export interface PerPerson {
  /** Calls to the services. */
  calls: number;
  /** Seconds from coming in to sending something. */
  sendsAfter: number;
}

/**
 * Learns what one person who comes in brings: how many calls, and how long after. A call is compared with how many people came in so long ago, so that this
 * is right while most of those inside still fill in their forms. One step is one second.
 */
export class Visits {
  /** How many people came in so many seconds ago. */
  private readonly people = new Float64Array(LONGEST);
  /** Calls answered in this second, by how many seconds ago their caller came in. */
  private readonly calls = new Float64Array(LONGEST);
  /** By seconds after coming in: how many people were still inside, and how many calls they made then. Both fade with time. */
  private readonly peopleAt = new Float64Array(LONGEST);
  private readonly callsAt = new Float64Array(LONGEST);
  /** Calls by visitor, of those who made one lately, and of those before. */
  private lately = new Map<string, number>();
  private before = new Map<string, number>();
  private ticks = 0;
  private coming = 0;
  private answers = 0;
  private sent = 0;
  private sentAfter = 0;
  private answeredBefore = 0;

  /** Somebody comes in. */
  enter(): void {
    this.coming++;
  }

  /**
   * A call of somebody inside was answered.
   * @param age seconds since they came in
   * @param sends whether it sends something, such as a form
   * @param visitor who it is, by anything that tells one from another
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

  /** A second is over. */
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

  /** Calls that were answered in the last second. */
  get answered(): number {
    return this.answeredBefore;
  }

  /** People a second who came in during the last seconds. */
  enteredIn(seconds: number): number {
    return this.people.subarray(0, seconds).reduce((sum, people) => sum + people, 0) / seconds;
  }

  /** Undefined until people have sent something: before that nobody knows how long their visits last. */
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
