import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** A picture from the camera. Its bytes are transferred, not copied. */
export interface Picture {
  id: number;
  pixels: ArrayBuffer;
  width: number;
  height: number;
}

export interface Reading {
  id: number;
  /** The text of the code; undefined if the picture shows no code. */
  text?: string;
  /** Why the decoder does not work. */
  failed?: string;
}

// Loads the decoder from this portal, not from its makers' content delivery network.
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
