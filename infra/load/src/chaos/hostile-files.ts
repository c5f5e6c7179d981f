import { crc32, deflateSync } from 'node:zlib';

/** Returns a grey PNG with one bit per pixel, so that the file is small whatever its dimensions are. */
export function aPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** Returns a PDF whose object stream unpacks to 80 MB. */
export function aPdfBomb(): Buffer {
  const data = deflateSync(Buffer.alloc(80 * 1024 * 1024, '10 0 '));
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n4 0 obj<</Type/ObjStm/N 9/First 90/Filter/FlateDecode/Length ${data.length}>>stream\n`,
    ),
    data,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);
}

/** Returns a PDF with arrays nested two million deep. */
export const aNestedPdf = (): Buffer => Buffer.from(`%PDF-1.7\n1 0 obj${'['.repeat(2_000_000)}endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
