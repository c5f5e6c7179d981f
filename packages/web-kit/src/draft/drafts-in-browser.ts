import { type BrowserDatabase, emptyDatabase, inTransaction, requestResult } from '../indexed-db.ts';
import type { DraftKey, DraftKeys } from './draft-keys.ts';
import type { DraftStorage } from './draft-store.ts';

const database: BrowserDatabase = {
  name: 'portal-drafts',
  version: 2,
  upgrade(created) {
    if (!created.objectStoreNames.contains('keys')) created.createObjectStore('keys', { keyPath: 'id' });
    created.createObjectStore('drafts');
  },
};

const use = <T>(store: 'keys' | 'drafts', mode: IDBTransactionMode, call: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  inTransaction(database, store, mode, (transaction) => {
    const request = call(transaction.objectStore(store));
    // The transaction is committed at once, because a page that is being closed has no time left to wait for the request.
    if (mode === 'readwrite') transaction.commit();
    return requestResult(request);
  });

/** Stores draft keys in IndexedDB. */
export function keysInBrowser(): DraftKeys {
  return {
    all: () => use('keys', 'readonly', (keys) => keys.getAll() as IDBRequest<DraftKey[]>),
    get: (id) => use('keys', 'readonly', (keys) => keys.get(id) as IDBRequest<DraftKey | undefined>),
    put: async (key) => void (await use('keys', 'readwrite', (keys) => keys.put(key))),
    delete: async (id) => void (await use('keys', 'readwrite', (keys) => keys.delete(id))),
  };
}

/** Stores encrypted drafts in IndexedDB, next to their keys. `localStorage` would be written to the disk only seconds later. */
export function draftsInBrowser(): DraftStorage {
  return {
    getItem: async (name) => ((await use('drafts', 'readonly', (drafts) => drafts.get(name)).catch(() => null)) as string | undefined) ?? null,
    setItem: async (name, text) => void (await use('drafts', 'readwrite', (drafts) => drafts.put(text, name))),
    removeItem: async (name) => void (await use('drafts', 'readwrite', (drafts) => drafts.delete(name)).catch(() => undefined)),
    names: () => use('drafts', 'readonly', (drafts) => drafts.getAllKeys() as IDBRequest<string[]>).catch(() => []),
  };
}

/** Deletes all drafts and draft keys from IndexedDB. @throws DOMException if the browser has a database and does not empty it */
export const emptyDraftsInBrowser = (): Promise<void> => emptyDatabase(database, ['drafts', 'keys']);
