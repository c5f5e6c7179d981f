import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorFacts, log } from '@portal/service-kit';
import type { SessionStore } from './session-store.ts';

interface Entry {
  value: string;
  expiresAt: number;
  owner?: string;
}

const WRITE_AFTER = 200;
const RETRY_AFTER = 1_000;
const SWEEP_EVERY = 60_000;

/** Keeps the sessions of a single process in memory, with a copy on disk that is loaded after a restart. */
export class FileSessionStore implements SessionStore {
  private readonly entries = new Map<string, Entry>();
  private readonly sweeper: NodeJS.Timeout;
  private writer?: NodeJS.Timeout;

  constructor(private readonly file: string) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    for (const [key, entry] of readEntries(file)) {
      this.entries.set(key, entry);
    }
    this.sweep();
    this.sweeper = setInterval(() => this.sweep(), SWEEP_EVERY).unref();
  }

  async get(key: string): Promise<string | undefined> {
    const entry = this.entries.get(key);
    return entry && entry.expiresAt > Date.now() ? entry.value : undefined;
  }

  async set(key: string, value: string, milliseconds: number, owner?: string): Promise<void> {
    this.entries.set(key, { value, expiresAt: Date.now() + milliseconds, owner });
    this.writeSoon();
  }

  async swap(key: string, before: string, value: string, milliseconds: number, owner?: string): Promise<boolean> {
    // There is no `await` between the check and the change, so nothing can change in between.
    const entry = this.entries.get(key);
    if (entry?.value !== before || entry.expiresAt <= Date.now()) {
      return false;
    }
    await this.set(key, value, milliseconds, owner);
    return true;
  }

  async claim(key: string, milliseconds: number): Promise<boolean> {
    // There is no `await` between the check and the change, so nothing can change in between.
    const entry = this.entries.get(key);
    if (entry && entry.expiresAt > Date.now()) {
      return false;
    }
    await this.set(key, '1', milliseconds);
    return true;
  }

  async take(key: string): Promise<string | undefined> {
    const entry = this.entries.get(key);
    await this.delete(key);
    return entry && entry.expiresAt > Date.now() ? entry.value : undefined;
  }

  async delete(key: string): Promise<void> {
    if (this.entries.delete(key)) {
      this.writeSoon();
    }
  }

  async owned(owner: string): Promise<string[]> {
    return [...this.entries].flatMap(([key, entry]) => (entry.owner === owner && entry.expiresAt > Date.now() ? [key] : []));
  }

  async deleteOwned(owner: string): Promise<void> {
    for (const key of await this.owned(owner)) await this.delete(key);
  }

  async close(): Promise<void> {
    clearInterval(this.sweeper);
    if (this.writer) {
      clearTimeout(this.writer);
      this.write();
      clearTimeout(this.writer);
    }
  }

  private sweep(): void {
    const now = Date.now();
    for (const [key, entry] of this.entries) {
      if (entry.expiresAt <= now) {
        this.entries.delete(key);
      }
    }
  }

  // Changes within a short time share one write.
  private writeSoon(milliseconds = WRITE_AFTER): void {
    this.writer ??= setTimeout(() => this.write(), milliseconds).unref();
  }

  private write(): void {
    this.writer = undefined;
    try {
      writeFileSync(`${this.file}.new`, JSON.stringify([...this.entries]), { mode: 0o600 });
      renameSync(`${this.file}.new`, this.file);
    } catch (error) {
      // The disk may be full. The sessions stay in memory, and the write is repeated until it succeeds.
      log().warn(errorFacts(error), 'sessions cannot be written to disk');
      this.writeSoon(RETRY_AFTER);
    }
  }
}

/** Reads the copy on disk. Without a readable copy everybody has to sign in again; nothing else is lost. */
function readEntries(file: string): [string, Entry][] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as [string, Entry][];
  } catch {
    return [];
  }
}
