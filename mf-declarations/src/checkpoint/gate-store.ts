/**
 * What a device at a gate keeps: its keys, its pass with the lists, and the decisions that were not sent yet. Decisions are encrypted with a key that
 * scripts cannot read. The pass is encrypted with the secret of the shift: when the officer signs out, nobody reads it any more.
 */
import { answerOf, type BrowserDatabase, inTransaction, noteUnsent, portalTime, shiftSecret } from '@portal/web-kit';
import { type GateDecision, type GatePass, signedText } from 'svc-declarations/contract';

/** A decision that waits for a connection, signed when it was made. */
export interface WaitingDecision extends GateDecision {
  signature: string;
  /** The pass under which it was made. */
  pass: string;
  /** For the list on this device. */
  name?: string;
}

export interface KeptGate {
  /** Of the officer who works here, until the end of the shift. */
  pass?: GatePass & { officer: string };
  waiting: WaitingDecision[];
}

/** Where bytes and keys are kept. */
export interface GateShelf {
  get<T>(name: string): Promise<T | undefined>;
  put(name: string, value: unknown): Promise<void>;
  delete(name: string): Promise<void>;
  /** The secret of the officer's shift; undefined where there is none. */
  shift(): string | undefined;
  /** Told how many decisions wait. */
  waits?(count: number): void;
}

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const bytesOf = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** A clock that is changed meanwhile ends no shift, unless the page was loaded without a connection. */
const now = (): number => portalTime() ?? Date.now();

async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytesOf(JSON.stringify(value))) };
}

/** Undefined where there is nothing, or nothing that this key opens. */
async function unseal<T>(key: CryptoKey, sealed: Sealed | undefined): Promise<T | undefined> {
  if (!sealed) return undefined;
  const clear = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data).catch(() => undefined);
  return clear && (JSON.parse(new TextDecoder().decode(clear)) as T);
}

export class GateStore {
  /** Writes run one after the other: none is lost to another one. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(private readonly shelf: GateShelf) {}

  /** The public half of the device's key, as JWK. */
  async publicKey(): Promise<JsonWebKey> {
    const { publicKey } = await this.pair();
    return crypto.subtle.exportKey('jwk', publicKey);
  }

  /** Signs a decision. */
  async sign(decision: GateDecision): Promise<string> {
    const { privateKey } = await this.pair();
    return base64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytesOf(signedText(decision))));
  }

  /** What is kept. After the end of the shift the pass and its lists are gone; what waits is not. */
  read(time = now()): Promise<KeptGate> {
    return this.inLine(() => this.open(time));
  }

  /** Changes what is kept. */
  change(by: (kept: KeptGate) => KeptGate): Promise<KeptGate> {
    return this.inLine(async () => {
      const before = await this.open(now());
      const { pass, waiting } = by(before);
      const shift = await this.shiftKey();
      if (!pass) await this.shelf.delete('pass');
      else if (pass !== before.pass && shift) await this.shelf.put('pass', await seal(shift, pass));
      await this.shelf.put('waiting', await seal(await this.secret(), waiting));
      this.shelf.waits?.(waiting.length);
      return { ...(pass && shift ? { pass } : {}), waiting };
    });
  }

  private async open(time: number): Promise<KeptGate> {
    const waiting = (await unseal<WaitingDecision[]>(await this.secret(), await this.shelf.get<Sealed>('waiting'))) ?? [];
    const sealed = await this.shelf.get<Sealed>('pass');
    if (!sealed) return { waiting };
    const shift = await this.shiftKey();
    const pass = shift && (await unseal<KeptGate['pass']>(shift, sealed));
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
    const next = this.line.then(work, work);
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

/** The shelf in the browser's IndexedDB. */
export function browserShelf(): GateShelf {
  const use = <T>(mode: IDBTransactionMode, call: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    inTransaction(database, 'shelf', mode, (transaction) => answerOf(call(transaction.objectStore('shelf'))));
  return {
    get: (name) => use('readonly', (store) => store.get(name)),
    put: async (name, value) => void (await use('readwrite', (store) => store.put(value, name))),
    delete: async (name) => void (await use('readwrite', (store) => store.delete(name))),
    shift: shiftSecret,
    waits: noteUnsent,
  };
}
