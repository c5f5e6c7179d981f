/** A time span. An end that is null is open. `to` is not included. */
export interface Span {
  from: Date | null;
  to: Date | null;
}
