/** Blind index: searches encrypted values without decrypting them, by keyed digests of a value and of its three-letter parts. */
import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { DataKey, DataKeys } from './data-keys.ts';
import { DATA_KEYS } from './encryption.ts';

const digestBytes = 16;
const partLength = 3;
/** Two base64url characters: 4,096 tokens for some 46,000 parts, so that no token identifies a part for certain. */
const tokenLength = 2;
const rememberedParts = 50_000;

/** Returns the form in which values are compared: trimmed and in upper case. */
export const normalised = (value: string): string => value.normalize('NFC').trim().toUpperCase();

const partsOf = (text: string): string[] => {
  const letters = [...text];
  return letters.length < partLength ? [] : [...new Set(letters.slice(partLength - 1).map((_, i) => letters.slice(i, i + partLength).join('')))];
};

/**
 * The digest of a value is an HMAC-SHA-256, truncated to 128 bits. It depends on its purpose (`<kind>/<column>`), so the same passport number has a different
 * digest in each table. Its text form is `<key id>:<base64url>`. The three-letter parts of a value become tokens of 12 bits, sorted by token, so that they
 * reveal neither position nor number. A search by tokens finds too many rows, never too few, so its results are decrypted and compared.
 */
@Injectable()
export class BlindIndex {
  private readonly keys: DataKeys['index'];
  private readonly remembered = new Map<string, string>();
  /** The prefix of every digest and token list made with the current writing key. */
  readonly head: string;

  constructor(@Inject(DATA_KEYS) keys: DataKeys) {
    this.keys = keys.index;
    this.head = `${keys.index[0].id}:`;
  }

  /** Returns the digest that is stored instead of a value; null for no value. */
  digest(purpose: string, value: unknown): string | null {
    return typeof value === 'string' && value !== '' ? this.digestWith(this.keys[0], purpose, normalised(value)) : null;
  }

  /** Returns all stored forms of a value: its digest with each key, and the value itself, for rows that were stored without encryption. */
  forms(purpose: string, value: string): string[] {
    return [...this.keys.map((key) => this.digestWith(key, purpose, normalised(value))), ...new Set([value, normalised(value)])];
  }

  /** Returns the tokens of a value's parts: `i1:.aB.x9.`; null for no value. */
  tokens(purpose: string, value: unknown): string | null {
    if (typeof value !== 'string' || value === '') return null;
    const tokens = new Set(partsOf(normalised(value)).map((part) => this.tokenWith(this.keys[0], purpose, part)));
    return `${this.head}.${[...tokens].sort().join('.')}.`;
  }

  /**
   * Returns `like` patterns that find the rows whose value may contain a text: for each key, patterns that must all match. Empty where the text is too short to
   * search by.
   */
  patterns(purpose: string, text: string): string[][] {
    const parts = partsOf(text.normalize('NFC').toUpperCase());
    if (parts.length === 0) return [];
    return this.keys.map((key) => [`${key.id}:%`, ...new Set(parts.map((part) => `%.${this.tokenWith(key, purpose, part)}.%`))]);
  }

  private digestWith({ id, key }: DataKey, purpose: string, value: string): string {
    return `${id}:${createHmac('sha256', key).update(`${purpose}\0${value}`).digest().subarray(0, digestBytes).toString('base64url')}`;
  }

  private tokenWith({ id, key }: DataKey, purpose: string, part: string): string {
    const place = `${id}/${purpose}/${part}`;
    const known = this.remembered.get(place);
    if (known) return known;
    const token = createHmac('sha256', key).update(`${purpose}/part\0${part}`).digest('base64url').slice(0, tokenLength);
    if (this.remembered.size >= rememberedParts) this.remembered.clear();
    this.remembered.set(place, token);
    return token;
  }
}
