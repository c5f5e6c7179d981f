import type { ClaimDraft, DraftClaim } from './draft-claim.ts';
import { type DraftKey, type DraftKeys, keysInMemory } from './draft-keys.ts';

/** The answers of one form. */
export interface StoredDraft<Values = Record<string, unknown>> {
  /** When they were last written, in milliseconds. */
  at: number;
  values: Values;
}

/** A form's draft: each area has its own names, and cannot name another area's. */
export interface DraftName {
  area: string;
  key: string;
}

export interface DraftStoreOptions {
  /** Distinguishes the stores that share one place for keys. */
  name: string;
  /** Stores the encrypted drafts. */
  storage: DraftStorage;
  keys: DraftKeys;
  /** The signed-in user (`sub`), null for nobody, undefined while that is unknown. */
  person(): string | null | undefined;
  /** Resolves when the user is known, or cannot be known. */
  personKnown(): Promise<unknown>;
  /** The time as the portal told it, in milliseconds; undefined before it has. */
  portalTime(): number | undefined;
  /** Drafts end with their owner's session; without a session none is stored. */
  endsWithSession?: boolean;
  /** For a storage that all tabs share. */
  claim?: ClaimDraft;
  /** The clock of the device, which may be wrong. */
  now?(): number;
}

/** Like a browser's storage. Its answers may take a while. */
export interface DraftStorage {
  getItem(name: string): string | null | Promise<string | null>;
  /** Throws or rejects where there is no room. */
  setItem(name: string, value: string): void | Promise<void>;
  removeItem(name: string): void | Promise<void>;
  names(): string[] | Promise<string[]>;
}

/** How long a draft can be read after it was last written, or after the portal told the time for the first time since. */
export const DRAFT_LIFETIME = 24 * 3600 * 1000;
const HOUR = 3600 * 1000;

const PREFIX = 'portal:draft:';

const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

/** Pages without TLS have no encryption. */
const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

/**
 * Stores answers encrypted (AES-GCM, with a separate key for each draft). A draft ends with its key: a day after the last change by the
 * portal's clock, when it is removed, and when a person other than its owner signs in. Where the browser has no encryption or no storage,
 * a draft lasts as long as the page.
 */
export class DraftStore {
  /** Encrypted drafts that could not be stored, and their keys. */
  private readonly memory = new Map<string, string>();
  private readonly ownKeys = keysInMemory();
  /** Drafts of a page without encryption. */
  private readonly plain = new Map<string, StoredDraft<unknown>>();
  /** Writes run one after the other, so that the last one is kept. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: DraftStoreOptions) {}

  /** The draft of a form. The draft of another person, or one that cannot be decrypted, is removed. */
  read<Values>(name: DraftName): Promise<StoredDraft<Values> | undefined> {
    return this.inLine(async () => {
      const id = await this.idOf(name);
      const text = this.memory.get(id) ?? (await this.options.storage.getItem(this.placeOf(id)));
      const key = text ? await this.keyOf(id) : undefined;
      if (key?.owner) {
        await this.options.personKnown();
        const person = this.options.person();
        // Kept for its owner, who may sign in again.
        if (person === undefined || (person === null && !this.options.endsWithSession)) return undefined;
      }
      const readable = key && this.isReaders(key) && !(await this.isOver(key)) ? key : undefined;
      const draft = canEncrypt() ? readable && (await decrypt<Values>(readable, text as string)) : (this.plain.get(id) as StoredDraft<Values>);
      if (draft?.values && typeof draft.values === 'object') return draft;
      await this.delete(id);
      return undefined;
    });
  }

  /**
   * Claims the draft of a form for this tab, which may write it while it has it.
   * @param told whether this tab has the draft, each time that changes
   */
  claim(name: DraftName, told: (held: boolean) => void): DraftClaim {
    const { claim } = this.options;
    // Without encryption nothing is stored, so that no other tab could continue.
    if (!claim || !canEncrypt()) {
      told(true);
      return { take: () => undefined, release: () => undefined };
    }
    let claimed: DraftClaim | undefined;
    let over = false;
    void this.idOf(name).then((id) => {
      if (!over) claimed = claim(PREFIX + id, told);
    });
    return {
      take: () => claimed?.take(),
      release: () => {
        over = true;
        // The next tab reads the draft as this one leaves it.
        void this.inLine(async () => claimed?.release());
      },
    };
  }

  /**
   * @param may asked again before the draft is stored, because another tab may have taken it meanwhile
   * @returns whether it is stored where another tab can read it
   */
  write<Values>(name: DraftName, values: Values, may: () => boolean = () => true): Promise<boolean> {
    return this.inLine(async () => {
      const owner = this.options.person() ?? null;
      if (this.options.endsWithSession && owner === null) return false;
      const id = await this.idOf(name);
      const now = this.options.portalTime();
      const draft: StoredDraft<Values> = { at: now ?? this.deviceTime(), values };
      if (!canEncrypt()) {
        this.plain.set(id, JSON.parse(JSON.stringify(draft)));
        return false;
      }
      const known = await this.keyOf(id);
      const key = known?.owner === owner ? known : await newKey(id, owner);
      // Renewed once an hour, because otherwise each answer would cost a second write.
      const expires = now && now + DRAFT_LIFETIME;
      const isOld = expires === undefined ? key.expires !== undefined : (key.expires ?? 0) < expires - HOUR;
      if (key !== known || isOld) await this.put({ ...key, expires });
      const text = await encrypt(key, JSON.stringify(draft));
      if (!may()) return false;
      this.memory.delete(id);
      try {
        await this.options.storage.setItem(this.placeOf(id), text);
      } catch {
        this.memory.set(id, text);
        return false;
      }
      return (await this.ownKeys.get(id)) === undefined;
    });
  }

  remove(name: DraftName): Promise<void> {
    return this.inLine(async () => this.delete(await this.idOf(name)));
  }

  /** Removes expired drafts, drafts of other persons than the signed-in one, and drafts without a key. */
  sweep(): Promise<void> {
    return this.inLine(async () => {
      const now = this.options.portalTime();
      for (const key of await this.all()) {
        if (this.isForeign(key) || (await this.isOver(key))) await this.delete(key.id);
        else if (now !== undefined && key.expires === undefined) await this.put({ ...key, expires: now + DRAFT_LIFETIME });
      }
      const readable = new Set((await this.all()).map(({ id }) => this.placeOf(id)));
      for (const place of await this.places()) if (!readable.has(place)) await this.options.storage.removeItem(place);
    });
  }

  /** Removes every draft. */
  clear(): Promise<void> {
    return this.inLine(async () => {
      for (const { id } of await this.all()) await this.delete(id);
      for (const place of await this.places()) await this.options.storage.removeItem(place);
      this.memory.clear();
      this.plain.clear();
    });
  }

  /** A digest, because the name of a form's draft may contain the id of a document, which gives access to it. */
  private async idOf({ area, key }: DraftName): Promise<string> {
    if (!canEncrypt()) return `${area}/${key}`;
    return `${this.options.name}:${toText(new Uint8Array(await crypto.subtle.digest('SHA-256', encode(`${area}/${key}`))))}`;
  }

  private placeOf(id: string): string {
    return PREFIX + id;
  }

  private async places(): Promise<string[]> {
    return (await this.options.storage.names()).filter((place) => place.startsWith(`${PREFIX}${this.options.name}:`));
  }

  private inLine<T>(work: () => Promise<T>): Promise<T> {
    const result = this.line.then(work);
    this.line = result.catch(() => undefined);
    return result;
  }

  private deviceTime(): number {
    return (this.options.now ?? Date.now)();
  }

  private async keyOf(id: string): Promise<DraftKey | undefined> {
    return (await this.ownKeys.get(id)) ?? (await this.options.keys.get(id).catch(() => undefined));
  }

  private async put(key: DraftKey): Promise<void> {
    if (await this.ownKeys.get(key.id)) return this.ownKeys.put(key);
    await this.options.keys.put(key).catch(() => this.ownKeys.put(key));
  }

  /** Whether its day is over by the portal's clock. Nothing ends by the clock of the device alone. */
  private async isOver({ expires }: DraftKey): Promise<boolean> {
    if (expires === undefined) return false;
    // Where it looks new, nobody waits for the portal.
    if (this.options.portalTime() === undefined && expires <= this.deviceTime()) await this.options.personKnown();
    const now = this.options.portalTime();
    return now !== undefined && expires <= now;
  }

  private isReaders({ owner }: DraftKey): boolean {
    return owner === null || owner === this.options.person();
  }

  private isForeign({ owner }: DraftKey): boolean {
    const person = this.options.person();
    if (person === undefined || owner === null || owner === person) return false;
    return person !== null || this.options.endsWithSession === true;
  }

  private async all(): Promise<DraftKey[]> {
    const keys = [...(await this.ownKeys.all()), ...(await this.options.keys.all().catch(() => []))];
    return keys.filter(({ id }) => id.startsWith(`${this.options.name}:`));
  }

  private async delete(id: string): Promise<void> {
    this.memory.delete(id);
    this.plain.delete(id);
    await this.options.storage.removeItem(this.placeOf(id));
    await this.ownKeys.delete(id);
    await this.options.keys.delete(id).catch(() => undefined);
  }
}

/** Not kept yet. */
async function newKey(id: string, owner: string | null): Promise<DraftKey> {
  return { id, owner, key: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']) };
}

async function encrypt({ key, owner }: DraftKey, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: encode(owner ?? '') }, key, encode(text));
  return `${toText(iv)}.${toText(new Uint8Array(encrypted))}`;
}

async function decrypt<Values>({ key, owner }: DraftKey, text: string): Promise<StoredDraft<Values> | undefined> {
  const [iv = '', encrypted = ''] = text.split('.');
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: toBytes(iv), additionalData: encode(owner ?? '') }, key, toBytes(encrypted));
    return JSON.parse(new TextDecoder().decode(plain)) as StoredDraft<Values>;
  } catch {
    return undefined;
  }
}
