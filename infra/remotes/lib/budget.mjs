/** Bytes after brotli. `start`: entry, first script and stylesheet of an area. `file`: any one file. `all`: the whole build. */
export const budget = { start: 90_000, file: 150_000, all: 700_000 };
