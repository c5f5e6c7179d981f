/**
 * Returns the days of a changed content as the service takes them. Null stands for the content without a first day; an empty day would stand for the content
 * that is in force today, which may be another.
 * @param begun the first day of the content that the form was opened with; empty if it has none
 * @param chosen the first day in the form
 */
export const firstDay = (begun: string, chosen: string): { effectiveFrom: string | null; replaces: string | null } => ({
  effectiveFrom: begun || chosen ? chosen : null,
  replaces: begun || null,
});
