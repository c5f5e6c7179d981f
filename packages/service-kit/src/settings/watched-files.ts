/** Files that are read again after they change, so that a key or a certificate can be replaced without a restart. */
import { readFileSync, statSync } from 'node:fs';
import { log } from '../logging.ts';

const lookMs = 1_000;

/**
 * The parsed content of a group of files, such as a key and its certificate. At most once a second, the files are checked for changes. If changed files cannot
 * be read, for example because they are half written, the error is logged and the previous content stays in use.
 */
export class WatchedFiles<T> {
  private stamp: string;
  private content: T;
  private nextLook: number;

  /** @param parse makes the content from the texts of the files, in their order @throws the errors of reading and of `parse` */
  constructor(
    private readonly files: readonly string[],
    private readonly parse: (...texts: string[]) => T,
  ) {
    this.stamp = this.stampNow();
    this.content = this.read();
    this.nextLook = Date.now() + lookMs;
  }

  /** Returns the current content. It is the same object until a file changes. */
  get(): T {
    if (Date.now() >= this.nextLook) this.look();
    return this.content;
  }

  /** Checks the files now, and reads them if they have changed. */
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
