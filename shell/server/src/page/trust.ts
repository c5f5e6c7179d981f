import { readFile, stat } from 'node:fs/promises';
import { parseTrustedKeys } from '@portal/remotes';
import type { Trust } from './verify-registry.ts';

/** The file of trusted keys, read again when it changes. */
export class TrustFile {
  private trust: Trust = new Map();
  private seen = '';
  private fault?: string;

  constructor(private readonly file: string) {}

  /** The last readable keys, the version of the file, and what is wrong with it. */
  async current(): Promise<{ trust: Trust; tag: string; fault?: string }> {
    const stats = await stat(this.file).catch(() => undefined);
    const tag = stats ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : 'missing';
    if (tag !== this.seen) {
      try {
        this.trust = parseTrustedKeys(await readFile(this.file, 'utf8'));
        this.fault = undefined;
      } catch (error) {
        // Keep the keys that were read before: a mistake in this file must not empty the portal.
        this.fault = `The file of trusted keys cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`;
      }
      this.seen = tag;
    }
    return { trust: this.trust, tag, fault: this.fault };
  }
}
