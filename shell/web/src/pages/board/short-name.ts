const longest = 26;
/** Width of a letter and of the gap to the bar, in pixels. */
const letter = 7.5;
const gap = 12;

/** Shortens a name to the space beside its bar, which is half of the chart's width. The table has the full name. */
export function shortName(name: string, width: number): string {
  const most = Math.min(longest, Math.max(4, Math.floor((width / 2 - gap) / letter)));
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
