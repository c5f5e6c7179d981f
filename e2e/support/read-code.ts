import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';

// The QR reader that the scan page uses.
const require = createRequire(resolve(import.meta.dirname, '../../packages/web-kit/package.json'));
const reader: {
  prepareZXingModule(options: object): unknown;
  readBarcodes(image: Uint8Array, options: object): Promise<{ text: string }[]>;
} = require('zxing-wasm/reader');
reader.prepareZXingModule({ overrides: { wasmBinary: readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer } });

/**
 * Reads the QR code in a picture.
 * @param name of the picture, for the error message
 */
export async function codeIn(picture: Uint8Array, name: string): Promise<string> {
  const [code] = await reader.readBarcodes(picture, { formats: ['QRCode'] });
  if (!code) throw new Error(`no code can be read in ${name}`);
  return code.text;
}

/**
 * Reads the QR code of a document.
 * @param path the path of its image
 */
export async function readCode(page: Pick<Page, 'request'>, path: string): Promise<string> {
  return codeIn(await (await page.request.get(path)).body(), path);
}
