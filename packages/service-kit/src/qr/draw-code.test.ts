import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { codeAsPng, codeAsSvg } from './draw-code.ts';

// The QR reader that the scan page uses.
const webKit = createRequire(resolve('packages/web-kit/package.json'));
const reader: {
  prepareZXingModule(options: object): unknown;
  readBarcodes(image: Uint8Array, options: object): Promise<{ text: string; version: string; ecLevel: string }[]>;
} = webKit('zxing-wasm/reader');
reader.prepareZXingModule({ overrides: { wasmBinary: readFileSync(webKit.resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer } });

const seal = 'https://entry.customs.gov.test/v/1EXAMPLE0SEAL7OF9DIGITS3AND5CAPITALS1LETTERS0WHICH7NAMES9A3PERSON';
const token = 'http://localhost:4300/v/eyJhbGciOiJFZERTQSJ9.eyJrIjoiYXJyaXZhbCJ9.c2lnbmF0dXJl-_x';
const widthOf = (png: Buffer): number => png.readUInt32BE(16);

describe('the image of a code', () => {
  it.each([seal, token, `${seal.repeat(8)}`, 'https://example.org/v/'])('is read by a camera: %.60s', async (url) => {
    for (const size of [{ width: 480 }, { scale: 4 }, { scale: 1 }]) {
      const [code] = await reader.readBarcodes(codeAsPng(url, size), { formats: ['QRCode'] });
      expect(code?.text).toBe(url);
    }
  });

  it('has the width that was asked for, and at least that of its modules', () => {
    expect(widthOf(codeAsPng(token, { width: 480 }))).toBe(480);
    expect(widthOf(codeAsPng(token, { width: 10 }))).toBe(widthOf(codeAsPng(token, { scale: 1 })));
  });

  it('holds a seal in the mode of digits and capital letters, which is shorter', async () => {
    const side = async (url: string): Promise<number> => Number(/viewBox="0 0 (\d+) /.exec(await codeAsSvg(url))?.[1]);
    expect(await side(seal)).toBeLessThan(await side(seal.toLowerCase()));
    expect(widthOf(codeAsPng(seal, { scale: 1 }))).toBe(await side(seal));
  });
});
