import { PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';

/** Creates a small plain PDF. */
export async function aPdf(
  prepare: (document: PDFDocument) => void | Promise<void> = () => undefined,
  { useObjectStreams = false }: { useObjectStreams?: boolean } = {},
): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.addPage([200, 200]);
  await prepare(document);
  return Buffer.from(await document.save({ useObjectStreams }));
}

/** Creates a plain PDF of that many bytes: its page contains a long meaningless text. */
export async function aPdfOf(bytes: number): Promise<Buffer> {
  const withText = (length: number) => {
    const text = Buffer.alloc(length, '0 0 m 9 9 l n\n').toString('latin1');
    return aPdf((document) => {
      const content = document.context.register(document.context.stream(text));
      document.getPage(0).node.set(PDFName.of('Contents'), content);
    });
  };
  const small = await withText(bytes);
  return withText(2 * bytes - small.length);
}

export const aPicture = (width = 400, height = 300) => sharp({ create: { width, height, channels: 3, background: '#3070b0' } });

/** Creates a photo as a phone takes it: rotated, with the location in its metadata. */
export const aPhoto = (width = 400, height = 300): Promise<Buffer> =>
  aPicture(width, height)
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '8/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** Creates an uncompressed 24-bit bitmap, as Windows writes it. */
export function aBitmap(width: number, height: number, pixel: (x: number, y: number) => [number, number, number]): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = pixel(x, y);
      file.set([blue, green, red], 54 + (height - 1 - y) * row + x * 3);
    }
  }
  return file;
}
