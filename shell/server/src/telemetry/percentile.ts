/**
 * Estimates the value that `share` of all values do not exceed, from the counts of a histogram. Values are assumed to be spread evenly within a bucket. Values
 * beyond the last bucket count as its upper bound.
 */
export function percentile(share: number, counts: number[], ends: number[]): number {
  const at = (index: number): number => counts[index] ?? 0;
  const all = Array.from({ length: ends.length + 1 }, (_, index) => at(index)).reduce((sum, count) => sum + count, 0);
  let left = all * share;
  for (const [index, end] of ends.entries()) {
    if (at(index) >= left && at(index) > 0) {
      const begin = ends[index - 1] ?? 0;
      return begin + ((end - begin) * left) / at(index);
    }
    left -= at(index);
  }
  return ends[ends.length - 1];
}
