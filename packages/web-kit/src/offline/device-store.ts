/** A store for data that stays on the device until the user or the portal deletes it. Each item is encrypted with a key that no script can read. */
import { type BrowserDatabase, inTransaction, requestResult } from '../indexed-db.ts';

interface Item {
  id: string;
  kind: string;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const database: BrowserDatabase = {
  name: 'portal-device',
  version: 1,
  upgrade(created) {
    created.createObjectStore('keys');
    created.createObjectStore('items', { keyPath: 'id' });
  },
};

const use = <T>(mode: IDBTransactionMode, work: (items: IDBObjectStore, keys: IDBObjectStore) => Promise<T>): Promise<T> =>
  inTransaction(database, ['items', 'keys'], mode, (transaction) => work(transaction.objectStore('items'), transaction.objectStore('keys')));

const keyIn = (keys: IDBObjectStore): Promise<CryptoKey | undefined> => requestResult(keys.get('key') as IDBRequest<CryptoKey | undefined>);

/** Returns the key, and creates it if there is none. If two pages create one at the same time, both use the key that was stored first. */
async function theKey(): Promise<CryptoKey> {
  const there = await use('readonly', (_items, keys) => keyIn(keys));
  if (there) return there;
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return use('readwrite', async (_items, keys) => {
    const known = await keyIn(keys);
    if (!known) await requestResult(keys.put(fresh, 'key'));
    return known ?? fresh;
  });
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const bound = ({ id, kind }: Pick<Item, 'id' | 'kind'>): Uint8Array<ArrayBuffer> => encode(`${kind} ${id}`);

/** Whether this browser can store anything: it needs TLS and a database. */
export const canKeep = (): boolean => globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined;

/**
 * Encrypts and stores a value. Replaces an earlier value with the same id.
 * @throws DOMException if the device has no room
 */
export async function keepItem(kind: string, id: string, value: object): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound({ id, kind }) }, await theKey(), encode(JSON.stringify(value)));
  await use('readwrite', (items) => requestResult(items.put({ id, kind, iv, data } satisfies Item)));
}

async function opened<Value>(item: Item, key: CryptoKey): Promise<Value | undefined> {
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: item.iv, additionalData: bound(item) }, key, item.data);
    return JSON.parse(new TextDecoder().decode(plain)) as Value;
  } catch {
    return undefined;
  }
}

/** Returns a stored value. A value that cannot be decrypted counts as missing. */
export async function keptItem<Value>(kind: string, id: string): Promise<Value | undefined> {
  const [item, key] = await use('readonly', (items, keys) => Promise.all([requestResult(items.get(id) as IDBRequest<Item | undefined>), keyIn(keys)]));
  return key && item?.kind === kind ? opened<Value>(item, key) : undefined;
}

/** Returns all stored values of a kind, by id. */
export async function keptItems<Value>(kind: string): Promise<[id: string, value: Value][]> {
  const [items, key] = await use('readonly', (store, keys) => Promise.all([requestResult(store.getAll() as IDBRequest<Item[]>), keyIn(keys)]));
  const found: [id: string, value: Value][] = [];
  for (const item of items) {
    const value = key && item.kind === kind ? await opened<Value>(item, key) : undefined;
    if (value !== undefined) found.push([item.id, value]);
  }
  return found;
}

export const dropItem = (id: string): Promise<void> => use('readwrite', (items) => requestResult(items.delete(id)));

/** Deletes all values, and the key with them. */
export async function dropItems(): Promise<void> {
  if (!canKeep()) return;
  await use('readwrite', async (items, keys) => {
    await requestResult(items.clear());
    await requestResult(keys.clear());
  });
}
