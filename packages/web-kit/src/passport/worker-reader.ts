import type { PictureRead, PictureToRead } from './passport.worker.ts';
import type { ZoneReading } from './reader/read-zone.ts';

/** Reads pictures of documents in a worker, off the main thread. */
export interface PassportReader {
  /** Returns the lines of the zone in the picture, if it shows one. Rejects if the reader could not be loaded. */
  read(picture: ImageData, turns: 1 | 4): Promise<ZoneReading | undefined>;
  /** Ends the worker. Readings in progress are rejected. */
  end(): void;
}

/**
 * Starts the reader in a worker. The server sends scripts with "passport-worker" in their name with a security policy that forbids all connections, so that the
 * data read there cannot be sent anywhere.
 */
export function startPassportReader(): PassportReader {
  const worker = new Worker(/* webpackChunkName: "passport-worker" */ new URL('./passport.worker.ts', import.meta.url));
  const waiting = new Map<number, { resolve(reading: ZoneReading | undefined): void; reject(error: Error): void }>();
  let last = 0;
  const end = () => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error('The reader has ended'));
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<PictureRead>) => {
    waiting.get(data.id)?.resolve(data.reading);
    waiting.delete(data.id);
  };
  worker.onerror = end;
  return {
    read: ({ data, width, height }, turns) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        const picture: PictureToRead = { id: last, pixels: data.buffer as ArrayBuffer, width, height, turns };
        worker.postMessage(picture, [picture.pixels]);
      }),
    end,
  };
}
