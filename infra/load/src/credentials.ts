/** Reads from a file what people sign in with at an operator's own portal. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Person {
  username: string;
  password: string;
  /** The secret of the second factor in base32, as an authenticator app takes it. `code` is a fixed code instead. */
  totp?: string;
  code?: string;
}

/** People by the development user whose work they do, such as `border-officer`. */
export type Credentials = Record<string, Person>;

export interface SignIn extends Pick<Person, 'username' | 'password'> {
  /** Returns the current code of the second factor. */
  otp(): string;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the six-digit one-time code of a secret (RFC 6238, HMAC-SHA-1, 30 seconds). */
export function oneTimeCode(secret: string, now = Date.now()): string {
  const bits = [...secret.toUpperCase().replace(/[\s=]/g, '')].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/**
 * Reads a file such as `{ "border-officer": { "username": "ana", "password": "…", "totp": "JBSW…" } }`. @throws Error if a person has no user name or password
 */
export function readCredentials(file: string): Credentials {
  const credentials = JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  for (const [name, person] of Object.entries(credentials))
    if (!person.username || !person.password) throw new Error(`${file}: ${name} needs "username" and "password"`);
  return credentials;
}

/**
 * Returns what a member of staff signs in with. @param credentials if left out, development users sign in @throws Error if the file has nobody for this work
 */
export function credentialsOf(name: string, credentials?: Credentials): SignIn {
  if (!credentials) return { username: name, password: name, otp: () => '123456' };
  const person = credentials[name];
  if (!person) throw new Error(`The file of credentials has nobody for the work of ${name}`);
  return { ...person, otp: () => (person.totp ? oneTimeCode(person.totp) : (person.code ?? '')) };
}
