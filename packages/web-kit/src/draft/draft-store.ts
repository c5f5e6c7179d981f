import { forgetForm } from '../api/retry.ts';
import type { ClaimDraft, DraftClaim } from './draft-claim.ts';
import { type DraftKey, type DraftKeys, keysInMemory } from './draft-keys.ts';

/** The stored answers of one form. */
export interface StoredDraft<Values = Record<string, unknown>> {
  /** When the answers were last written, in milliseconds since the epoch. */
  at: number;
  values: Values;
}

/** The name of a form's draft. Each area names its own drafts, and cannot name the drafts of another area. */
export interface DraftName {
  area: string;
  key: string;
}

export interface DraftStoreOptions {
  /** The name of the store. It distinguishes stores that share one storage for keys. */
  name: string;
  /** Returns the id of the tab, for a storage that each tab has of its own: the keys are shared by all tabs. */
  tab?(): string;
  /** The storage for the encrypted drafts. */
  storage: DraftStorage;
  keys: DraftKeys;
  /** Returns the signed-in user (the `sub` claim), null if nobody is signed in, undefined while that is unknown. */
  person(): string | null | undefined;
  /** Resolves when the user is known, or when the attempt to find out has failed. */
  personKnown(): Promise<unknown>;
  /** Returns the time by the portal's clock, in milliseconds since the epoch; undefined until the portal has told the time. */
  portalTime(): number | undefined;
  /** Whether drafts end with their owner's session. Without a session no draft is then stored. */
  endsWithSession?: boolean;
  /** Claims a draft for one tab; needed for a storage that all tabs share. */
  claim?: ClaimDraft;
  /** Returns the time by the device's clock, which may be wrong. */
  now?(): number;
}

/** A storage like the browser's own, which may also answer asynchronously. */
export interface DraftStorage {
  getItem(name: string): string | null | Promise<string | null>;
  /** Throws or rejects if the storage is full. */
  setItem(name: string, value: string): void | Promise<void>;
  removeItem(name: string): void | Promise<void>;
  names(): string[] | Promise<string[]>;
}

/** How long a draft can be read, in ms. The time starts at the last change, or, if the portal's time was unknown then, when the portal first tells the time. */
export const DRAFT_LIFETIME = 24 * 3600 * 1000;
const HOUR = 3600 * 1000;

const PREFIX = 'portal:draft:';

const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

/** Whether the browser can encrypt. Pages without TLS cannot. */
const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

/**
 * Stores answers encrypted (AES-GCM, with a separate key for each draft). A draft ends when its key is deleted: a day after the last change by the portal's
 * clock, when the draft is removed, or when a person other than its owner signs in. If the browser has no encryption or no storage, a draft lasts as long as
 * the page.
 */
export class DraftStore {
  /** Encrypted drafts that could not be stored, and below their keys. */
  private readonly memory = new Map<string, string>();
  private readonly ownKeys = keysInMemory();
  /** Drafts of a page without encryption, unencrypted and in memory. */
  private readonly plain = new Map<string, StoredDraft<unknown>>();
  /** By the id of a form's draft, the id of the draft that this page reads and writes. */
  private readonly chosen = new Map<string, string>();
  /** A queue that runs reads and writes one after the other, so that the last write wins. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: DraftStoreOptions) {}

  /**
   * Reads the draft of a form: the person's own, or else nobody's. Removes a draft that belongs to another person, has expired or cannot be decrypted. If nobody
   * is signed in, or the person is unknown, a draft that has an owner is left for its owner. With the last draft of a form, its idempotency keys are forgotten:
   * what is filled in next is another document, perhaps of another person.
   */
  read<Values>(name: DraftName): Promise<StoredDraft<Values> | undefined> {
    return this.inLine(async () => {
      const form = await this.idOf(name);
      const keys = await this.keysOf(form);
      if (keys.some(({ owner }) => owner !== null)) await this.options.personKnown();
      const id = this.choose(form, keys);
      const text = this.memory.get(id) ?? (await this.options.storage.getItem(this.placeOf(id)));
      const key = text ? await this.keyOf(id) : undefined;
      const readable = key && this.isReaders(key) && !(await this.isOver(key)) ? key : undefined;
      const draft = canEncrypt() ? readable && (await decrypt<Values>(readable, text as string)) : (this.plain.get(id) as StoredDraft<Values>);
      if (draft?.values && typeof draft.values === 'object') return draft;
      await this.delete(id);
      if (await this.hasNone(name)) forgetForm(name.key);
      return undefined;
    });
  }

  /**
   * Claims the draft of a form for this tab. The tab may write the draft as long as it has the claim.
   * @param told called with whether this tab has the draft, each time that changes
   */
  claim(name: DraftName, told: (held: boolean) => void): DraftClaim {
    const { claim } = this.options;
    // Without encryption nothing is stored, so no other tab could continue the draft.
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
        // The claim is released after the pending writes, so that the next tab reads what this tab wrote last.
        void this.inLine(async () => claimed?.release());
      },
    };
  }

  /**
   * Writes the draft of a form: the one that was read, whoever has signed in since.
   * @param may checked again before the draft is stored, because another tab may have taken the claim meanwhile
   * @returns whether the draft is stored where another tab can read it
   */
  write<Values>(name: DraftName, values: Values, may: () => boolean = () => true): Promise<boolean> {
    return this.inLine(async () => {
      const owner = this.options.person() ?? null;
      if (this.options.endsWithSession && owner === null) return false;
      const id = await this.chosenOf(name);
      const now = this.options.portalTime();
      const draft: StoredDraft<Values> = { at: now ?? this.deviceTime(), values };
      if (!canEncrypt()) {
        this.plain.set(id, JSON.parse(JSON.stringify(draft)));
        return false;
      }
      const known = await this.keyOf(id);
      const key = known?.owner === owner ? known : await newKey(id, owner);
      // The expiry is renewed at most once an hour, because otherwise each answer would cost a second write.
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
    return this.inLine(async () => this.delete(await this.chosenOf(name)));
  }

  /** Removes expired drafts, drafts of persons other than the signed-in one, and drafts without a key. */
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

  /** Returns the id of a draft: a digest, because the draft's name may contain the id of a document, which gives access to the document. */
  private async idOf(of: DraftName): Promise<string> {
    const { name, tab } = this.options;
    return canEncrypt() ? `${name}:${tab?.() ?? ''}${await digestOf(of)}` : `${of.area}/${of.key}`;
  }

  /** Whether no draft of a form is stored, neither of an owner who is away nor of another tab. */
  private async hasNone(of: DraftName): Promise<boolean> {
    if (!canEncrypt()) return true;
    const digest = await digestOf(of);
    return (await this.all()).every(({ id }) => !id.includes(digest));
  }

  /** Returns the keys of all drafts of a form. There are several while the draft of an owner waits for its owner. */
  private async keysOf(form: string): Promise<DraftKey[]> {
    return (await this.all()).filter(({ id }) => id === form || id.startsWith(`${form}:`));
  }

  /** Returns the id of the draft that this page reads and writes. */
  private async chosenOf(name: DraftName): Promise<string> {
    const form = await this.idOf(name);
    return this.chosen.get(form) ?? this.choose(form, await this.keysOf(form));
  }

  /** Chooses the draft of a form for the person: their own, or else nobody's, or else a new one. A draft that waits for its owner is not chosen. */
  private choose(form: string, keys: readonly DraftKey[]): string {
    const person = this.options.person() ?? null;
    const known = keys.find(({ owner }) => owner === person) ?? keys.find(({ owner }) => owner === null);
    const isTaken = keys.some((key) => key.id === form && !this.isReaders(key) && !this.isForeign(key));
    const id = known?.id ?? (isTaken ? `${form}:${crypto.randomUUID()}` : form);
    this.chosen.set(form, id);
    return id;
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

  /** Whether the draft has expired by the portal's clock. The device's clock alone never ends a draft. */
  private async isOver({ expires }: DraftKey): Promise<boolean> {
    if (expires === undefined) return false;
    // If the key has not expired by the device's clock, the check does not wait for the portal's time.
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

async function digestOf({ area, key }: DraftName): Promise<string> {
  return toText(new Uint8Array(await crypto.subtle.digest('SHA-256', encode(`${area}/${key}`))));
}

/** Creates a key, which is not stored yet. */
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
