import type { DraftKey, DraftKeys } from './draft-keys.ts';
import type { DraftStorage } from './draft-store.ts';

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

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('portal-drafts', 2);
  request.onupgradeneeded = () => {
    const { result } = request;
    if (!result.objectStoreNames.contains('keys')) result.createObjectStore('keys', { keyPath: 'id' });
    result.createObjectStore('drafts');
  };
  return done(request);
}

async function use<T>(store: 'keys' | 'drafts', mode: IDBTransactionMode, call: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    // On the disk before it counts: a browser that is killed would lose what it has only in memory, for some seconds.
    const transaction = database.transaction(store, mode, { durability: 'strict' });
    const ended = finished(transaction);
    const request = call(transaction.objectStore(store));
    // A page that is being closed has no time left to wait for the request.
    if (mode === 'readwrite') transaction.commit();
    const [result] = await Promise.all([done(request), ended]);
    return result;
  } finally {
    // An open connection would block a browser that deletes the site's data.
    database.close();
  }
}

/** Keys in the browser's IndexedDB, which stores a CryptoKey without revealing its bytes to scripts. */
export function keysInBrowser(): DraftKeys {
  return {
    all: () => use('keys', 'readonly', (keys) => keys.getAll() as IDBRequest<DraftKey[]>),
    get: (id) => use('keys', 'readonly', (keys) => keys.get(id) as IDBRequest<DraftKey | undefined>),
    put: async (key) => void (await use('keys', 'readwrite', (keys) => keys.put(key))),
    delete: async (id) => void (await use('keys', 'readwrite', (keys) => keys.delete(id))),
  };
}

/** Encrypted drafts beside their keys: `localStorage` is written to the disk seconds later. */
export function draftsInBrowser(): DraftStorage {
  return {
    getItem: async (name) => ((await use('drafts', 'readonly', (drafts) => drafts.get(name)).catch(() => null)) as string | undefined) ?? null,
    setItem: async (name, text) => void (await use('drafts', 'readwrite', (drafts) => drafts.put(text, name))),
    removeItem: async (name) => void (await use('drafts', 'readwrite', (drafts) => drafts.delete(name)).catch(() => undefined)),
    names: () => use('drafts', 'readonly', (drafts) => drafts.getAllKeys() as IDBRequest<string[]>).catch(() => []),
  };
}
