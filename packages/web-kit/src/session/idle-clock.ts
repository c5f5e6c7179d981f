const WARN_SECONDS = 120;
const ASK_EVERY = 10_000;
/** The time in ms after which activity without calls is reported to the gateway, which counts idle time from the last call. */
const TELL_EVERY = 60_000;

/** Tracks how long the user has been idle and decides what to do about it. All times are in milliseconds. */
export class IdleClock {
  private last: number;
  private told: number;
  private mine = 0;
  private asked = 0;
  private warned = false;

  /** @param idle how long the gateway keeps an idle session @param now time of the last call */
  constructor(
    private readonly idle: number,
    now: number,
  ) {
    this.last = now;
    this.told = now;
  }

  /** Records activity in this tab. @returns whether to tell other tabs: not every second, and not while the warning is unanswered */
  active(now: number): boolean {
    if (this.warned || now - this.last < 1000) return false;
    this.last = now;
    this.mine = now;
    return true;
  }

  /** Records that the user has answered the warning, which made a call. */
  stay(now: number): void {
    this.last = now;
    this.told = now;
    this.warned = false;
  }

  /**
   * Advances the clock; call it every second. @param elsewhere when the user was last active in any tab
   * @returns `secondsLeft` only while the warning must be shown; `tell`: report activity to the gateway; `ask`: check whether the session has ended
   */
  tick(now: number, elsewhere: number): { secondsLeft: number | null; tell: boolean; ask: boolean } {
    this.last = Math.max(this.last, Math.min(elsewhere, now));
    const left = Math.ceil((this.last + this.idle - now) / 1000);
    this.warned = left <= WARN_SECONDS;
    // Work inside a page makes no calls, so activity is reported to the gateway before the session would end without a warning.
    const tell = this.mine > this.told && now - this.told > TELL_EVERY;
    if (tell) this.told = now;
    const ask = left <= 0 && now - this.asked >= ASK_EVERY;
    if (ask) this.asked = now;
    return { secondsLeft: this.warned ? Math.max(0, left) : null, tell, ask };
  }
}
