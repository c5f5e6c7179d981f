import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { InForce } from './judge.ts';

/**
 * Keeps what was found good over a restart: the last good entries, and how far each key had signed, so that an older registry
 * put back meanwhile is known for what it is.
 */
export class Accepted {
  constructor(private readonly file: string) {}

  /** Signatures are checked again by who uses this; a file that cannot be read is as none. */
  load(): Map<string, InForce> {
    try {
      return new Map(Object.entries(JSON.parse(readFileSync(this.file, 'utf8')) as Record<string, InForce>));
    } catch {
      return new Map();
    }
  }

  /** @throws where the folder cannot be written */
  save(areas: Map<string, InForce>): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    writeFileSync(`${this.file}.new`, JSON.stringify(Object.fromEntries(areas)), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}
