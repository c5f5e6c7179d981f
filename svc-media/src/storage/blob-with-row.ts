import { isTransientError } from '@portal/service-kit';
import type { BlobStore } from './blob-store.ts';

/**
 * Writes the row of a new blob; the bytes go again where it is not written. Where nobody can tell, because the database went away meanwhile,
 * they stay: bytes without a row are swept up later, a row without its bytes never heals.
 */
export async function writeRowOrDeleteBlob<Result>(blobs: BlobStore, blob: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isTransientError(error)) await blobs.delete(blob);
    throw error;
  }
}
