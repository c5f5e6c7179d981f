/** Documents in these statuses are erased so many days after a day or moment of theirs, and not while somebody still works on them. */
export interface RetentionRule {
  days: number;
  statuses: readonly string[];
  /** Column of the row from which the days count. */
  since: string;
  /** Further columns that must have these values. */
  where?: Readonly<Record<string, string>>;
}
