const WARN_SECONDS = 120;
const ASK_EVERY = 10_000;
/** The gateway counts the minutes from the last call: what it does not know of yet, it is told within this time. */
const TELL_EVERY = 60_000;

/** How long somebody has done nothing, and what is to be done about it. All times in milliseconds. */
export class IdleClock {
  private last: number;
  private told: number;
  private mine = 0;
  private asked = 0;
  private warned = false;

  /** @param idle how long the gateway keeps an idle session @param now when it was last called */
  constructor(
    private readonly idle: number,
    now: number,
  ) {
    this.last = now;
    this.told = now;
  }

  /** Somebody does something in this tab. @returns whether other tabs should know: not once a second, and not before the warning was answered */
  active(now: number): boolean {
    if (this.warned || now - this.last < 1000) return false;
    this.last = now;
    this.mine = now;
    return true;
  }

  /** The warning was answered, by a call. */
  stay(now: number): void {
    this.last = now;
    this.told = now;
    this.warned = false;
  }

  /**
   * To be asked every second. @param elsewhere when somebody was last active in any tab
   * @returns `secondsLeft` only where that is to be warned of; `tell` that somebody is there; `ask` whether the session has ended
   */
  tick(now: number, elsewhere: number): { secondsLeft: number | null; tell: boolean; ask: boolean } {
    this.last = Math.max(this.last, Math.min(elsewhere, now));
    const left = Math.ceil((this.last + this.idle - now) / 1000);
    this.warned = left <= WARN_SECONDS;
    // Work inside a page makes no calls. Told late rather than early, or the session would end before the warning.
    const tell = this.mine > this.told && now - this.told > TELL_EVERY;
    if (tell) this.told = now;
    const ask = left <= 0 && now - this.asked >= ASK_EVERY;
    if (ask) this.asked = now;
    return { secondsLeft: this.warned ? Math.max(0, left) : null, tell, ask };
  }
}
