/** By `dateTime` descending; of two at the same second the one done later stands first. */
export const newestFirst = <Entry extends { dateTime?: string | null }>(entries: readonly Entry[]): Entry[] =>
  entries
    .map((entry, place) => ({ entry, place }))
    .sort((one, two) => (two.entry.dateTime ?? '').localeCompare(one.entry.dateTime ?? '') || two.place - one.place)
    .map(({ entry }) => entry);
