import { open } from 'node:fs/promises';
import type { ImageType } from './images.ts';

export type MediaType = 'application/pdf' | ImageType;

const SIGNATURES: [MediaType, Buffer][] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/bmp', Buffer.from('BM')],
];

/**
 * Returns the media type according to the first bytes, regardless of the file's name; undefined if the type is not accepted. Pictures are verified when they
 * are redrawn.
 */
export async function mediaTypeOf(path: string): Promise<MediaType | undefined> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const start = buffer.subarray(0, bytesRead);
    return SIGNATURES.find(([, signature]) => start.subarray(0, signature.length).equals(signature))?.[0];
  } finally {
    await file.close();
  }
}
