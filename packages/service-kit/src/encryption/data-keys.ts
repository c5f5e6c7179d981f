/** The keys that encrypt personal fields at rest, and the keys of the blind index (DATA_KEYS). */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ServiceSettings } from '../settings/settings.ts';
import { sharedSecretFile } from '../settings/shared-secret-file.ts';

export interface DataKey {
  id: string;
  key: KeyObject;
}

/** In both lists the first key is used to write; every key is used to read. */
export interface DataKeys {
  encryption: readonly [DataKey, ...DataKey[]];
  index: readonly [DataKey, ...DataKey[]];
}

/** The content of the key file: `{ "keys": [{ "id", "key" }], "indexKeys": [{ "id", "key" }] }`, each key 32 bytes in base64url. */
export interface DataKeysFile {
  keys: { id: string; key: string }[];
  indexKeys: { id: string; key: string }[];
}

/** Generates a random key for the file. */
export const newKey = (id: string): { id: string; key: string } => ({ id, key: randomBytes(32).toString('base64url') });

function readList(list: unknown, name: string, longestId: number): readonly [DataKey, ...DataKey[]] {
  const fault = (what: string): Error => new Error(`DATA_KEYS: ${name} ${what}`);
  if (!Array.isArray(list) || list.length === 0) throw fault('must be a list of at least one key, { "id": "…", "key": "…" }');
  const keys = list.map((entry: { id?: unknown; key?: unknown }): DataKey => {
    const id = typeof entry?.id === 'string' ? entry.id : '';
    if (!/^[a-z0-9-]+$/.test(id) || id.length > longestId) throw fault(`has a key whose id is not 1 to ${longestId} of a-z, 0-9 and -`);
    const bytes = Buffer.from(typeof entry.key === 'string' ? entry.key : '', 'base64url');
    if (bytes.length !== 32) throw fault(`has the key ${id}, which is not 32 bytes in base64url`);
    return { id, key: createSecretKey(bytes) };
  });
  const twice = keys.find((key, i) => keys.findIndex((other) => other.id === key.id) !== i);
  if (twice) throw fault(`has the id ${twice.id} twice`);
  return keys as [DataKey, ...DataKey[]];
}

/** Parses the content of the key file. @throws Error that says what is wrong, without showing a key */
export const readDataKeys = (file: DataKeysFile): DataKeys => ({
  encryption: readList(file?.keys, 'keys', 20),
  // Ids of index keys have at most 8 characters: each digest contains the key id, and the narrowest column that holds a digest has 35 characters.
  index: readList(file?.indexKeys, 'indexKeys', 8),
});

/** Loads the keys of this deployment. In development, missing keys are generated. */
export async function loadDataKeys(settings: ServiceSettings): Promise<DataKeys> {
  const setting = { name: 'DATA_KEYS', holds: 'the keys of personal data', path: settings.dataKeys, fallback: join(settings.dataDir, 'data-keys.json') };
  return readDataKeys(await sharedSecretFile<DataKeysFile>(settings, setting, () => ({ keys: [newKey('k1')], indexKeys: [newKey('i1')] })));
}
