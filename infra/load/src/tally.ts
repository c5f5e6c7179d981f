/** The counts and durations of one kind of call. */
export class Tally {
  /** The duration of each acknowledged call, in ms. */
  times: number[] = [];
  calls = 0;
  acknowledged = 0;
  givenUp = 0;
}
