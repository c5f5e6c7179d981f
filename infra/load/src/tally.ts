/** Counts and times of one kind of call. */
export class Tally {
  /** Milliseconds of each acknowledged call. */
  times: number[] = [];
  calls = 0;
  acknowledged = 0;
  givenUp = 0;
}
