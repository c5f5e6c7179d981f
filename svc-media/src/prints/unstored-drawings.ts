import { within } from './within.ts';

/** Most bytes of kept drawings. The newest is kept in any case: its caller may be about to ask again. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024;

interface Drawing {
  /** Number of calls that wait for it. */
  callers: number;
  /** The form, or undefined if it was not drawn. */
  done: Promise<Uint8Array | undefined>;
}

/**
 * Drawings that are stored nowhere. A form of many documents takes a thread for seconds, so these are drawn one after the other, each once for all equal calls,
 * and not at all if no call waits for it when its turn comes.
 */
export class UnstoredDrawings {
  /** Those that wait, the one that is being drawn, and the kept ones. */
  private readonly known = new Map<string, Drawing>();
  /** The kept ones, the oldest first, with their sizes in bytes and the timers that forget them. */
  private readonly kept = new Map<string, { size: number; timer: NodeJS.Timeout }>();
  private last: Promise<void> = Promise.resolve();

  /** @param keptMs for how long a drawing is kept in memory, for the call that is repeated because it was not ready in time */
  constructor(private readonly keptMs = 30_000) {}

  /**
   * Returns the drawing, or undefined if it fails or is not ready after `waitMs`.
   * @param id equal for equal calls
   * @param draw draws the form; resolves to undefined if it fails
   */
  async ask(id: string, draw: () => Promise<Uint8Array | undefined>, waitMs: number): Promise<Uint8Array | undefined> {
    const drawing = this.known.get(id) ?? this.add(id, draw);
    drawing.callers += 1;
    const pdf = await within(drawing.done, waitMs);
    drawing.callers -= 1;
    return pdf;
  }

  private add(id: string, draw: () => Promise<Uint8Array | undefined>): Drawing {
    const drawing: Drawing = { callers: 0, done: this.last.then(() => this.drawNow(id, drawing, draw)) };
    // Not the drawing itself, which would then stay in memory.
    this.last = drawing.done.then(() => undefined);
    this.known.set(id, drawing);
    return drawing;
  }

  private async drawNow(id: string, drawing: Drawing, draw: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    const pdf = drawing.callers > 0 ? await draw() : undefined;
    if (pdf) this.keep(id, pdf.byteLength);
    else this.known.delete(id);
    return pdf;
  }

  private keep(id: string, size: number): void {
    this.kept.set(id, { size, timer: setTimeout(() => this.forget(id), this.keptMs).unref() });
    let bytes = [...this.kept.values()].reduce((sum, each) => sum + each.size, 0);
    for (const [oldest, each] of this.kept) {
      if (bytes <= MOST_KEPT_BYTES || oldest === id) break;
      this.forget(oldest);
      bytes -= each.size;
    }
  }

  private forget(id: string): void {
    clearTimeout(this.kept.get(id)?.timer);
    if (this.kept.delete(id)) this.known.delete(id);
  }
}
