import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** A picture of the camera; the bytes are handed over, not copied. */
export interface Picture {
  id: number;
  pixels: ArrayBuffer;
  width: number;
  height: number;
}

export interface Reading {
  id: number;
  /** What the code says; nothing where the picture shows none. */
  text?: string;
  /** Why the reader does not work. */
  failed?: string;
}

// The reader comes from this portal, not from the address of its makers' content network.
prepareZXingModule({ overrides: { locateFile: () => new URL('zxing-wasm/reader/zxing_reader.wasm', import.meta.url).href } });

const answer = (reading: Reading) => self.postMessage(reading);

self.addEventListener('message', async ({ data }: MessageEvent<Picture>) => {
  try {
    const picture = new ImageData(new Uint8ClampedArray(data.pixels), data.width, data.height);
    const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    answer({ id: data.id, text: found?.isValid ? found.text : undefined });
  } catch (error) {
    answer({ id: data.id, failed: error instanceof Error ? error.message : String(error) });
  }
});
