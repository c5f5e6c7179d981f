/** What stays on the device until the reader or the portal deletes it: each item encrypted with a key that no script can read. */

interface Item {
  id: string;
  kind: string;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const NAME = 'portal-device';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('keys');
    request.result.createObjectStore('items', { keyPath: 'id' });
  };
  return done(request);
}

async function use<T>(mode: IDBTransactionMode, work: (items: IDBObjectStore, keys: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    // Written to the disk before it counts: the browser may be killed right after.
    const transaction = database.transaction(['items', 'keys'], mode, { durability: 'strict' });
    const ended = finished(transaction);
    const result = await work(transaction.objectStore('items'), transaction.objectStore('keys'));
    await ended;
    return result;
  } finally {
    database.close();
  }
}

const keyIn = (keys: IDBObjectStore): Promise<CryptoKey | undefined> => done(keys.get('key') as IDBRequest<CryptoKey | undefined>);

/** The key, made where there is none. Of two pages that begin at the same time one makes it. */
async function theKey(): Promise<CryptoKey> {
  const there = await use('readonly', (_items, keys) => keyIn(keys));
  if (there) return there;
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return use('readwrite', async (_items, keys) => {
    const known = await keyIn(keys);
    if (!known) await done(keys.put(fresh, 'key'));
    return known ?? fresh;
  });
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const bound = ({ id, kind }: Pick<Item, 'id' | 'kind'>): Uint8Array<ArrayBuffer> => encode(`${kind} ${id}`);

/** Whether this browser can keep anything: it needs TLS and a database. */
export const canKeep = (): boolean => globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined;

/**
 * Encrypts and keeps a value, in place of an earlier one with the same id.
 * @throws DOMException where the device has no room
 */
export async function keepItem(kind: string, id: string, value: object): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound({ id, kind }) }, await theKey(), encode(JSON.stringify(value)));
  await use('readwrite', (items) => done(items.put({ id, kind, iv, data } satisfies Item)));
}

async function opened<Value>(item: Item, key: CryptoKey): Promise<Value | undefined> {
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: item.iv, additionalData: bound(item) }, key, item.data);
    return JSON.parse(new TextDecoder().decode(plain)) as Value;
  } catch {
    return undefined;
  }
}

/** A value that was kept. One that cannot be decrypted counts as missing. */
export async function keptItem<Value>(kind: string, id: string): Promise<Value | undefined> {
  const [item, key] = await use('readonly', (items, keys) => Promise.all([done(items.get(id) as IDBRequest<Item | undefined>), keyIn(keys)]));
  return key && item?.kind === kind ? opened<Value>(item, key) : undefined;
}

/** All values of a kind, by id. */
export async function keptItems<Value>(kind: string): Promise<[id: string, value: Value][]> {
  const [items, key] = await use('readonly', (store, keys) => Promise.all([done(store.getAll() as IDBRequest<Item[]>), keyIn(keys)]));
  const found: [id: string, value: Value][] = [];
  for (const item of items) {
    const value = key && item.kind === kind ? await opened<Value>(item, key) : undefined;
    if (value !== undefined) found.push([item.id, value]);
  }
  return found;
}

export const dropItem = (id: string): Promise<void> => use('readwrite', (items) => done(items.delete(id)));

/** Deletes every value, and the key with them. */
export async function dropItems(): Promise<void> {
  if (!canKeep()) return;
  await use('readwrite', async (items, keys) => {
    await done(items.clear());
    await done(keys.clear());
  });
}
