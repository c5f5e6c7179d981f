/**
 * The value that `share` of all values do not exceed, from how many fell into each step; between the ends of a step it is
 * taken to be even. Values beyond the last step count as its end.
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
