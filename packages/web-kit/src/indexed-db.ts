/** A database in the browser's IndexedDB, which can also store keys without revealing their bytes to scripts. */
export interface BrowserDatabase {
  name: string;
  version: number;
  /** Creates the object stores of this version. */
  upgrade(database: IDBDatabase): void;
}

/** Waits for the result of a request. @throws DOMException */
export const requestResult = <T>(request: IDBRequest<T>): Promise<T> =>
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
 * Runs work in one transaction. Written data is on the disk before this resolves: if the browser is killed, data that is only in memory is lost.
 * @throws DOMException for example if the device has no room
 */
export async function inTransaction<T>(
  { name, version, upgrade }: BrowserDatabase,
  stores: string | string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => upgrade(request.result);
  const database = await requestResult(request);
  try {
    const transaction = database.transaction(stores, mode, { durability: 'strict' });
    const [, result] = await Promise.all([ended(transaction), work(transaction)]);
    return result;
  } finally {
    // An open connection would keep the browser from deleting the site's data.
    database.close();
  }
}
