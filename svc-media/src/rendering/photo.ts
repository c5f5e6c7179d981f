import type { PDFDocument, PDFImage } from 'pdf-lib';
import { type Canvas, COLOURS } from './canvas.ts';
import type { StructureElement } from './structure.ts';

/** A photo, complete and undistorted, centred in a framed box. */
export class Photo {
  static readonly resource = 'Photo';

  constructor(readonly image: PDFImage) {}

  drawWithin(canvas: Canvas, box: { x: number; top: number; width: number; height: number }, root: StructureElement): void {
    const scale = Math.min(box.width / this.image.width, box.height / this.image.height);
    const width = this.image.width * scale;
    const height = this.image.height * scale;
    canvas.mark(root.add('Figure', 'Photo'), () =>
      canvas.image(Photo.resource, box.x + (box.width - width) / 2, box.top - (box.height + height) / 2, width, height),
    );
    canvas.decorate(() => canvas.frame(box.x, box.top - box.height, box.width, box.height, COLOURS.rule, 0.6));
  }
}

/** Embeds a photo. If the photo cannot be read, its place stays empty and the form is still drawn. */
export async function embedPhoto(document: PDFDocument, bytes: Uint8Array): Promise<Photo | undefined> {
  try {
    return new Photo(await document.embedJpg(bytes));
  } catch {
    return undefined;
  }
}
