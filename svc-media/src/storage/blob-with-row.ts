import { isTransientError } from '@portal/service-kit';
import type { BlobStore } from './blob-store.ts';

/**
 * Writes the row of a new blob, and deletes the bytes where that fails. When the database was lost and the result is unknown, the bytes
 * stay: bytes without a row are cleaned up later, but a row without its bytes cannot be repaired.
 */
export async function writeRowOrDeleteBlob<Result>(blobs: BlobStore, blob: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isTransientError(error)) await blobs.delete(blob);
    throw error;
  }
}
