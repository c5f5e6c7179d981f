/** A store for data that stays on the device until the user or the portal deletes it. Each item is encrypted with a key that no script can read. */
import { type BrowserDatabase, emptyDatabase, hasDatabases, inTransaction, requestResult } from '../indexed-db.ts';

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
export const canKeep = (): boolean => globalThis.crypto?.subtle !== undefined && hasDatabases();

/**
 * Encrypts and stores a value. Replaces an earlier value with the same id.
 * @throws DOMException if the device has no room
 */
export async function keepItem(kind: string, id: string, value: object): Promise<void> {
  const item = await sealed(kind, id, value);
  await use('readwrite', (items) => requestResult(items.put(item)));
}

async function sealed(kind: string, id: string, value: object): Promise<Item> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound({ id, kind }) }, await theKey(), encode(JSON.stringify(value)));
  return { id, kind, iv, data };
}

async function opened<Value>(item: Item, key: CryptoKey): Promise<Value | undefined> {
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: item.iv, additionalData: bound(item) }, key, item.data);
    return JSON.parse(new TextDecoder().decode(plain)) as Value;
  } catch {
    return undefined;
  }
}

const itemIn = (items: IDBObjectStore, id: string): Promise<Item | undefined> => requestResult(items.get(id) as IDBRequest<Item | undefined>);

/** Reads an item and its value. An item that cannot be decrypted counts as missing. */
async function readItem<Value>(kind: string, id: string): Promise<{ item: Item; value: Value } | undefined> {
  const [item, key] = await use('readonly', (items, keys) => Promise.all([itemIn(items, id), keyIn(keys)]));
  const value = key && item?.kind === kind ? await opened<Value>(item, key) : undefined;
  return item && value !== undefined ? { item, value } : undefined;
}

/** Returns a stored value. A value that cannot be decrypted counts as missing. */
export const keptItem = async <Value>(kind: string, id: string): Promise<Value | undefined> => (await readItem<Value>(kind, id))?.value;

/**
 * Changes or deletes a stored value, based on what is stored at that moment: if another page writes the item meanwhile, the change is made again from the new
 * value.
 * @param change returns the new value, `delete`, or undefined to leave the item as it is
 * @returns what `change` returned last; undefined if the item is missing
 */
export async function changeItem<Value extends object>(
  kind: string,
  id: string,
  change: (value: Value) => Value | 'delete' | undefined,
): Promise<Value | 'delete' | undefined> {
  for (;;) {
    const read = await readItem<Value>(kind, id);
    const next = read && change(read.value);
    if (!read || next === undefined || next === read.value) return next;
    // The value is encrypted before the transaction, which would end while it waits for that.
    const item = next === 'delete' ? undefined : await sealed(kind, id, next);
    const isDone = await use('readwrite', async (items) => {
      const now = await itemIn(items, id);
      if (!now || String(now.iv) !== String(read.item.iv)) return false;
      if (item) await requestResult(items.put(item));
      else await requestResult(items.delete(id));
      return true;
    });
    if (isDone) return next;
  }
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

/** Deletes all values, and the key with them. @throws DOMException if the browser has a database and does not empty it */
export const dropItems = (): Promise<void> => emptyDatabase(database, ['items', 'keys']);
