import type { Pressure } from './adaptive-limit.ts';
import type { QueueNumbers, QueueStore } from './queue-store.ts';

export interface WaitingRoomOptions {
  /** Shared by all gateways: a queue at one of them is the queue of all. */
  store: QueueStore;
  /** How much this gateway and the services behind it have to do. Asked once a second. */
  pressure: () => Pressure;
}

/** Where somebody stands who waits. */
export interface Standing {
  /** Counts from 1, over all gateways. */
  place: number;
  /** People who come in before. */
  ahead: number;
  /** Seconds until the place is called; undefined while nobody can say. */
  seconds?: number;
}

/** Newcomers a second, at the least: the queue never stands still. */
const LEAST_RATE = 1;
/** The queue begins when for this many seconds in a row calls had to wait: a moment is no rush. */
const PRESSED_TICKS = 3;
/** It begins at once when more people come within a second than this, and than three times as many as usual: too many would be inside before calls wait. */
const CROWD = 100;
/**
 * The pace while nothing waits, and while calls are refused. Both are slow, because a change shows in the services only when those who came in have filled
 * in their form: with a growth of a tenth a second services were idle for half of the time in a simulation.
 */
const FASTER = 1.03;
const SLOWER = 0.95;
/** The queue ends when for this many seconds nobody has waited and nothing was pressed. */
const CALM_TICKS = 30;
/** The pace that is told, and the pace of a gateway that joins a queue, are those of the last seconds. */
const PACE_TICKS = 30;

/**
 * The queue of newcomers. While the portal has room everybody comes in. When it is pressed, newcomers take a place, and places are called in their
 * order, as many a second as the portal bears. That number grows a little every second while no call waits, stays while calls wait, because the services
 * then do as much as they can, and shrinks a little while calls are refused. Places that nobody comes back for cost nothing: the pace grows past them.
 */
export class WaitingRoom {
  private numbers: QueueNumbers = { taken: 0, called: 0 };
  /** Newcomers a second of this gateway; undefined while it has no queue. */
  private rate?: number;
  /** Newcomers who may come in now. */
  private credit = 0;
  private entered = 0;
  private calm = 0;
  private pressedFor = 0;
  private enteredBefore: number[] = [];
  private calledBefore: number[] = [];

  constructor(private readonly options: WaitingRoomOptions) {}

  /** Whether newcomers queue. */
  get isClosed(): boolean {
    return this.rate !== undefined || this.waiting > 0;
  }

  /** Places that are not called yet, of all gateways. */
  get waiting(): number {
    return this.numbers.taken - this.numbers.called;
  }

  /** Once a second: finds the pace and calls the next places. @throws where the store does not answer; the pace is found all the same */
  async tick(): Promise<void> {
    this.enteredBefore = [...this.enteredBefore.slice(1 - PACE_TICKS), this.entered];
    this.entered = 0;
    this.findRate();
    // What nobody used is not saved up: too many would come in at once.
    this.credit = Math.min(this.credit, this.rate ?? 0) + (this.rate ?? 0);
    const { called } = this.numbers;
    this.numbers = await this.options.store.call(Math.floor(this.credit));
    this.credit = Math.max(0, this.credit - (this.numbers.called - called));
    this.calledBefore = [...this.calledBefore.slice(-PACE_TICKS), this.numbers.called];
  }

  private findRate(): void {
    const pressure = this.options.pressure();
    const isPressed = pressure !== 'calm';
    this.pressedFor = isPressed ? this.pressedFor + 1 : 0;
    this.calm = isPressed || this.waiting > 0 ? 0 : this.calm + 1;
    if (this.rate === undefined) {
      if (this.pressedFor >= PRESSED_TICKS) this.begin(pressure === 'overrun' ? this.usual / 2 : this.usual);
      else if (this.waiting > 0) this.begin(this.usual);
    } else if (pressure === 'overrun') this.rate = Math.max(LEAST_RATE, this.rate * SLOWER);
    else if (pressure === 'calm') this.rate = this.calm >= CALM_TICKS ? undefined : this.rate * FASTER + 0.1;
  }

  private begin(rate: number): void {
    this.rate = Math.max(LEAST_RATE, rate);
    this.calledBefore = [this.numbers.called];
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
    return this.standingAt(place);
  }

  /** Where the holder of a place stands now. @returns undefined for whoever comes in */
  async comeBack(place: number): Promise<Standing | undefined> {
    // Given by another gateway a moment ago.
    if (place > this.numbers.taken) this.numbers = await this.options.store.call(0);
    // The numbers of the queue were lost.
    if (place > this.numbers.taken) return this.arrive();
    return this.isClosed && place > this.numbers.called ? this.standingAt(place) : undefined;
  }

  private standingAt(place: number): Standing {
    const ahead = Math.max(0, place - this.numbers.called - 1);
    const seconds = this.calledBefore.length - 1;
    const pace = seconds > 0 ? ((this.calledBefore.at(-1) ?? 0) - (this.calledBefore[0] ?? 0)) / seconds : 0;
    const perSecond = pace || this.rate;
    return perSecond ? { place, ahead, seconds: Math.ceil((ahead + 1) / perSecond) } : { place, ahead };
  }
}
