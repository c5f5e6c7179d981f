const longest = 26;
/** Of a letter and of the gap to the bar, in pixels. */
const letter = 7.5;
const gap = 12;

/** A name as it fits beside its bar, for which a chart gives half of its width: a longer one is cut off at its end. The table has it whole. */
export function shortName(name: string, width: number): string {
  const most = Math.min(longest, Math.max(4, Math.floor((width / 2 - gap) / letter)));
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
