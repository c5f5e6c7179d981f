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

/** Whether this browser has databases. Some have none where the site's data is blocked, and some then throw. */
export function hasDatabases(): boolean {
  try {
    return Boolean(globalThis.indexedDB);
  } catch {
    return false;
  }
}

/**
 * Passes over the error of a browser that refuses its storage to the site altogether, such as in the private mode of some browsers: nothing can be stored there.
 * @throws any other error
 */
export function nothingIfRefused(error: unknown): undefined {
  if (error instanceof DOMException && (error.name === 'SecurityError' || error.name === 'InvalidStateError')) return;
  throw error;
}

async function open({ name, version, upgrade }: BrowserDatabase): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => upgrade(request.result);
  return requestResult(request);
}

/** @throws DOMException if the browser has the database and does not empty it */
export async function emptyDatabase(of: BrowserDatabase, stores: string[]): Promise<void> {
  const database = hasDatabases() ? await open(of).catch(nothingIfRefused) : undefined;
  const empty = (transaction: IDBTransaction) => Promise.all(stores.map((store) => requestResult(transaction.objectStore(store).clear())));
  if (database) await run(database, stores, 'readwrite', empty);
}

/**
 * Runs work in one transaction. Written data is on the disk before this resolves: if the browser is killed, data that is only in memory is lost.
 * @throws DOMException for example if the device has no room
 */
export async function inTransaction<T>(
  of: BrowserDatabase,
  stores: string | string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  return run(await open(of), stores, mode, work);
}

async function run<T>(
  database: IDBDatabase,
  stores: string | string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  try {
    const transaction = database.transaction(stores, mode, { durability: 'strict' });
    const [, result] = await Promise.all([ended(transaction), work(transaction)]);
    return result;
  } finally {
    // An open connection would keep the browser from deleting the site's data.
    database.close();
  }
}
