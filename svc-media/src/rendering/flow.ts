import type { Canvas } from './canvas.ts';

/** A strip of a page that is never split: it has a height and draws itself downwards from `top`. */
export interface Band {
  height: number;
  draw: (canvas: Canvas, top: number) => void;
  /** Whether the band stays on the same page as the next one, such as a title with its content. */
  keepWithNext?: boolean;
  /** The height of what the band draws, if that is more than `height`: other bands are placed beside it. */
  drawnHeight?: number;
}

/** Bands with a larger total height, in points, are not kept together, because too much would move to the next page. */
const MOST_TOGETHER = 240;

/** Returns the total height of stacked bands. */
export const heightOf = (bands: readonly Band[]): number => bands.reduce((sum, band) => sum + band.height, 0);

/** Places bands from top to bottom and starts a new page where the next one does not fit. */
export class Flow {
  page: Canvas;
  y: number;
  private repeated: Band[] = [];

  constructor(
    private readonly open: () => { canvas: Canvas; top: number },
    private readonly bottom: number,
  ) {
    const first = open();
    this.page = first.canvas;
    this.y = first.top;
  }

  /** @param after height of what must follow on the page of the last band, as far as that can be kept together */
  place(bands: Band[], after = 0): void {
    bands.forEach((band, index) => {
      let [stacked, needed, last] = [band.height, band.drawnHeight ?? band.height, index];
      while (bands[last]?.keepWithNext && bands[last + 1]) {
        last += 1;
        needed = Math.max(needed, stacked + (bands[last].drawnHeight ?? 0));
        stacked += bands[last].height;
      }
      needed = Math.max(needed, stacked);
      this.ensure(needed + (last === bands.length - 1 ? Math.min(after, MOST_TOGETHER) : 0));
      this.draw(band);
    });
  }

  /** Starts a new page if less than `height` is left. */
  ensure(height: number): void {
    if (this.y - height < this.bottom) this.next();
  }

  /** While `place` runs, every new page begins with these bands. */
  repeating(bands: Band[], place: () => void): void {
    this.repeated = bands;
    place();
    this.repeated = [];
  }

  skip(height: number): void {
    this.y -= height;
  }

  private next(): void {
    const { canvas, top } = this.open();
    this.page = canvas;
    this.y = top;
    for (const band of this.repeated) this.draw(band);
  }

  private draw(band: Band): void {
    band.draw(this.page, this.y);
    this.y -= band.height;
  }
}
