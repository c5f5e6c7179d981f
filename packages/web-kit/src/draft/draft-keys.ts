/** The encryption key of one draft. The draft can be read only as long as its key exists. */
export interface DraftKey {
  /** The id of the draft, as `DraftStore` builds it. */
  id: string;
  /** The AES-GCM key, not extractable. */
  key: CryptoKey;
  /** When the key expires and is deleted, in milliseconds since the epoch by the portal's clock. Undefined until the portal has told the time. */
  expires?: number;
  /** The owner of the draft (the `sub` claim); null for a person who is not signed in. */
  owner: string | null;
}

/** A storage for draft keys. */
export interface DraftKeys {
  all(): Promise<DraftKey[]>;
  get(id: string): Promise<DraftKey | undefined>;
  put(key: DraftKey): Promise<void>;
  delete(id: string): Promise<void>;
}

/** Creates a key storage in memory, which ends with the page. */
export function keysInMemory(): DraftKeys {
  const keys = new Map<string, DraftKey>();
  return {
    all: async () => [...keys.values()],
    get: async (id) => keys.get(id),
    put: async (key) => void keys.set(key.id, key),
    delete: async (id) => void keys.delete(id),
  };
}
