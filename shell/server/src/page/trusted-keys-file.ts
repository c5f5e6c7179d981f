import { readFile, stat } from 'node:fs/promises';
import { parseTrustedKeys } from '@portal/remotes';
import type { TrustedKeys } from './verify-registry.ts';

/** Reads the file of trusted keys, again whenever it changes. */
export class TrustedKeysFile {
  private trust: TrustedKeys = new Map();
  private seen = '';
  private fault?: string;

  constructor(private readonly file: string) {}

  /** Returns the last keys that could be read, the version tag of the file, and the error of the last read, if any. */
  async current(): Promise<{ trust: TrustedKeys; tag: string; fault?: string }> {
    const stats = await stat(this.file).catch(() => undefined);
    const tag = stats ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : 'missing';
    if (tag !== this.seen) {
      try {
        this.trust = parseTrustedKeys(await readFile(this.file, 'utf8'));
        this.fault = undefined;
      } catch (error) {
        // The keys that were read before stay in use, because a mistake in this file must not empty the portal.
        this.fault = `The file of trusted keys cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`;
      }
      this.seen = tag;
    }
    return { trust: this.trust, tag, fault: this.fault };
  }
}
