import { REFUSED_WAIT } from './adaptive-limit.ts';
import type { HeldPlace } from './admission-cookies.ts';
import { BLOCK, blockOf, type Judged, type QueueNumbers, type QueueStore, shareOf } from './queue-store.ts';
import { type PerPerson, Visits } from './visits.ts';

export interface WaitingRoomOptions {
  /** Shared by all gateways: a queue at one of them is the queue of all. */
  store: QueueStore;
  /** How long calls of the public wait for the services, in seconds. Read once a second. */
  behind: () => number;
}

/** The position of a waiting visitor. */
export interface Standing {
  /** Counts from 1, over all gateways. */
  place: number;
  /** People who are admitted before. */
  ahead: number;
  /** Seconds until the place is called; undefined while that is unknown. */
  seconds?: number;
  /** The place was given just now. */
  isNew?: boolean;
}

/** Newcomers a second, at the least: the queue never stands still. */
const LEAST_RATE = 1;
/** The queue begins when calls had to wait for this many seconds in a row. */
const PRESSED_TICKS = 3;
/** It begins at once when more people than this come within a second, and more than three times as many as usual: otherwise too many are inside before calls wait. */
const CROWD = 100;
/** The wait of calls that is aimed for, in seconds: the services are then fully used, and nobody inside waits for long. */
const BEST_WAIT = 0.5;
/** Until it is known how many calls a person makes, the pace changes by at most this share a second, because the delay of its effect is unknown. */
const BLIND_STEP = 0.01;
/** Beside that pace, this share of it more or fewer come in for each second that calls wait less or more than they should. */
const AT_ONCE = 0.1;
/** While nothing waits, and it is known when people send their forms, the pace grows by half in that time, and by at most so much a second. */
const GROWS_MEANWHILE = 0.5;
const MOST_GROWTH = 0.05;
/** What the services can answer is learned slowly while they are busy: while calls wait for so many seconds. While none wait, it may be a little more. */
const BUSY_WAIT = BEST_WAIT / 2;
const CAPACITY_LEARNED = 0.1;
const CAPACITY_TRIED = 1.01;
/** A backlog is reduced over two and a half times the time after which forms are sent; faster, the pace would oscillate. */
const MADE_UP = 0.4;
/** At least this share of the people that the services can serve is admitted, however long the backlog is. */
const LEAST_SHARE = 0.3;
/** The pace follows by this share a second, and is at most so many times what it should be: some of those who are called do not come. */
const FOLLOWS = 0.05;
const MOST_CALLED = 2;
/** Seconds over which the number of admitted people is averaged. */
const ENTERED_SECONDS = 10;
/** The queue ends when for this many seconds nobody has waited and no call had to wait. */
const CALM_TICKS = 30;
/** Seconds over which the pace is averaged that visitors are shown, and with which a gateway joins a queue. */
const PACE_TICKS = 30;
/** A visitor who still waits has come back within this many seconds of getting a place. */
const JUDGED_AFTER = 45;
/** How often a gateway reads again where people wait, in seconds. */
const COUNT_EVERY = 5;

/**
 * The queue of newcomers. While the portal has room everybody comes in. When it is pressed, newcomers take a place, and places are called in their
 * order, for as many people a second as the portal bears: as many calls as its services answer, divided by how many calls a person makes. Until both are
 * known, that number is sought by how long calls wait. Places that nobody came back for are passed over.
 */
export class WaitingRoom {
  /** The visits of those who are inside: whoever lets somebody in, or answers their calls, says so here. */
  readonly visits = new Visits();
  private numbers: QueueNumbers = { taken: 0, called: 0 };
  /** People a second for whom this gateway calls places; undefined while it has no queue. */
  private pace?: number;
  /** Calls a second that the services answer when they have enough to do; undefined until they had. */
  private capacity?: number;
  /** Newcomers who may come in now. */
  private credit = 0;
  private entered = 0;
  private calm = 0;
  private pressedFor = 0;
  private enteredBefore: number[] = [];
  /** How many people were called in each of the last seconds, by all gateways. */
  private calledBefore: number[] = [];
  private ticks = 0;
  private counted: ReadonlyMap<number, number> = new Map();
  /** How many came back for the first time since the last count, by block. */
  private toCount = new Map<number, number>();
  /** How many people wait up to the end of each block, from the one of the next place. */
  private upToBlock: number[] = [];
  private takenBefore: number[] = [];
  /** The places that were given before this gateway knew the queue. */
  private givenBefore?: number;

  constructor(private readonly options: WaitingRoomOptions) {}

  /** Whether newcomers queue. */
  get isClosed(): boolean {
    return this.pace !== undefined || this.waiting > 0;
  }

  /** Places that are not called yet, of all gateways. */
  get waiting(): number {
    return this.numbers.taken - this.numbers.called;
  }

  /** Once a second: finds the pace and calls the next places. @throws where the store does not answer; the pace is found all the same */
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
    this.givenBefore ??= numbers.taken;
    this.takenBefore = [...this.takenBefore.slice(1 - JUDGED_AFTER), numbers.taken];
    this.learn(numbers);
  }

  /** Those who came back for the first time within this second are counted together: that costs the store as much as one of them. */
  private async countWaiting(): Promise<void> {
    const people = [...this.toCount].filter(([block]) => (block + 1) * BLOCK > this.numbers.called);
    this.toCount = new Map();
    // Where the store does not answer they are not counted, and a few more come in than should.
    if (people.length > 0) await this.options.store.countWaiting(new Map(people)).catch(() => undefined);
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

  /** How many people hold the places that are not called yet and come before this one. Of places that were given since the last look, each counts. */
  private peopleBefore(place: number): number {
    const { called } = this.numbers;
    if (place <= called + 1) return 0;
    const block = blockOf(place);
    const before = block - blockOf(called + 1);
    const start = before === 0 ? called : block * BLOCK;
    const known = Math.min(before, this.upToBlock.length);
    return (this.upToBlock[known - 1] ?? 0) + (before - known) * BLOCK + shareOf(block, this.counted, this.judged) * (place - 1 - start);
  }

  /** People who wait, of all gateways. */
  get people(): number {
    return Math.round(this.upToBlock.at(-1) ?? 0);
  }

  private get judged(): Judged | undefined {
    const [upTo] = this.takenBefore;
    return upTo !== undefined && this.givenBefore !== undefined && this.takenBefore.length === JUDGED_AFTER ? { from: this.givenBefore, upTo } : undefined;
  }

  /** @returns for how many people places are called now */
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

  /** The pace that brings as many people in as the services can serve. */
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

  /** Newcomers a second who came in lately. */
  private get usual(): number {
    return this.enteredBefore.reduce((sum, count) => sum + count, 0) / Math.max(1, this.enteredBefore.length);
  }

  /** Lets a newcomer in where there is room, and gives a place where there is none. @returns undefined for whoever comes in */
  async arrive(): Promise<Standing | undefined> {
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

  /** Where the holder of a place stands now. @returns undefined for whoever comes in */
  async comeBack({ place, isNew }: HeldPlace): Promise<Standing | undefined> {
    // Given by another gateway a moment ago.
    if (place > this.numbers.taken) this.learn(await this.options.store.call(0));
    // The numbers of the queue were lost.
    if (place > this.numbers.taken) return this.arrive();
    if (!this.isClosed || place <= this.numbers.called) return undefined;
    if (isNew) this.toCount.set(blockOf(place), (this.toCount.get(blockOf(place)) ?? 0) + 1);
    return this.standingAt(place);
  }

  private standingAt(place: number): Standing {
    const ahead = Math.round(this.peopleBefore(place));
    const seconds = this.calledBefore.length;
    const pace = seconds > 0 ? this.calledBefore.reduce((sum, people) => sum + people, 0) / seconds : 0;
    const perSecond = pace || this.pace;
    return perSecond ? { place, ahead, seconds: Math.ceil((ahead + 1) / perSecond) } : { place, ahead };
  }
}
