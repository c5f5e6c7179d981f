/** For tests only. */
import { Clock } from '../clock.ts';

/** A clock that does not move until a test moves it. */
export class TestClock extends Clock {
  constructor(private at = new Date()) {
    super();
  }
  override now(): Date {
    return new Date(this.at);
  }
  /** Moves the clock forward. */
  pass(ms: number): void {
    this.at = new Date(this.at.getTime() + ms);
  }
}
