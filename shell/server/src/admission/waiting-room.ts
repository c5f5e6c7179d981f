import { REFUSED_WAIT } from './adaptive-limit.ts';
import type { HeldPlace } from './admission-cookies.ts';
import { BLOCK, blockOf, type Judged, type QueueNumbers, type QueueStore, shareOf } from './queue-store.ts';
import { type PerPerson, Visits } from './visits.ts';

export interface WaitingRoomOptions {
  /** State of the queue, shared by all gateways. When one gateway starts a queue, all of them have it. */
  store: QueueStore;
  /** Returns how long public calls wait for the services, in seconds. Called once a second. */
  behind: () => number;
}

/** The position of a waiting visitor in the queue. */
export interface QueuePosition {
  /** The visitor's place. Places count from 1 across all gateways. */
  place: number;
  /** Estimated number of people who will be admitted before this visitor. */
  ahead: number;
  /** Seconds until the place is called; undefined while that is unknown. */
  seconds?: number;
  /** Whether the place was given by this request. */
  isNew?: boolean;
}

/** Minimum number of newcomers admitted per second, so that the queue always moves. */
const LEAST_RATE = 1;
/** Seconds in a row in which calls must have waited before the queue begins. */
const PRESSED_TICKS = 3;
/**
 * The queue begins at once when more people than this arrive within a second, and at least three times as many as usual. Otherwise too many people would be
 * admitted before the first calls have to wait.
 */
const CROWD = 100;
/** Target value for the wait of calls, in seconds. At this value the services are fully used, and no admitted visitor waits for long. */
const BEST_WAIT = 0.5;
/**
 * Maximum change of the pace per second, as a share of it, while the number of calls per person is unknown. It is small, because the delay until a change takes
 * effect is unknown too.
 */
const BLIND_STEP = 0.01;
/**
 * Immediate correction on top of the pace: this share of it more or fewer people are admitted for each second by which calls wait less or more than the target.
 */
const AT_ONCE = 0.1;
/**
 * While calls wait less than the target, and it is known how long people take to send their forms, the pace grows by half within that time, but by at most
 * `MOST_GROWTH` a second.
 */
const GROWS_MEANWHILE = 0.5;
const MOST_GROWTH = 0.05;
/**
 * The capacity of the services is learned slowly while they are busy, that is while calls wait for at least `BUSY_WAIT` seconds. While no call waits, the
 * estimate grows by one per cent a second.
 */
const BUSY_WAIT = BEST_WAIT / 2;
const CAPACITY_LEARNED = 0.1;
const CAPACITY_TRIED = 1.01;
/** A backlog is reduced over two and a half times the period in which people send their forms. A faster reduction would make the pace oscillate. */
const MADE_UP = 0.4;
/** Minimum share of the people the services can serve that is admitted, however long the backlog is. */
const LEAST_SHARE = 0.3;
/**
 * The pace approaches its target by at most this share per second. It may exceed the target by the factor `MOST_CALLED`, because some of the people who are
 * called do not come.
 */
const FOLLOWS = 0.05;
const MOST_CALLED = 2;
/** Seconds over which the number of admitted people is averaged. */
const ENTERED_SECONDS = 10;
/** Seconds in a row without a waiting visitor or a waiting call after which the queue ends. */
const CALM_TICKS = 30;
/**
 * Seconds over which two averages are formed: the pace from which visitors are shown their waiting time, and the pace with which a gateway starts or joins a
 * queue.
 */
const PACE_TICKS = 30;
/** Seconds after getting a place within which a visitor who still waits has come back. */
const JUDGED_AFTER = 45;
/** Seconds between two reads of the counts of waiting people. */
const COUNT_EVERY = 5;

/**
 * The queue of newcomers. While the portal has capacity, everybody is admitted. When it is overloaded, newcomers get a place, and places are called in order,
 * for as many people per second as the portal can handle: the number of calls that its services can answer, divided by the number of calls per person. Until
 * both are known, the pace is adjusted by how long calls wait. Places of people who did not come back are skipped.
 */
export class WaitingRoom {
  /** Statistics about admitted visitors. Admission control reports each admission and each answered call here. */
  readonly visits = new Visits();
  private numbers: QueueNumbers = { taken: 0, called: 0 };
  /** Number of people per second for whom this gateway calls places; undefined while it has no queue. */
  private pace?: number;
  /** Estimated number of calls per second that the services can answer; undefined until they were busy. */
  private capacity?: number;
  /** Number of newcomers who may be admitted now. */
  private credit = 0;
  private entered = 0;
  private calm = 0;
  private pressedFor = 0;
  private enteredBefore: number[] = [];
  /** Number of people called in each of the last seconds, by all gateways. */
  private calledBefore: number[] = [];
  private ticks = 0;
  private counted: ReadonlyMap<number, number> = new Map();
  /** Number of people who came back for the first time since the last count, by block. */
  private toCount = new Map<number, number>();
  /** Waiting places whose holders this gateway has counted, by block. A place counts once, however often its first cookie is sent. */
  private readonly countedPlaces = new Map<number, Set<number>>();
  /** Cumulative number of waiting people up to the end of each block, starting with the block of the next place. */
  private upToBlock: number[] = [];
  private takenBefore: number[] = [];
  /** Last place that was given before this gateway first read the queue; undefined until then. */
  private givenBefore?: number;

  constructor(private readonly options: WaitingRoomOptions) {}

  /** Whether newcomers have to queue. */
  get isClosed(): boolean {
    return this.pace !== undefined || this.waiting > 0;
  }

  /** Number of places that are given but not called yet, across all gateways. */
  get waiting(): number {
    return this.numbers.taken - this.numbers.called;
  }

  /**
   * Determines the pace and calls the next places. Runs once a second.
   * @throws Error when the store does not answer; the pace is determined all the same
   */
  async tick(): Promise<void> {
    this.enteredBefore = [...this.enteredBefore.slice(1 - PACE_TICKS), this.entered];
    this.entered = 0;
    this.visits.tick();
    const rate = this.findRate();
    // Unused admissions are not saved up; otherwise too many people would come in at once.
    this.credit = Math.min(this.credit, rate) + rate;
    await this.countWaiting();
    if (this.ticks++ % COUNT_EVERY === 0) this.counted = new Map(await this.options.store.counted());
    const { people, ...numbers } = await this.options.store.call(Math.floor(this.credit), this.judged);
    this.credit = Math.max(0, this.credit - people);
    this.calledBefore = [...this.calledBefore.slice(1 - PACE_TICKS), this.peopleBefore(numbers.called + 1)];
    if (numbers.taken < (this.takenBefore.at(-1) ?? 0)) this.forgetWhoWaits();
    this.givenBefore ??= numbers.taken;
    this.takenBefore = [...this.takenBefore.slice(1 - JUDGED_AFTER), numbers.taken];
    this.learn(numbers);
  }

  /** The numbers of the queue were lost, and places are given again from 1: what is known of the former holders says nothing about the new ones. */
  private forgetWhoWaits(): void {
    this.takenBefore = [];
    this.givenBefore = undefined;
    this.counted = new Map();
    this.countedPlaces.clear();
  }

  /**
   * Reports all people who came back for the first time within this second together, because one report costs the store the same for many people as for one.
   */
  private async countWaiting(): Promise<void> {
    const people = [...this.toCount].filter(([block]) => this.isWaiting(block));
    this.toCount = new Map();
    for (const block of this.countedPlaces.keys()) if (!this.isWaiting(block)) this.countedPlaces.delete(block);
    // When the store does not answer, these people are not counted. Slightly too many people are admitted then.
    if (people.length > 0) await this.options.store.countWaiting(new Map(people)).catch(() => undefined);
  }

  /** Checks whether a block has places that are given but not called yet. */
  private isWaiting(block: number): boolean {
    return (block + 1) * BLOCK > this.numbers.called && block * BLOCK < this.numbers.taken;
  }

  /** Counts the holder of a place who came back for the first time. */
  private countReturn(place: number): void {
    const block = blockOf(place);
    const places = this.countedPlaces.get(block) ?? new Set();
    if (places.has(place)) return;
    this.countedPlaces.set(block, places.add(place));
    this.toCount.set(block, (this.toCount.get(block) ?? 0) + 1);
  }

  private learn(numbers: QueueNumbers): void {
    this.numbers = numbers;
    const { taken, called } = numbers;
    const { judged } = this;
    this.upToBlock = [];
    let people = 0;
    for (let block = blockOf(called + 1); block * BLOCK < taken; block++) {
      people += shareOf(block, this.counted, judged) * (Math.min((block + 1) * BLOCK, taken) - Math.max(block * BLOCK, called));
      this.upToBlock.push(people);
    }
  }

  /** Estimates how many people hold places before this one that are not called yet. Places given since the last tick count as one person each. */
  private peopleBefore(place: number): number {
    const { called } = this.numbers;
    if (place <= called + 1) return 0;
    const block = blockOf(place);
    const before = block - blockOf(called + 1);
    const start = before === 0 ? called : block * BLOCK;
    const known = Math.min(before, this.upToBlock.length);
    return (this.upToBlock[known - 1] ?? 0) + (before - known) * BLOCK + shareOf(block, this.counted, this.judged) * (place - 1 - start);
  }

  /** Estimated number of waiting people, across all gateways. */
  get people(): number {
    return Math.round(this.upToBlock.at(-1) ?? 0);
  }

  private get judged(): Judged | undefined {
    const [upTo] = this.takenBefore;
    return upTo !== undefined && this.givenBefore !== undefined && this.takenBefore.length === JUDGED_AFTER ? { from: this.givenBefore, upTo } : undefined;
  }

  /** @returns the number of people for whom places are to be called now */
  private findRate(): number {
    const wait = this.options.behind();
    this.pressedFor = wait > 0 ? this.pressedFor + 1 : 0;
    this.calm = wait > 0 || this.waiting > 0 ? 0 : this.calm + 1;
    if (this.pace === undefined) {
      if (this.pressedFor >= PRESSED_TICKS) this.begin(wait >= REFUSED_WAIT ? this.usual / 2 : this.usual);
      else if (this.waiting > 0) this.begin(this.usual);
    } else if (this.calm >= CALM_TICKS) this.pace = undefined;
    else return this.nextRate(this.pace, wait);
    return this.pace ?? 0;
  }

  private nextRate(pace: number, wait: number): number {
    const { perPerson } = this.visits;
    this.learnCapacity(wait);
    if (this.capacity && perPerson) {
      this.pace = Math.max(LEAST_RATE, this.paceFor(pace, wait, this.capacity, perPerson));
      return this.pace;
    }
    const behind = Math.min(wait, REFUSED_WAIT);
    const room = Math.max(-1, (BEST_WAIT - behind) / BEST_WAIT);
    const step = perPerson && room > 0 ? Math.min(MOST_GROWTH, GROWS_MEANWHILE / perPerson.sendsAfter) : BLIND_STEP;
    this.pace = Math.max(LEAST_RATE, pace * (1 + step * room) + 0.1 * Math.max(0, room));
    return Math.max(LEAST_RATE, this.pace * (1 + AT_ONCE * (BEST_WAIT - behind)));
  }

  private learnCapacity(wait: number): void {
    const { answered } = this.visits;
    if (wait >= BUSY_WAIT) this.capacity ??= answered;
    if (this.capacity === undefined) return;
    if (wait >= BUSY_WAIT || answered > this.capacity) this.capacity += (answered - this.capacity) * CAPACITY_LEARNED;
    else if (wait === 0) this.capacity *= CAPACITY_TRIED;
  }

  /** Computes the pace that admits as many people as the services can serve. */
  private paceFor(pace: number, wait: number, capacity: number, { calls, sendsAfter }: PerPerson): number {
    const share = Math.max(LEAST_SHARE, 1 + Math.min(AT_ONCE, MADE_UP / sendsAfter) * (BEST_WAIT - wait));
    const wanted = (capacity / calls) * share;
    const missing = Math.max(-1, Math.min(1, 1 - this.visits.enteredIn(ENTERED_SECONDS) / wanted));
    return Math.min(pace * (1 + FOLLOWS * missing) + 0.1, MOST_CALLED * wanted);
  }

  private begin(pace: number): void {
    this.pace = Math.max(LEAST_RATE, pace);
    this.capacity = undefined;
    this.calledBefore = [];
  }

  /** Average number of newcomers admitted per second in the last seconds. */
  private get usual(): number {
    return this.enteredBefore.reduce((sum, count) => sum + count, 0) / Math.max(1, this.enteredBefore.length);
  }

  /**
   * Admits a newcomer while there is capacity, and gives out a place otherwise.
   * @returns undefined when the newcomer is admitted
   */
  async arrive(): Promise<QueuePosition | undefined> {
    if (!this.isClosed && this.entered >= CROWD && this.entered >= 3 * this.usual) this.begin(this.entered / 2);
    const hasRoom = !this.isClosed || (this.waiting === 0 && this.credit >= 1);
    if (hasRoom) {
      this.credit = Math.max(0, this.credit - 1);
      this.entered++;
      return undefined;
    }
    const place = await this.options.store.take();
    this.numbers.taken = Math.max(this.numbers.taken, place);
    return { ...this.standingAt(place), isNew: true };
  }

  /**
   * Returns the present position of the holder of a place.
   * @returns undefined when the holder is admitted
   */
  async comeBack({ place, isNew }: HeldPlace): Promise<QueuePosition | undefined> {
    // Another gateway may have given this place a moment ago, so the numbers are read again.
    if (place > this.numbers.taken) this.learn(await this.options.store.call(0));
    // The numbers of the queue were lost, so the visitor gets a new place.
    if (place > this.numbers.taken) return this.arrive();
    if (!this.isClosed || place <= this.numbers.called) return undefined;
    if (isNew) this.countReturn(place);
    return this.standingAt(place);
  }

  private standingAt(place: number): QueuePosition {
    const ahead = Math.round(this.peopleBefore(place));
    const seconds = this.calledBefore.length;
    const pace = seconds > 0 ? this.calledBefore.reduce((sum, people) => sum + people, 0) / seconds : 0;
    const perSecond = pace || this.pace;
    return perSecond ? { place, ahead, seconds: Math.ceil((ahead + 1) / perSecond) } : { place, ahead };
  }
}
