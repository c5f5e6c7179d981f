/** A span of time; without an end where it is null. `to` is not part of it. */
export interface Span {
  from: Date | null;
  to: Date | null;
}
