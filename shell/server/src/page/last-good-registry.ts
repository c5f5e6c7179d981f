import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ActiveEntries } from './verify-registry.ts';

/**
 * Keeps the last good entries over a restart, with the highest sequence number of each key, so that the gateway detects an older
 * registry that was put back meanwhile.
 */
export class LastGoodRegistry {
  constructor(private readonly file: string) {}

  /** The caller checks the signatures again. A file that cannot be read counts as missing. */
  load(): Map<string, ActiveEntries> {
    try {
      return new Map(Object.entries(JSON.parse(readFileSync(this.file, 'utf8')) as Record<string, ActiveEntries>));
    } catch {
      return new Map();
    }
  }

  /** @throws where the folder cannot be written */
  save(areas: Map<string, ActiveEntries>): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    writeFileSync(`${this.file}.new`, JSON.stringify(Object.fromEntries(areas)), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}
