/** The details of a traveller that stay on the device for the next trip, encrypted with a PIN. */
export interface Profile {
  /** When they were kept, in milliseconds. */
  at: number;
  values: Record<string, unknown>;
}

/** Why a profile does not open. `left` counts the tries that remain before it is deleted; 0 when it was deleted. */
export type WrongPin = { left: number };

interface Sealed {
  at: number;
  salt: string;
  iv: string;
  data: string;
  /** Rounds of PBKDF2. */
  rounds: number;
  /** Wrong PINs since it was last opened. */
  wrong: number;
}

const PLACE = 'portal:profile';
/** Rounds of PBKDF2 with SHA-256, as OWASP recommends. */
export const ROUNDS = 600_000;
const MOST_WRONG = 5;
export const SHORTEST_PIN = 6;

const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));

/** What is wrong with a new PIN: too short, or among the first that somebody would try. */
export function pinFault(pin: string): 'SHORT' | 'EASY' | undefined {
  if (pin.length < SHORTEST_PIN) return 'SHORT';
  const steps = new Set(Array.from(pin.slice(1), (letter, i) => letter.charCodeAt(0) - pin.charCodeAt(i)));
  const [step] = steps;
  return steps.size === 1 && Math.abs(step as number) <= 1 ? 'EASY' : undefined;
}

/** One profile on this device. Its PIN is never stored. After five wrong PINs in a row the profile is deleted. */
export class ProfileVault {
  constructor(
    private readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = () => localStorage,
    private readonly now: () => number = Date.now,
    private readonly rounds = ROUNDS,
  ) {}

  /** Whether this page can encrypt, which needs TLS, and store. */
  get isPossible(): boolean {
    try {
      return globalThis.crypto?.subtle !== undefined && Boolean(this.storage());
    } catch {
      return false;
    }
  }

  /** When the profile of this device was kept, in milliseconds; undefined where there is none. */
  keptAt(): number | undefined {
    return this.sealed()?.at;
  }

  /**
   * Keeps these values. Values of an earlier profile with the same PIN stay where they have other names.
   * @throws DOMException where the device has no room
   */
  async keep(pin: string, values: Record<string, unknown>): Promise<void> {
    const before = this.sealed();
    const earlier = before ? await decrypt(before, pin) : undefined;
    const salt = random(16);
    const iv = random(12);
    const { rounds } = this;
    const text = new TextEncoder().encode(JSON.stringify({ ...earlier, ...values }));
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(pin, salt, rounds), text);
    this.write({ at: this.now(), salt: toText(salt), iv: toText(iv), data: toText(new Uint8Array(data)), rounds, wrong: 0 });
  }

  /** Opens the profile. A wrong PIN is counted before it is tried, so that closing the page does not take it back. */
  async open(pin: string): Promise<Profile | WrongPin> {
    const sealed = this.sealed();
    if (!sealed) return { left: 0 };
    const wrong = sealed.wrong + 1;
    this.write({ ...sealed, wrong });
    const values = await decrypt(sealed, pin);
    if (values) {
      this.write({ ...sealed, wrong: 0 });
      return { at: sealed.at, values };
    }
    if (wrong >= MOST_WRONG) this.delete();
    return { left: Math.max(0, MOST_WRONG - wrong) };
  }

  /** Deletes the profile from this device. */
  delete(): void {
    this.storage().removeItem(PLACE);
  }

  private write(sealed: Sealed): void {
    this.storage().setItem(PLACE, JSON.stringify(sealed));
  }

  private sealed(): Sealed | undefined {
    try {
      const sealed = JSON.parse(this.storage().getItem(PLACE) ?? 'null') as Sealed | null;
      return sealed && [sealed.salt, sealed.iv, sealed.data].every((part) => typeof part === 'string') ? sealed : undefined;
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

async function decrypt({ salt, iv, data, rounds }: Sealed, pin: string): Promise<Record<string, unknown> | undefined> {
  try {
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: toBytes(iv) }, await keyOf(pin, toBytes(salt), rounds), toBytes(data));
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
