import { clearDevice } from './clear-device.ts';

const fault = (name: string): DOMException => new DOMException('refused', name);
const refuse = (name: string) => () => {
  throw fault(name);
};

/** A request of a database, which fails with an error or succeeds with a result. */
const request = (outcome: { error?: DOMException; result?: unknown }) => {
  const asked: typeof outcome & { onsuccess?(): void; onerror?(): void } = { ...outcome };
  setTimeout(() => (asked.error ? asked.onerror : asked.onsuccess)?.());
  return asked;
};
const opens = (database: object) => ({ open: () => request({ result: { close: () => undefined, ...database } }) });

const replaced: string[] = [];
function replace(name: string, property: PropertyDescriptor): void {
  replaced.push(name);
  Object.defineProperty(globalThis, name, { configurable: true, ...property });
}
beforeEach(() => replace('navigator', { value: {} }));
afterEach(() => {
  for (const name of replaced.splice(0)) Reflect.deleteProperty(globalThis, name);
});

it.each<[string, PropertyDescriptor]>([
  ['has no database', { value: undefined }],
  ['has an empty one', { value: null }],
  ['refuses the database to the page', { get: refuse('SecurityError') }],
  ['refuses to open it', { value: { open: refuse('SecurityError') } }],
  ['refuses to open it in private mode', { value: { open: () => request({ error: fault('InvalidStateError') }) } }],
])('the device is cleared if the browser %s, because nothing can be kept there', async (_what, indexedDB) => {
  replace('indexedDB', indexedDB);
  replace('caches', { value: { keys: async () => refuse('SecurityError')() } });
  replace('BroadcastChannel', { value: refuse('SecurityError') });
  replace('navigator', { value: { serviceWorker: { getRegistration: async () => refuse('SecurityError')() } } });
  await expect(clearDevice()).resolves.toBeUndefined();
});

it.each<[string, object, string]>([
  ['cannot be opened', { open: () => request({ error: fault('UnknownError') }) }, 'UnknownError'],
  ['is of a newer version', { open: refuse('VersionError') }, 'VersionError'],
  ['is being deleted', opens({ transaction: refuse('InvalidStateError') }), 'InvalidStateError'],
  ['is not emptied', opens({ transaction: () => ({ objectStore: () => ({ clear: () => request({ error: fault('UnknownError') }) }) }) }), 'UnknownError'],
])('the device is not cleared if its database %s', async (_what, value, name) => {
  replace('indexedDB', { value });
  await expect(clearDevice()).rejects.toMatchObject({ name });
});

it('the device is not cleared if pages in its cache cannot be deleted', async () => {
  replace('indexedDB', { value: undefined });
  replace('caches', { value: { keys: async () => ['pages'], delete: async () => refuse('InvalidStateError')() } });
  await expect(clearDevice()).rejects.toMatchObject({ name: 'InvalidStateError' });
});
