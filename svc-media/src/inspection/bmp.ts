import type { FileHandle } from 'node:fs/promises';

/** The header of a bitmap, already checked against the size of its file and the pixel limit. */
export interface Bitmap {
  width: number;
  height: number;
  /** Whether the rows are stored from the top down; the default is from the bottom up. */
  topDown: boolean;
  bits: number;
  dataOffset: number;
  /** Palette of an indexed bitmap, three bytes per colour. */
  palette: Buffer;
  /** Bit masks of red, green and blue in a pixel of 16 or 32 bits. */
  masks: [number, number, number];
}

export class BadBitmap extends Error {}

const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;

/**
 * Reads the headers of a BMP file.
 * @throws BadBitmap if the file is damaged, compressed or larger than the limit
 */
export async function readBitmap(file: FileHandle, mostPixels: number): Promise<Bitmap> {
  const { size } = await file.stat();
  const head = await read(file, 0, Math.min(size, 14 + 124 + 256 * 4 + 16));
  if (head.length < 30 || head.toString('latin1', 0, 2) !== 'BM') throw new BadBitmap('no bitmap');
  const dataOffset = head.readUInt32LE(10);
  const infoSize = head.readUInt32LE(14);
  const old = infoSize === 12;
  if (!old && (infoSize < 40 || infoSize > 124 || head.length < 14 + infoSize)) throw new BadBitmap('unknown header');
  const width = old ? head.readUInt16LE(18) : head.readInt32LE(18);
  const signedHeight = old ? head.readUInt16LE(20) : head.readInt32LE(22);
  const bits = head.readUInt16LE(old ? 24 : 28);
  const compression = old ? UNCOMPRESSED : head.readUInt32LE(30);
  const height = Math.abs(signedHeight);
  if (width < 1 || height < 1 || width * height > mostPixels) throw new BadBitmap('size out of range');
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw new BadBitmap('unknown depth');
  if (compression !== UNCOMPRESSED && !(compression === BIT_FIELDS && (bits === 16 || bits === 32))) throw new BadBitmap('compressed');
  const bitmap: Bitmap = {
    width,
    height,
    topDown: signedHeight < 0,
    bits,
    dataOffset,
    palette: Buffer.alloc(0),
    masks: bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0xff00, 0xff],
  };
  if (bits <= 8) bitmap.palette = readPalette(head, 14 + infoSize, old ? 3 : 4, bits, old ? 0 : head.readUInt32LE(46));
  if (compression === BIT_FIELDS) bitmap.masks = [54, 58, 62].map((at) => (head.length >= at + 4 ? head.readUInt32LE(at) : 0)) as Bitmap['masks'];
  if (bitmap.masks.some((mask) => mask === 0)) throw new BadBitmap('unknown colour masks');
  if (dataOffset < 14 + infoSize || dataOffset + rowBytes(bitmap) * height > size) throw new BadBitmap('shorter than its picture');
  return bitmap;
}

/** Yields the pixels as red, green and blue bytes, a block of rows at a time, in the order of the file. */
export async function* bitmapRows(file: FileHandle, bitmap: Bitmap): AsyncGenerator<Buffer> {
  const bytes = rowBytes(bitmap);
  const block = Math.max(1, Math.floor(262_144 / bytes));
  const pixel = pixelReader(bitmap);
  for (let row = 0; row < bitmap.height; row += block) {
    const rows = Math.min(block, bitmap.height - row);
    const source = await read(file, bitmap.dataOffset + row * bytes, rows * bytes);
    if (source.length < rows * bytes) throw new BadBitmap('shorter than its picture');
    const target = Buffer.allocUnsafe(rows * bitmap.width * 3);
    let to = 0;
    for (let line = 0; line < rows; line++) {
      for (let x = 0; x < bitmap.width; x++, to += 3) pixel(source, line * bytes, x, target, to);
    }
    yield target;
  }
}

type PixelReader = (source: Buffer, row: number, x: number, target: Buffer, to: number) => void;

function pixelReader({ bits, palette, masks }: Bitmap): PixelReader {
  if (bits <= 8) {
    const perByte = 8 / bits;
    const mask = 2 ** bits - 1;
    return (source, row, x, target, to) => {
      const shift = 8 - bits * ((x % perByte) + 1);
      const index = (source[row + Math.floor(x / perByte)] >> shift) & mask;
      // A colour that is missing from the palette is drawn black.
      if (index * 3 + 3 > palette.length) target.fill(0, to, to + 3);
      else palette.copy(target, to, index * 3, index * 3 + 3);
    };
  }
  if (bits === 24) {
    return (source, row, x, target, to) => {
      const at = row + x * 3;
      target[to] = source[at + 2];
      target[to + 1] = source[at + 1];
      target[to + 2] = source[at];
    };
  }
  const fields = masks.map((mask) => {
    const shift = Math.log2((mask & -mask) >>> 0);
    return { mask, shift, scale: 255 / (mask >>> shift) };
  });
  return (source, row, x, target, to) => {
    const value = bits === 16 ? source.readUInt16LE(row + x * 2) : source.readUInt32LE(row + x * 4);
    fields.forEach(({ mask, shift, scale }, index) => {
      target[to + index] = Math.round((((value & mask) >>> 0) >>> shift) * scale);
    });
  };
}

function readPalette(head: Buffer, at: number, entry: number, bits: number, said: number): Buffer {
  const count = Math.min(said || 2 ** bits, 2 ** bits, Math.floor((head.length - at) / entry));
  const palette = Buffer.alloc(Math.max(0, count) * 3);
  for (let i = 0; i < count; i++) {
    palette[i * 3] = head[at + i * entry + 2];
    palette[i * 3 + 1] = head[at + i * entry + 1];
    palette[i * 3 + 2] = head[at + i * entry];
  }
  return palette;
}

/** Returns the bytes of a row; rows are padded to four bytes. */
const rowBytes = ({ width, bits }: Bitmap): number => Math.ceil((width * bits) / 32) * 4;

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
