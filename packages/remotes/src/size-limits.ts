/**
 * Size limits of a build, in bytes after brotli compression. `start`: entry, first script and stylesheet of an area. `file`: any single file. `all`: the whole
 * build.
 */
export interface SizeLimits {
  start: number;
  file: number;
  all: number;
}

export const sizeLimits: SizeLimits = { start: 90_000, file: 150_000, all: 700_000 };
