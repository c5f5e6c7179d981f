import type { Picture, Reading } from './decode.worker.ts';

interface Waiting {
  resolve(text: string | undefined): void;
  reject(error: Error): void;
}

/** Decodes QR codes in a worker, off the main thread. */
export interface Decoder {
  /** Returns the text of the code in the picture, if there is one. Rejects if the decoder could not be loaded. */
  decode(picture: ImageData): Promise<string | undefined>;
}

/** The decoder lives as long as the page, so that the next scan starts at once, even if the connection is lost by then. */
let running: Decoder | undefined;

export function decoder(): Decoder {
  running ??= startReader();
  return running;
}

/**
 * Starts the decoder in a worker, because its WebAssembly code needs a security policy that the worker has and pages do not have. The server sends that policy
 * with scripts that have "worker" in their name.
 */
function startReader(): Decoder {
  const worker = new Worker(/* webpackChunkName: "decode-worker" */ new URL('./decode.worker.ts', import.meta.url));
  const waiting = new Map<number, Waiting>();
  let last = 0;
  // A decoder that could not be loaded is discarded. The next start of the camera creates a new one.
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
