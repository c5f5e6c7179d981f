/** Files that are read again when they have changed, so that a key or a certificate is replaced without a restart. */
import { readFileSync, statSync } from 'node:fs';
import { log } from '../logging.ts';

const lookMs = 1_000;

/**
 * What a few files hold together, such as a key and its certificate. At most once a second it is seen whether one of them has changed. Changed files that
 * cannot be read, such as half written ones, are logged, and what was read before stays in force.
 */
export class WatchedFiles<T> {
  private stamp: string;
  private content: T;
  private nextLook: number;

  /** @param parse makes the content of the texts of the files, in their order @throws what reading or `parse` throws */
  constructor(
    private readonly files: readonly string[],
    private readonly parse: (...texts: string[]) => T,
  ) {
    this.stamp = this.stampNow();
    this.content = this.read();
    this.nextLook = Date.now() + lookMs;
  }

  /** The content in force; the same object until a file has changed. */
  get(): T {
    if (Date.now() >= this.nextLook) this.look();
    return this.content;
  }

  /** Reads changed files now. */
  look(): void {
    this.nextLook = Date.now() + lookMs;
    try {
      const stamp = this.stampNow();
      if (stamp === this.stamp) return;
      this.content = this.read();
      this.stamp = stamp;
      log().info({ files: this.files }, 'changed files are in force');
    } catch (error) {
      log().error({ err: error, files: this.files }, 'changed files cannot be read: what was read before stays in force');
    }
  }

  private read = (): T => this.parse(...this.files.map((file) => readFileSync(file, 'utf8')));

  private stampNow = (): string =>
    this.files
      .map((file) => statSync(file))
      .map(({ mtimeMs, ino, size }) => `${mtimeMs} ${ino} ${size}`)
      .join();
}
