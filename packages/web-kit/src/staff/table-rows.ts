/** Sorts by `dateTime` descending. Of two entries in the same second, the later one comes first. */
export const newestFirst = <Entry extends { dateTime?: string | null }>(entries: readonly Entry[]): Entry[] =>
  entries
    .map((entry, place) => ({ entry, place }))
    .sort((one, two) => (two.entry.dateTime ?? '').localeCompare(one.entry.dateTime ?? '') || two.place - one.place)
    .map(({ entry }) => entry);
