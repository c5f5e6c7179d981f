import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import QRCode from 'qrcode';
import { fromBase36, toBase36 } from './base36.ts';
import { makeSeal, personText, readSeal, type SealFacts, sealKeyId } from './seal.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const facts: SealFacts = {
  kind: 'arrival-declaration',
  reference: 'ARR-2026-0000017',
  lane: 'GREEN',
  day: '2026-11-23',
  issuedAt: 1_795_000_000,
  person: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
};
const seal = (changes: Partial<SealFacts> = {}) => makeSeal({ ...facts, ...changes }, 'a1b2', (bytes) => sign(null, bytes, privateKey));
const isGenuine = (text: string): boolean => {
  const read = readSeal(text);
  return read !== undefined && verify(null, read.signed, publicKey, read.signature);
};
const bytesOf = (text: string): Uint8Array => fromBase36(text) as Uint8Array;

describe('a seal', () => {
  it('holds what it states, and its signature covers all of it', () => {
    for (const changes of [{}, { kind: 'departure-declaration', reference: 'DEP-2027-9999999', lane: undefined }, { lane: 'RED' }] as const)
      expect(readSeal(seal(changes))?.facts).toEqual({ ...facts, ...changes });
    expect(readSeal(seal())?.keyId).toBe('a1b2');
    expect(isGenuine(seal())).toBe(true);
  });

  it('is read in small letters too, as a keyboard may type it', () => expect(isGenuine(seal().toLowerCase())).toBe(true));

  it('fits with an address of 30 characters into QR version 8 at level M, at its longest too', () => {
    const origin = 'https://entry.customs.gov.test';
    expect(origin).toHaveLength(30);
    const longest = seal({ reference: 'ARR-2255-9999999', day: '2199-05-31', issuedAt: 0xffff_ffff, person: new Uint8Array(8).fill(255) });
    const { version } = QRCode.create(`${origin}/v/${longest}`, { errorCorrectionLevel: 'M' });
    expect(version).toBeLessThanOrEqual(8);
  });

  it('refuses facts that it has no room for', () => {
    for (const wrong of [{ reference: 'ARR-26-1' }, { day: 'soon' }, { day: '2019-12-31' }, { person: new Uint8Array(7) }, { issuedAt: -1 }])
      expect(() => seal(wrong)).toThrow('No seal can state this');
  });

  it('is not accepted after any bit of it was changed', () => {
    const bytes = bytesOf(seal());
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      if (changed[0]) expect([bit, isGenuine(toBase36(changed))]).toEqual([bit, false]);
    }
  });

  it('is not accepted after any character was changed, taken out, added or moved', () => {
    const text = seal();
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    for (let i = 0; i < text.length; i++) {
      const other = letters[(letters.indexOf(text[i] as string) + 1 + ((randomBytes(1)[0] as number) % 35)) % 36];
      const swapped = `${text.slice(0, i)}${text[i + 1] ?? ''}${text[i]}${text.slice(i + 2)}`;
      const mutated = [`${text.slice(0, i)}${other}${text.slice(i + 1)}`, text.slice(0, i) + text.slice(i + 1), `${text.slice(0, i)}0${text.slice(i)}`];
      for (const changed of swapped === text ? mutated : [...mutated, swapped]) expect([i, isGenuine(changed)]).toEqual([i, false]);
    }
  });

  it('has one form only: no other writing of the same content is a seal', () => {
    const bytes = [...bytesOf(seal())];
    // One variant encodes the length of the array in two bytes instead of one, the other adds a header to the part that the signature does not cover.
    const longer = toBase36(Uint8Array.from([0xd2, 0x98, 0x04, ...bytes.slice(2)]));
    const at = bytes.indexOf(0xa0);
    const unsigned = toBase36(Uint8Array.from([...bytes.slice(0, at), 0xa1, 0x18, 0x20, 0x01, ...bytes.slice(at + 1)]));
    expect([longer, unsigned, `0${seal()}`].map(readSeal)).toEqual([undefined, undefined, undefined]);
  });
});

it('names a key by the first bytes of its thumbprint', () => expect(sealKeyId('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')).toBe('90fa'));

it('makes the same of a passport number however it is written', () => {
  const salt = Uint8Array.of(1, 2, 3, 4);
  expect(personText(salt, 'ab-12 34', '1990-01-02')).toEqual(personText(salt, 'AB1234', '1990-01-02'));
  expect(personText(salt, 'AB1234', '1990-01-03')).not.toEqual(personText(salt, 'AB1234', '1990-01-02'));
});
