import type { Picture, Reading } from './decode.worker.ts';

interface Waiting {
  resolve(text: string | undefined): void;
  reject(error: Error): void;
}

/** Reads QR codes off the main thread. */
export interface Decoder {
  /** The text of the code in the picture, if there is one. Rejects where the reader could not be loaded. */
  decode(picture: ImageData): Promise<string | undefined>;
}

/** The reader stays with the page: the next scan starts at once, also when the connection is gone by then. */
let running: Decoder | undefined;

export function decoder(): Decoder {
  running ??= startReader();
  return running;
}

/**
 * Starts the reader in a worker: its compiled code runs under the worker's own policy, which pages do not have.
 * The server gives that policy to scripts with "worker" in their name.
 */
function startReader(): Decoder {
  const worker = new Worker(/* webpackChunkName: "decode-worker" */ new URL('./decode.worker.ts', import.meta.url));
  const waiting = new Map<number, Waiting>();
  let last = 0;
  // A reader that could not be loaded is given up; the next start of the camera tries a new one.
  const giveUp = (message: string) => {
    running = undefined;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<Reading>) => {
    if (data.failed !== undefined) return giveUp(data.failed);
    waiting.get(data.id)?.resolve(data.text);
    waiting.delete(data.id);
  };
  worker.onerror = () => giveUp('The reader could not be loaded');
  return {
    decode: ({ data, width, height }) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        const picture: Picture = { id: last, pixels: data.buffer as ArrayBuffer, width, height };
        worker.postMessage(picture, [picture.pixels]);
      }),
  };
}
