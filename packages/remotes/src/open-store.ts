import path from 'node:path';
import { FolderStore } from './folder-store.ts';
import type { Store } from './store.ts';

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

/**
 * Opens the store that the settings name: the bucket of `REMOTES_STORE=s3://bucket/prefix`, or the folder `REMOTES_DIR`.
 * @param root the folder from which a relative `REMOTES_DIR` starts
 * @throws Error when `REMOTES_STORE` is not the address of a bucket
 */
export async function openStore(environment: Environment, root: string): Promise<Store> {
  const { REMOTES_STORE: address, REMOTES_DIR: folder } = environment;
  if (!address) return new FolderStore(path.resolve(root, folder || '.remotes'));
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/?$/.exec(address) ?? [];
  if (!bucket) throw new Error(`REMOTES_STORE must be an address such as s3://bucket/remotes; a folder is named by REMOTES_DIR`);
  // The S3 library takes a while to load, so it is loaded only when a bucket is used.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store({
    bucket,
    prefix,
    region: environment.S3_REGION || 'us-east-1',
    endpoint: environment.S3_ENDPOINT || undefined,
    accessKeyId: environment.S3_ACCESS_KEY_ID || undefined,
    secretAccessKey: environment.S3_SECRET_ACCESS_KEY || undefined,
  });
}
