import type { Canvas } from './canvas.ts';

/** A strip of a page that is not broken: it knows its height and draws itself downwards from `top`. */
export interface Band {
  height: number;
  draw: (canvas: Canvas, top: number) => void;
  /** A title stays on the page of what it is the title of. */
  keepWithNext?: boolean;
}

/** More than this is not kept together: it would push what fits to a page of its own. */
const MOST_TOGETHER = 240;

/** The height of bands on top of each other. */
export const heightOf = (bands: readonly Band[]): number => bands.reduce((sum, band) => sum + band.height, 0);

/** Places bands from top to bottom and opens a page where the next one does not fit. */
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

  /** @param after height of what has to stand on the page of the last band, as far as it can be kept together */
  place(bands: Band[], after = 0): void {
    bands.forEach((band, index) => {
      let needed = band.height;
      let last = index;
      while (bands[last]?.keepWithNext && bands[last + 1]) {
        last += 1;
        needed += bands[last].height;
      }
      this.ensure(needed + (last === bands.length - 1 ? Math.min(after, MOST_TOGETHER) : 0));
      this.draw(band);
    });
  }

  /** Opens a page where less than `height` is left. */
  ensure(height: number): void {
    if (this.y - height < this.bottom) this.next();
  }

  /** While `place` runs, every page it opens begins with these bands. */
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
