import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { aBitmap, aPhoto, aPicture } from '../testing/files.ts';
import { cleanImage, pixelsOf as pixelCount, smallJpeg } from './images.ts';

const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
afterAll(() => rmSync(folder, { recursive: true }));

const kept = (bytes: Buffer): string => {
  const path = join(folder, 'given');
  writeFileSync(path, bytes);
  return path;
};
const target = join(folder, 'clean');
const pixelsOf = async (type: 'image/bmp' | 'image/png', bytes: Buffer) => {
  await cleanImage(kept(bytes), type, target);
  const { data, info } = await sharp(target).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { pixels: [...data], width: info.width, height: info.height };
};

describe('a picture drawn anew', () => {
  it('loses data hidden after it', async () => {
    const bytes = Buffer.concat([await aPicture(20, 20).png().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
    await cleanImage(kept(bytes), 'image/png', target);
    expect(readFileSync(target).includes('<script>')).toBe(false);
  });

  it('stands upright', async () => {
    await cleanImage(kept(await aPhoto(40, 30)), 'image/jpeg', target);
    const { width, height, exif } = await sharp(target).metadata();
    expect([width, height, exif]).toEqual([30, 40, undefined]);
  });

  it('is refused if it has more pixels than any scan', async () => {
    const bomb = await aPicture(9000, 9000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    await expect(cleanImage(kept(bomb), 'image/png', target)).rejects.toThrow(/pixel/i);
  });

  it('is refused by its header, before it is decoded', async () => {
    const of = (type: 'png' | 'jpeg', width: number, height: number) => aPicture(width, height)[type]().toBuffer();
    const huge = (await of('png', 20, 20)).fill(0xff, 16, 18);
    await expect(pixelCount(kept(huge), 'image/png')).rejects.toThrow();
    await expect(pixelCount(kept(await of('png', 9_000, 9_000)), 'image/png')).rejects.toThrow('more pixels');
    await expect(pixelCount(kept(await of('jpeg', 9_000, 9_000)), 'image/jpeg')).rejects.toThrow('more pixels');
    // Small files of one colour that unpack to 100 MB.
    await expect(pixelCount(kept(await of('png', 6_000, 6_000)), 'image/png')).rejects.toThrow('unpacks');
    const bitmap = aBitmap(10, 10, () => [1, 2, 3]);
    bitmap.writeInt32LE(40_000, 18);
    bitmap.writeInt32LE(40_000, 22);
    await expect(pixelCount(kept(bitmap), 'image/bmp')).rejects.toThrow('size');
    expect(await pixelCount(kept(await of('jpeg', 4_000, 3_000)), 'image/jpeg')).toBe(12_000_000);
    expect(await pixelCount(kept(await of('png', 2_480, 3_508)), 'image/png')).toBe(2_480 * 3_508);
  });

  it('is scaled down to fit its box', async () => {
    const small = await smallJpeg(kept(await aPicture(300, 900).png().toBuffer()), 'image/png', { width: 112, height: 150 });
    const { format, width, height } = await sharp(small).metadata();
    expect([format, width, height]).toEqual(['jpeg', 50, 150]);
  });
});

describe('a bitmap', () => {
  it('is read pixel by pixel', async () => {
    const bytes = aBitmap(5, 3, (x, y) => [x * 10, y * 20, 200]);
    const { pixels, width, height } = await pixelsOf('image/bmp', bytes);
    expect([width, height]).toEqual([5, 3]);
    expect(pixels.slice(0, 6)).toEqual([0, 0, 200, 10, 0, 200]);
    expect(pixels.slice(-3)).toEqual([40, 40, 200]);
  });

  it('may stand from the top down', async () => {
    const bytes = aBitmap(2, 2, (x, y) => [x, y * 100, 9]);
    bytes.writeInt32LE(-2, 22);
    const { pixels } = await pixelsOf('image/bmp', bytes);
    expect(pixels.slice(0, 3)).toEqual([0, 100, 9]);
  });

  it('may have colours of a palette, one bit each or eight', async () => {
    const paletted = (bits: 1 | 8, row: Buffer) => {
      const palette = Buffer.from([10, 20, 30, 0, 200, 150, 100, 0]);
      const file = Buffer.concat([aBitmap(2, 1, () => [0, 0, 0]).subarray(0, 54), palette, row]);
      file.writeUInt32LE(54 + palette.length, 10);
      file.writeUInt16LE(bits, 28);
      file.writeUInt32LE(2, 46);
      return file;
    };
    const expected = [100, 150, 200, 30, 20, 10];
    expect((await pixelsOf('image/bmp', paletted(1, Buffer.from([0b10000000, 0, 0, 0])))).pixels).toEqual(expected);
    expect((await pixelsOf('image/bmp', paletted(8, Buffer.from([1, 0, 0, 0])))).pixels).toEqual(expected);
  });

  it('may have 16 or 32 bits', async () => {
    const sixteen = Buffer.concat([aBitmap(2, 1, () => [0, 0, 0]).subarray(0, 54), Buffer.from([0x00, 0x7c, 0x1f, 0x00])]);
    sixteen.writeUInt16LE(16, 28);
    expect((await pixelsOf('image/bmp', sixteen)).pixels).toEqual([255, 0, 0, 0, 0, 255]);
    const masks = Buffer.alloc(12);
    for (const [index, mask] of [0xff, 0xff00, 0xff0000].entries()) masks.writeUInt32LE(mask, index * 4);
    const thirtyTwo = Buffer.concat([aBitmap(1, 1, () => [0, 0, 0]).subarray(0, 54), masks, Buffer.from([1, 2, 3, 255])]);
    thirtyTwo.writeUInt32LE(66, 10);
    thirtyTwo.writeUInt16LE(32, 28);
    thirtyTwo.writeUInt32LE(3, 30);
    expect((await pixelsOf('image/bmp', thirtyTwo)).pixels).toEqual([1, 2, 3]);
  });

  it('is refused when it is shorter than it says, compressed, or too large', async () => {
    const good = aBitmap(10, 10, () => [1, 2, 3]);
    const broken = (change: (bytes: Buffer) => void) => {
      const bytes = Buffer.from(good);
      change(bytes);
      return cleanImage(kept(bytes), 'image/bmp', target);
    };
    await expect(cleanImage(kept(good.subarray(0, 300)), 'image/bmp', target)).rejects.toThrow('shorter');
    await expect(broken((bytes) => bytes.writeUInt32LE(1, 30))).rejects.toThrow('compressed');
    await expect(broken((bytes) => bytes.writeInt32LE(2_000_000_000, 18))).rejects.toThrow('size');
    await expect(broken((bytes) => bytes.writeInt32LE(-2_147_483_648, 22))).rejects.toThrow('size');
    await expect(broken((bytes) => bytes.writeUInt32LE(20, 10))).rejects.toThrow('shorter');
  });

  it('is at worst refused', async () => {
    const good = aBitmap(8, 8, (x, y) => [x, y, 0]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 2, max: 80 }), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          const bytes = Buffer.from(good);
          for (const [at, value] of changes) bytes[at] = value;
          await cleanImage(kept(bytes), 'image/bmp', target).catch(() => undefined);
        },
      ),
      { numRuns: 150 },
    );
  });
});
