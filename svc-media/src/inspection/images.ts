import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp, { type Sharp } from 'sharp';
import { bitmapRows, readBitmap } from './bmp.ts';

/** Pixel limit: no scan or photo of 10 MB has more pixels, and a picture with this many does not exhaust the memory. */
const MOST_PIXELS = 50_000_000;
/** Pixel limit for uncompressed bitmaps: those of 10 MB have far fewer pixels, unless they have one bit per pixel. */
const MOST_BITMAP_PIXELS = 25_000_000;
const OPTIONS = { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true } as const;
const WHITE = '#ffffff';

export type ImageType = 'image/png' | 'image/jpeg' | 'image/bmp';

sharp.cache(false);
sharp.concurrency(1);

/**
 * A picture that unpacks to more than `ALWAYS_UNPACKED` bytes may unpack to this many times the size of its file. Scans and photos are far below this ratio,
 * plain drawings above it.
 */
const MOST_TIMES = 200;
const ALWAYS_UNPACKED = 48 * 1024 * 1024;
/** Redrawing a picture with the largest number of pixels takes about two seconds. */
const LONGEST_SECONDS = 20;

/**
 * Reads how many pixels a picture has, from its header alone.
 * @throws when the header is damaged, or the picture would be too large to draw
 */
export async function pixelsOf(path: string, type: ImageType): Promise<number> {
  if (type === 'image/bmp') {
    const file = await open(path, 'r');
    try {
      const { width, height } = await readBitmap(file, MOST_BITMAP_PIXELS);
      return width * height;
    } finally {
      await file.close();
    }
  }
  const { width, height, channels = 4, depth } = await sharp(path, { limitInputPixels: false, sequentialRead: true }).metadata();
  const pixels = width * height;
  if (!(pixels > 0 && pixels <= MOST_PIXELS)) throw new Error('more pixels than any scan has');
  const unpacked = pixels * channels * (depth === 'ushort' ? 2 : 1);
  if (unpacked > ALWAYS_UNPACKED && unpacked > MOST_TIMES * (await stat(path)).size) throw new Error('unpacks to far more than any scan');
  return pixels;
}

/**
 * Redraws the picture upright, without its metadata and anything else that was in the file. A bitmap becomes a PNG, which has a tenth of its size.
 * @throws if the file is not a readable picture or has too many pixels
 */
export async function cleanImage(path: string, type: ImageType, target: string): Promise<{ type: 'image/png' | 'image/jpeg' }> {
  const kept = type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const encode = (image: Sharp) => (kept === 'image/jpeg' ? image.jpeg({ quality: 90, mozjpeg: false }) : image.png({ compressionLevel: 7 }));
  await drawn(path, type, (image) => encode(image).toFile(target));
  return { type: kept };
}

/** Returns a small upright JPEG that fits into the box; transparent parts become white. */
export function smallJpeg(path: string, type: ImageType, box: { width: number; height: number }): Promise<Buffer> {
  return drawn(path, type, (image) =>
    image
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: WHITE })
      .jpeg({ quality: 88 })
      .toBuffer(),
  );
}

/** Converts a stored picture into the form that prints use. */
export const printJpeg = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, OPTIONS)
    .resize({ width: 600, height: 800, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .jpeg({ quality: 90 })
    .toBuffer();

async function drawn<Result>(path: string, type: ImageType, finish: (image: Sharp) => Promise<Result>): Promise<Result> {
  if (type !== 'image/bmp') return finish(sharp(path, OPTIONS).timeout({ seconds: LONGEST_SECONDS }).autoOrient());
  const file = await open(path, 'r');
  try {
    const bitmap = await readBitmap(file, MOST_BITMAP_PIXELS);
    const { width, height, topDown } = bitmap;
    const image = sharp({ ...OPTIONS, raw: { width, height, channels: 3 } });
    const [result] = await Promise.all([finish(topDown ? image : image.flip()), pipeline(Readable.from(bitmapRows(file, bitmap)), image)]);
    return result;
  } finally {
    await file.close();
  }
}
