import { grayOf } from './reader/gray.ts';
import { readZone, type ZoneReading } from './reader/read-zone.ts';
import { weights } from './reader/trained.generated.ts';
import { unpack } from './reader/weights-format.ts';

/** A picture to read. Its pixels are transferred to the worker, not copied. */
export interface PictureToRead {
  id: number;
  pixels: ArrayBuffer;
  width: number;
  height: number;
  /** The number of quarter turns to try: 1 for a camera that is held upright, 4 for a photo that may lie on its side. */
  turns: 1 | 4;
}

export interface PictureRead {
  id: number;
  reading?: ZoneReading;
}

const network = unpack(weights);

self.addEventListener('message', ({ data }: MessageEvent<PictureToRead>) => {
  const picture = { data: new Uint8ClampedArray(data.pixels), width: data.width, height: data.height };
  const answer: PictureRead = { id: data.id, reading: readZone(grayOf(picture), network, data.turns) };
  self.postMessage(answer);
});
