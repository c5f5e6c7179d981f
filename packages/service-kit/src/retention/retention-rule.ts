/** A rule that erases documents with these statuses this many days after one of their dates, but not while somebody still works on them. */
export interface RetentionRule {
  days: number;
  statuses: readonly string[];
  /** Column with the date from which the days are counted. */
  since: string;
  /** Values that further columns must have. */
  where?: Readonly<Record<string, string>>;
}
