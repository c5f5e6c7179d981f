/**
 * Storage of a gate device: its keys, its pass with the lists, and the decisions that have not been sent yet. The decisions are encrypted with a key that
 * scripts cannot export. The pass is encrypted with the secret of the shift, so that nobody can read it after the officer has signed out.
 */
import { type BrowserDatabase, inTransaction, noteUnsent, portalTime, requestResult, shiftSecret } from '@portal/web-kit';
import { type GateDecision, type GatePass, signedText } from 'svc-declarations/contract';

/** A decision that waits for a connection. It is signed when it is made. */
export interface WaitingDecision extends GateDecision {
  signature: string;
  /** Id of the pass under which the decision was made. */
  pass: string;
  /** Name of the traveller, for the list on this device. */
  name?: string;
}

export interface StoredGateData {
  /** Pass of the officer who works on this device, until the end of the shift. */
  pass?: GatePass & { officer: string };
  waiting: WaitingDecision[];
}

/** Storage for bytes and keys. */
export interface GateStorage {
  get<T>(name: string): Promise<T | undefined>;
  put(name: string, value: unknown): Promise<void>;
  delete(name: string): Promise<void>;
  /** Returns the secret of the officer's shift; undefined when there is none. */
  shift(): string | undefined;
  /** Called with the number of waiting decisions after each change. */
  waits?(count: number): void;
  /** Runs work while no other window on this device runs any. */
  exclusive?<T>(work: () => Promise<T>): Promise<T>;
}

interface EncryptedValue {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const bytesOf = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Returns the time that decides whether the shift has ended. It follows the portal's clock, so changing the device's clock does not matter unless the page was
 * loaded without a connection.
 */
const now = (): number => portalTime() ?? Date.now();

async function encryptValue(key: CryptoKey, value: unknown): Promise<EncryptedValue> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytesOf(JSON.stringify(value))) };
}

/** Decrypts a value. Returns undefined when there is no value or this key cannot decrypt it. */
async function decryptValue<T>(key: CryptoKey, sealed: EncryptedValue | undefined): Promise<T | undefined> {
  if (!sealed) return undefined;
  const clear = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data).catch(() => undefined);
  return clear && (JSON.parse(new TextDecoder().decode(clear)) as T);
}

export class GateStore {
  /** Queue of the reads and writes of this window. They run one after the other, so that no change is lost. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(private readonly shelf: GateStorage) {}

  /** Returns the public key of the device as JWK. */
  async publicKey(): Promise<JsonWebKey> {
    const { publicKey } = await this.inLine(() => this.pair());
    return crypto.subtle.exportKey('jwk', publicKey);
  }

  /** Signs a decision. */
  async sign(decision: GateDecision): Promise<string> {
    const { privateKey } = await this.inLine(() => this.pair());
    return base64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytesOf(signedText(decision))));
  }

  /** Returns what is stored. After the end of the shift the pass and its lists are deleted; the waiting decisions stay. */
  read(time = now()): Promise<StoredGateData> {
    return this.inLine(() => this.open(time));
  }

  /** Changes what is stored. */
  change(by: (kept: StoredGateData) => StoredGateData): Promise<StoredGateData> {
    return this.inLine(async () => {
      const before = await this.open(now());
      const { pass, waiting } = by(before);
      const shift = await this.shiftKey();
      if (!pass) await this.shelf.delete('pass');
      else if (pass !== before.pass && shift) await this.shelf.put('pass', await encryptValue(shift, pass));
      await this.shelf.put('waiting', await encryptValue(await this.secret(), waiting));
      this.shelf.waits?.(waiting.length);
      return { ...(pass && shift ? { pass } : {}), waiting };
    });
  }

  private async open(time: number): Promise<StoredGateData> {
    const waiting = (await decryptValue<WaitingDecision[]>(await this.secret(), await this.shelf.get<EncryptedValue>('waiting'))) ?? [];
    const sealed = await this.shelf.get<EncryptedValue>('pass');
    if (!sealed) return { waiting };
    const shift = await this.shiftKey();
    const pass = shift && (await decryptValue<StoredGateData['pass']>(shift, sealed));
    if (pass && Date.parse(pass.endsAt) > time) return { pass, waiting };
    await this.shelf.delete('pass');
    return { waiting };
  }

  private async shiftKey(): Promise<CryptoKey | undefined> {
    const secret = this.shelf.shift();
    if (!secret) return undefined;
    return crypto.subtle.importKey('raw', await crypto.subtle.digest('SHA-256', bytesOf(secret)), 'AES-GCM', false, ['encrypt', 'decrypt']);
  }

  private inLine<T>(work: () => Promise<T>): Promise<T> {
    const run = () => (this.shelf.exclusive ? this.shelf.exclusive(work) : work());
    const next = this.line.then(run, run);
    this.line = next.catch(() => undefined);
    return next;
  }

  private pair(): Promise<CryptoKeyPair> {
    return this.once('pair', () => crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']));
  }

  private secret(): Promise<CryptoKey> {
    return this.once('secret', () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']));
  }

  private readonly made = new Map<string, Promise<unknown>>();
  private once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.made.get(name) as Promise<T> | undefined;
    if (known) return known;
    const made = this.shelf.get<T>(name).then(async (kept) => {
      if (kept) return kept;
      const fresh = await make();
      await this.shelf.put(name, fresh);
      return fresh;
    });
    this.made.set(name, made);
    return made;
  }
}

const database: BrowserDatabase = { name: 'portal-gate', version: 1, upgrade: (created) => void created.createObjectStore('shelf') };

/** Returns the storage in the browser's IndexedDB. */
export function browserGateStorage(): GateStorage {
  const use = <T>(mode: IDBTransactionMode, call: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    inTransaction(database, 'shelf', mode, (transaction) => requestResult(call(transaction.objectStore('shelf'))));
  return {
    get: (name) => use('readonly', (store) => store.get(name)),
    put: async (name, value) => void (await use('readwrite', (store) => store.put(value, name))),
    delete: async (name) => void (await use('readwrite', (store) => store.delete(name))),
    shift: shiftSecret,
    waits: noteUnsent,
    exclusive: async (work) => (navigator.locks ? navigator.locks.request(database.name, work) : work()),
  };
}
