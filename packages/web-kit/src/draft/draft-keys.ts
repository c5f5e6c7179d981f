/** The encryption key of one draft. The draft can be read as long as its key is there. */
export interface DraftKey {
  /** Of the draft, as `DraftStore` names it. */
  id: string;
  /** AES-GCM, not extractable. */
  key: CryptoKey;
  /** Milliseconds since the epoch; the key is deleted after that. */
  expires: number;
  /** The owner of the draft (`sub`); null for a person who is not signed in. */
  owner: string | null;
}

/** Where keys are kept. */
export interface DraftKeys {
  all(): Promise<DraftKey[]>;
  get(id: string): Promise<DraftKey | undefined>;
  put(key: DraftKey): Promise<void>;
  delete(id: string): Promise<void>;
}

/** Keys that end with the page. */
export function keysInMemory(): DraftKeys {
  const keys = new Map<string, DraftKey>();
  return {
    all: async () => [...keys.values()],
    get: async (id) => keys.get(id),
    put: async (key) => void keys.set(key.id, key),
    delete: async (id) => void keys.delete(id),
  };
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('portal-drafts', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('keys', { keyPath: 'id' });
  return done(request);
}

/** Keys in the browser's IndexedDB, which stores a CryptoKey without revealing its bytes to scripts. */
export function keysInBrowser(): DraftKeys {
  const use = async <T>(mode: IDBTransactionMode, call: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const database = await open();
    try {
      return await done(call(database.transaction('keys', mode).objectStore('keys')));
    } finally {
      // An open connection would block a browser that deletes the site's data.
      database.close();
    }
  };
  return {
    all: () => use('readonly', (keys) => keys.getAll() as IDBRequest<DraftKey[]>),
    get: (id) => use('readonly', (keys) => keys.get(id) as IDBRequest<DraftKey | undefined>),
    put: async (key) => void (await use('readwrite', (keys) => keys.put(key))),
    delete: async (id) => void (await use('readwrite', (keys) => keys.delete(id))),
  };
}
