import type { BuildFiles } from './build-files.ts';
import type { Change, NextRegistry, Registry } from './registry.ts';

/**
 * Computes a change of the registry. `undefined` leaves the registry as it is.
 * A store may call it again when another publisher was faster.
 */
export type Update = (registry: Registry) => Promise<NextRegistry | undefined>;

/** Where deployed remotes are stored: files below `<area>/<version>/`, the registry, and the history, from which nothing is removed. */
export interface Store {
  /** The place, for messages. */
  readonly place: string;
  /** Milliseconds between two reads of the registry. */
  readonly askEvery: number;
  /** The text of the registry and its tag. No text when the registry still has the given tag, or when there is none. */
  readRegistry(tag?: string): Promise<{ tag: string; text?: string }>;
  registry(): Promise<Registry>;
  /** Changes the registry, one change at a time across all processes. Gives the registry that is then in the store. */
  update(change: Update): Promise<Registry>;
  /** Every change, oldest first. */
  history(): Promise<Change[]>;
  versions(area: string): Promise<string[]>;
  /** Whether the whole version is stored. */
  has(area: string, version: string): Promise<boolean>;
  /** The names of a version's files. */
  files(area: string, version: string): Promise<string[]>;
  read(area: string, version: string, file: string): Promise<Buffer | undefined>;
  /** Stores a version, whole or not at all. A version that is stored already is left alone. */
  add(area: string, version: string, files: BuildFiles): Promise<void>;
  write(area: string, version: string, file: string, bytes: Buffer): Promise<void>;
  remove(area: string, version: string): Promise<void>;
}
