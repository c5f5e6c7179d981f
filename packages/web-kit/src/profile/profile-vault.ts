import { type ScreenLock, toBytes, toText } from './screen-lock.ts';

/** The details of a traveller that stay on the device for the next trip, encrypted with a PIN. */
export interface Profile {
  /** When the details were stored, in milliseconds since the epoch. */
  at: number;
  values: Record<string, unknown>;
}

/** The answer to a wrong PIN. `left` is the number of attempts that remain before the profile is deleted; 0 if it has been deleted. */
export type WrongPin = { left: number };

interface Encrypted {
  at: number;
  salt: string;
  iv: string;
  data: string;
  /** The number of PBKDF2 iterations. */
  rounds: number;
  /** The number of wrong PINs since the profile was last opened. */
  wrong: number;
  /** The same details, encrypted with a key that the screen lock protects. */
  lock?: ScreenLock & { iv: string; data: string };
}

const PLACE = 'portal:profile';
/** The number of PBKDF2 iterations with SHA-256, as OWASP recommends. */
export const ROUNDS = 600_000;
const MOST_WRONG = 5;
export const SHORTEST_PIN = 6;

const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));

/** Returns what is wrong with a new PIN: it is too short, or it is one of the first that an attacker would try. */
export function pinFault(pin: string): 'SHORT' | 'EASY' | undefined {
  if (pin.length < SHORTEST_PIN) return 'SHORT';
  const steps = new Set(Array.from(pin.slice(1), (letter, i) => letter.charCodeAt(0) - pin.charCodeAt(i)));
  const [step] = steps;
  return steps.size === 1 && Math.abs(step as number) <= 1 ? 'EASY' : undefined;
}

/**
 * The single profile on this device. Its PIN is never stored. After five wrong PINs in a row the profile is deleted. The device's screen lock can open it too.
 */
export class ProfileVault {
  constructor(
    private readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = () => localStorage,
    private readonly now: () => number = Date.now,
    private readonly rounds = ROUNDS,
  ) {}

  /** Whether this page can encrypt (which needs TLS) and store data. */
  get isPossible(): boolean {
    try {
      return globalThis.crypto?.subtle !== undefined && Boolean(this.storage());
    } catch {
      return false;
    }
  }

  /** Returns when the profile of this device was stored, in milliseconds since the epoch; undefined if there is none. */
  keptAt(): number | undefined {
    return this.kept()?.at;
  }

  /**
   * Stores these values. Other values of an earlier profile with the same PIN are kept.
   * @throws DOMException if the device has no room
   */
  async keep(pin: string, values: Record<string, unknown>): Promise<void> {
    const before = this.kept();
    const earlier = before && (await decrypt(before, await keyOf(pin, toBytes(before.salt), before.rounds)));
    const salt = random(16);
    const { rounds } = this;
    const encrypted = await encrypt({ ...earlier, ...values }, await keyOf(pin, salt, rounds));
    this.write({ at: this.now(), salt: toText(salt), ...encrypted, rounds, wrong: 0 });
  }

  /** Returns the screen lock that can open the profile; undefined if only the PIN can. */
  lock(): ScreenLock | undefined {
    return this.kept()?.lock;
  }

  /**
   * Lets the screen lock open the profile, until the profile is stored again.
   * @param secret the secret of the lock
   * @throws Error if the PIN is not the profile's PIN
   */
  async addLock(pin: string, { credential, salt }: ScreenLock, secret: Uint8Array<ArrayBuffer>): Promise<void> {
    const kept = this.kept();
    const values = kept && (await decrypt(kept, await keyOf(pin, toBytes(kept.salt), kept.rounds)));
    if (!values) throw new Error('This PIN does not open the profile');
    this.write({ ...kept, lock: { credential, salt, ...(await encrypt(values, await lockKey(secret))) } });
  }

  /** Opens the profile with the secret of its screen lock; undefined if the secret belongs to another lock. */
  async openLocked(secret: Uint8Array<ArrayBuffer>): Promise<Profile | undefined> {
    const kept = this.kept();
    const values = kept?.lock && (await decrypt(kept.lock, await lockKey(secret)));
    if (!kept || !values) return undefined;
    this.write({ ...kept, wrong: 0 });
    return { at: kept.at, values };
  }

  /** Opens the profile with the PIN. A wrong PIN is counted before the PIN is tried, so that closing the page does not undo the count. */
  async open(pin: string): Promise<Profile | WrongPin> {
    const kept = this.kept();
    if (!kept) return { left: 0 };
    const wrong = kept.wrong + 1;
    this.write({ ...kept, wrong });
    const values = await decrypt(kept, await keyOf(pin, toBytes(kept.salt), kept.rounds));
    if (values) {
      this.write({ ...kept, wrong: 0 });
      return { at: kept.at, values };
    }
    if (wrong >= MOST_WRONG) this.delete();
    return { left: Math.max(0, MOST_WRONG - wrong) };
  }

  /** Deletes the profile from this device. */
  delete(): void {
    this.storage().removeItem(PLACE);
  }

  private write(kept: Encrypted): void {
    this.storage().setItem(PLACE, JSON.stringify(kept));
  }

  private kept(): Encrypted | undefined {
    try {
      const kept = JSON.parse(this.storage().getItem(PLACE) ?? 'null') as Encrypted | null;
      return kept && [kept.salt, kept.iv, kept.data].every((part) => typeof part === 'string') ? kept : undefined;
    } catch {
      return undefined;
    }
  }
}

async function keyOf(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin.normalize('NFKC')), 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

const lockKey = (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> => crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']);

async function encrypt(values: Record<string, unknown>, key: CryptoKey): Promise<{ iv: string; data: string }> {
  const iv = random(12);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(values)));
  return { iv: toText(iv), data: toText(new Uint8Array(data)) };
}

async function decrypt({ iv, data }: { iv: string; data: string }, key: CryptoKey): Promise<Record<string, unknown> | undefined> {
  try {
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: toBytes(iv) }, key, toBytes(data));
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
