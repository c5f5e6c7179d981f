import { isTransientError } from '@portal/service-kit';
import type { BlobStore } from './blob-store.ts';

/**
 * Writes the row of a new blob, and deletes the blob if that fails. If the connection to the database was lost and the result is unknown, the blob is kept: a
 * blob without a row is cleaned up later, but a row without its blob cannot be repaired.
 */
export async function writeRowOrDeleteBlob<Result>(blobs: BlobStore, blob: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isTransientError(error)) await blobs.delete(blob);
    throw error;
  }
}
