/** Documents in these statuses are erased this many days after one of their dates, but not while somebody still works on them. */
export interface RetentionRule {
  days: number;
  statuses: readonly string[];
  /** Column of the row with the date from which the days count. */
  since: string;
  /** Further columns that must have these values. */
  where?: Readonly<Record<string, string>>;
}
