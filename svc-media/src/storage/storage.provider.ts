import { join } from 'node:path';
import type { MediaSettings } from '../media.settings.ts';
import type { BlobStore } from './blob-store.ts';
import { FolderStore } from './folder-store.ts';
import { TemporaryFiles } from './temporary-files.ts';

/** Dependency injection token of the blob store. */
export const BLOBS = Symbol('BlobStore');

/** Opens the store that the settings select. */
export async function openStore(settings: MediaSettings): Promise<BlobStore> {
  if (!settings.s3Bucket) return FolderStore.open(join(settings.dataDir, 'media'));
  // The S3 client is loaded only where it is used, because it takes a third of the service's memory.
  const { S3Store } = await import('./s3-store.ts');
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = settings;
  return new S3Store({
    bucket: settings.s3Bucket,
    region: settings.s3Region,
    endpoint: settings.s3Endpoint,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  });
}

/** Opens the folder for uploads that are still being checked. */
export async function openTemporaryFiles(settings: MediaSettings): Promise<TemporaryFiles> {
  const incoming = new TemporaryFiles(join(settings.dataDir, 'media', 'incoming'));
  await incoming.open();
  return incoming;
}
