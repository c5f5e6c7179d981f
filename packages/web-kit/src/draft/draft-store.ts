/** What is kept on the device for one form. */
export interface StoredDraft<Values = Record<string, unknown>> {
  version: number;
  /** When it was last written, in milliseconds. */
  at: number;
  values: Values;
}

const MONTH = 30 * 24 * 3600 * 1000;

export const draftKey = (key: string): string => `portal:draft:${key}`;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const memory = new Map<string, string>();
const memoryStore: Store = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
};

/** The device's storage, or the page's memory where storage is closed to us. */
export function deviceStore(): Store {
  try {
    const store = globalThis.localStorage;
    store.getItem('portal');
    return store;
  } catch {
    return memoryStore;
  }
}

/** Reads a draft; one of another version, a spoilt one or one older than a month is removed. */
export function readDraft<Values>(key: string, version: number, store: Store = deviceStore(), now = Date.now()): StoredDraft<Values> | undefined {
  // What no longer fitted on the device is newer than what is there.
  const text = memory.get(draftKey(key)) ?? store.getItem(draftKey(key));
  if (!text) return undefined;
  try {
    const draft = JSON.parse(text) as StoredDraft<Values>;
    if (draft.version === version && now - draft.at < MONTH && draft.values && typeof draft.values === 'object') return draft;
  } catch {
    // Spoilt: removed below.
  }
  removeDraft(key, store);
  return undefined;
}

export function writeDraft<Values>(key: string, version: number, values: Values, store: Store = deviceStore(), now = Date.now()): void {
  const text = JSON.stringify({ version, at: now, values } satisfies StoredDraft<Values>);
  memory.delete(draftKey(key));
  try {
    store.setItem(draftKey(key), text);
  } catch {
    memory.set(draftKey(key), text);
  }
}

export function removeDraft(key: string, store: Store = deviceStore()): void {
  store.removeItem(draftKey(key));
  memory.delete(draftKey(key));
}
