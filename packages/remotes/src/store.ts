import type { BuildFiles } from './build-files.ts';
import type { Change, NextRegistry, Registry } from './registry.ts';

/**
 * Computes a change of the registry. The result `undefined` leaves the registry unchanged. A store may call the function again when another publisher was
 * faster.
 */
export type Update = (registry: Registry) => Promise<NextRegistry | undefined>;

/** Storage for deployed remotes: the files below `<area>/<version>/`, the registry, and the history, from which nothing is ever removed. */
export interface Store {
  /** Location of the store, for messages. */
  readonly place: string;
  /** Minimum time in milliseconds between two reads of the registry. */
  readonly askEvery: number;
  /** Reads the registry and its tag. The text is missing when the registry still has the given tag, or when there is no registry. */
  readRegistry(tag?: string): Promise<{ tag: string; text?: string }>;
  registry(): Promise<Registry>;
  /** Changes the registry, one change at a time across all processes. Returns the registry that is in the store afterwards. */
  update(change: Update): Promise<Registry>;
  /** Every change, oldest first. */
  history(): Promise<Change[]>;
  versions(area: string): Promise<string[]>;
  /** Checks whether the complete version is stored. */
  has(area: string, version: string): Promise<boolean>;
  /** The names of a version's files. */
  files(area: string, version: string): Promise<string[]>;
  read(area: string, version: string, file: string): Promise<Buffer | undefined>;
  /** Stores a version, either completely or not at all. A version that is already stored is left unchanged. */
  add(area: string, version: string, files: BuildFiles): Promise<void>;
  write(area: string, version: string, file: string, bytes: Buffer): Promise<void>;
  /**
   * Removes a version.
   * @param isInUse checked after the version has ceased to count as stored; if it is true, the version stays
   * @returns whether the version was removed
   */
  remove(area: string, version: string, isInUse?: () => Promise<boolean>): Promise<boolean>;
}
