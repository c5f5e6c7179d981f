/** The encryption key of one draft. The draft can be read as long as its key is there. */
export interface DraftKey {
  /** Of the draft, as `DraftStore` names it. */
  id: string;
  /** AES-GCM, not extractable. */
  key: CryptoKey;
  /** Milliseconds since the epoch, by the portal's clock; the key is deleted after that. Undefined until the portal has told the time. */
  expires?: number;
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
