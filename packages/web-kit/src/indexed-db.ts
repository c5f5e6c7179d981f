/** A database in the browser's IndexedDB, which also stores keys without revealing their bytes to scripts. */
export interface BrowserDatabase {
  name: string;
  version: number;
  /** Makes the stores of this version. */
  upgrade(database: IDBDatabase): void;
}

/** What a request answers. @throws DOMException */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * Does work in one transaction. What was written is on the disk before this resolves: a browser that is killed would lose what it has only in memory.
 * @throws DOMException as where the device has no room
 */
export async function inTransaction<T>(
  { name, version, upgrade }: BrowserDatabase,
  stores: string | string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => upgrade(request.result);
  const database = await answerOf(request);
  try {
    const transaction = database.transaction(stores, mode, { durability: 'strict' });
    const [, result] = await Promise.all([ended(transaction), work(transaction)]);
    return result;
  } finally {
    // An open connection would block a browser that deletes the site's data.
    database.close();
  }
}
