import path from 'node:path';
import { FolderStore } from './folder-store.mjs';

/**
 * @typedef {import('./signing.mjs').Area} Area
 *
 * @typedef {object} Change One line of the history.
 * @property {string} at
 * @property {number} generation
 * @property {string} action publish, canary, promote, abort or rollback
 * @property {string} area
 * @property {string} version
 * @property {string | null} from
 * @property {number} [share]
 * @property {string} why
 * @property {string} by
 *
 * @typedef {object} Registry
 * @property {number} generation counts the changes
 * @property {Area[]} areas
 * @property {Change} [change] the change that led here: it is in the history even if its writer died before it got there
 *
 * @typedef {(registry: Registry) => Promise<{ areas: Area[], entry: Omit<Change, 'at' | 'generation'> } | undefined>} Update
 *   gives the areas that follow and what to write into the history; `undefined` leaves everything as it is. It may be called
 *   again, when somebody else was faster.
 *
 * @typedef {object} Store Where deployed remotes live: `<area>/<version>/…`, the registry, and the history, from which nothing is taken.
 * @property {string} place in words
 * @property {number} askEvery milliseconds between two looks at the registry
 * @property {(tag?: string) => Promise<{ tag: string, text?: string }>} readRegistry its text, unless it still has this tag; no text when there is none
 * @property {() => Promise<Registry>} registry
 * @property {(change: Update) => Promise<Registry>} update changes the registry, one change at a time over all processes
 * @property {() => Promise<Change[]>} history oldest first
 * @property {(area: string) => Promise<string[]>} versions
 * @property {(area: string, version: string) => Promise<boolean>} has whether the version is there, whole
 * @property {(area: string, version: string) => Promise<string[]>} files names of its files
 * @property {(area: string, version: string, file: string) => Promise<Buffer | undefined>} read
 * @property {(area: string, version: string, files: Map<string, Buffer>) => Promise<void>} add stores a version, whole or not at all; one that is there is left alone
 * @property {(area: string, version: string, file: string, bytes: Buffer) => Promise<void>} write
 * @property {(area: string, version: string) => Promise<void>} remove
 */

/**
 * The store that the settings name: the bucket of `REMOTES_STORE=s3://bucket/prefix`, or the folder `REMOTES_DIR`.
 * @param {Record<string, string | undefined>} environment
 * @param {string} root what a relative folder is below
 * @returns {Promise<Store>}
 */
export async function openStore(environment, root) {
  const { REMOTES_STORE: address, REMOTES_DIR: folder } = environment;
  if (!address) return new FolderStore(path.resolve(root, folder || '.remotes'));
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/?$/.exec(address) ?? [];
  if (!bucket) throw new Error(`REMOTES_STORE must be an address such as s3://bucket/remotes; a folder is named by REMOTES_DIR`);
  // The library of S3 takes a while to load; a folder does without.
  const { S3Store } = await import('./s3-store.mjs');
  return new S3Store({
    bucket,
    prefix,
    region: environment.S3_REGION || 'us-east-1',
    endpoint: environment.S3_ENDPOINT || undefined,
    accessKeyId: environment.S3_ACCESS_KEY_ID || undefined,
    secretAccessKey: environment.S3_SECRET_ACCESS_KEY || undefined,
  });
}
