/** Draws QR codes. */
import { crc32, deflateSync } from 'node:zlib';
import { codeMask, codeParts } from '@portal/contract-kit/seal';
import QRCode from 'qrcode';

/** Width of the light border around a code, in modules. QR readers need it. */
const quietZone = 4;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** PNG filter type of a row that is stored as the difference from the row above. */
const asTheRowAbove = 2;
/** Options of the compressor. A code has few pixels, so setting up the default compressor would take longer than compressing. */
const quickly = { level: 1, memLevel: 5, windowBits: 12 };

const options = { errorCorrectionLevel: 'M', maskPattern: codeMask } as const;

const modulesOf = (url: string): QRCode.BitMatrix => QRCode.create(codeParts(url), options).modules;

/**
 * Draws the code of a URL as PNG with one bit for each pixel. The encoder of the QR library is not used, because it works with four bytes for each pixel and
 * takes ten times as long as making the code.
 * @param size `width` of the image in pixels, or `scale`: the width of a module in pixels
 */
export function codeAsPng(url: string, size: { width: number } | { scale: number }): Buffer {
  const modules = modulesOf(url);
  const count = modules.size + 2 * quietZone;
  const scale = 'scale' in size ? size.scale : Math.max(1, Math.floor(size.width / count));
  const width = 'scale' in size ? count * scale : Math.max(size.width, count);
  const edge = Math.floor((width - modules.size * scale) / 2);
  const rowLength = 1 + Math.ceil(width / 8);
  const points = Buffer.alloc(rowLength * width);
  for (let y = 0; y < width; y++) points[y * rowLength] = asTheRowAbove;
  const light = Buffer.alloc(rowLength, 0xff);
  let above: Uint8Array = Buffer.alloc(rowLength);
  // Inside a module all rows of pixels are like the row above, so only the first row of each module is written.
  for (let row = -1; row <= modules.size; row++) {
    const present = row < 0 || row === modules.size ? light : rowOf(modules, row, light, edge, scale);
    const first = (row < 0 ? 0 : edge + row * scale) * rowLength;
    for (let i = 1; i < rowLength; i++) points[first + i] = ((present[i] as number) - (above[i] as number)) & 0xff;
    above = present;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(width, 4);
  head[8] = 1;
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(points, quickly)), chunk('IEND', Buffer.alloc(0))]);
}

/** Returns the pixels of a row of modules. */
function rowOf({ size, data }: QRCode.BitMatrix, row: number, light: Buffer, edge: number, scale: number): Uint8Array {
  const points = Uint8Array.from(light);
  for (let column = 0; column < size; column++) {
    if (!data[row * size + column]) continue;
    const from = edge + column * scale;
    for (let x = from; x < from + scale; x++) points[1 + (x >> 3)] = (points[1 + (x >> 3)] as number) & ~(0x80 >> (x & 7));
  }
  return points;
}

function chunk(type: string, data: Buffer): Buffer {
  const all = Buffer.alloc(data.length + 12);
  all.writeUInt32BE(data.length, 0);
  all.write(type, 4, 'latin1');
  data.copy(all, 8);
  all.writeUInt32BE(crc32(all.subarray(4, data.length + 8)), data.length + 8);
  return all;
}

/** Draws the code of a URL as SVG. */
export const codeAsSvg = (url: string): Promise<string> => QRCode.toString(codeParts(url), { ...options, margin: quietZone, type: 'svg' });
