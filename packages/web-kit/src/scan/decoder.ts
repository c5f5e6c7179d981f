import type { Picture, Reading } from './decode.worker.ts';

/** Reads QR codes off the main thread, one picture after the other. */
export interface Decoder {
  /** The text of the code in the picture, if there is one. Rejects where the reader could not be loaded. */
  decode(picture: ImageData): Promise<string | undefined>;
  close(): void;
}

/**
 * Starts the reader in a worker: its compiled code runs under the worker's own policy, which pages do not have.
 * The server gives that policy to scripts with "worker" in their name.
 */
export function createDecoder(): Decoder {
  const worker = new Worker(/* webpackChunkName: "decode-worker" */ new URL('./decode.worker.ts', import.meta.url));
  let waiting: { resolve(text: string | undefined): void; reject(error: Error): void } | undefined;
  const settle = (reading: Reading) => {
    const now = waiting;
    waiting = undefined;
    if ('failed' in reading) now?.reject(new Error(reading.failed));
    else now?.resolve(reading.text);
  };
  worker.onmessage = ({ data }: MessageEvent<Reading>) => settle(data);
  worker.onerror = () => settle({ failed: 'The reader could not be loaded' });
  return {
    decode: ({ data, width, height }) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const picture: Picture = { pixels: data.buffer as ArrayBuffer, width, height };
        worker.postMessage(picture, [picture.pixels]);
      }),
    close: () => {
      worker.terminate();
      settle({ text: undefined });
    },
  };
}
