import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { makeSeal, readSeal, type SealFacts } from '@portal/contract-kit/seal';
import QRCode from 'qrcode';
import { quantile } from '../measure.ts';
import type { Report } from '../report.ts';

const mutations = 1_000_000;
const checks = 2_000;
const cpuSlowdown = 4;
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const origin = 'https://entry.customs.gov.test';

const below = (end: number): number => Math.floor(Math.random() * end);
const letter = (): string => letters[below(letters.length)] as string;

/** Single changes that a forger or a bad print could make to a seal. */
const changes: ((text: string) => string)[] = [
  (text) => at(text, below(text.length), letter()),
  (text) => at(at(text, below(text.length), letter()), below(text.length), letter()),
  (text) => {
    const cut = below(text.length - 1);
    return text.slice(0, cut) + text[cut + 1] + text[cut] + text.slice(cut + 2);
  },
  // This changes the end, where the signature is, so everything before it stays well formed.
  (text) => at(text, text.length - 1 - below(90), letter()),
  (text) => text.slice(0, below(text.length)) + Array.from({ length: 5 }, letter).join('') + text.slice(below(text.length)),
];
const at = (text: string, place: number, by: string): string => text.slice(0, place) + by + text.slice(place + 1);

const isGenuine = (text: string, key: KeyObject): boolean => {
  const read = readSeal(text);
  return read !== undefined && verify(null, read.signed, key, read.signature);
};

/** Measures how many changed seals are accepted as genuine, and how long a check takes. */
export async function seals(report: Report): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const facts = (number: number): SealFacts => ({
    kind: 'arrival-declaration',
    reference: `ARR-2026-${String(number).padStart(7, '0')}`,
    lane: 'GREEN',
    day: '2026-11-23',
    issuedAt: 1_795_000_000 + number,
    person: Uint8Array.from({ length: 8 }, () => below(256)),
  });
  const made = Array.from({ length: 1_000 }, (_, i) => makeSeal(facts(i * 9_999), 'a1b2', (bytes) => sign(null, bytes, privateKey)));
  report.section(
    'Seals',
    `The code of a declaration, checked without a connection. Times are those of the check alone, multiplied by ${cpuSlowdown} for a slow device.`,
  );
  const versions = made.map((text) => QRCode.create(`${origin}/v/${text}`, { errorCorrectionLevel: 'M' }).version);
  report.add({ what: 'QR version with an address of 30 characters', ours: Math.max(...versions), unit: '', target: { value: 8 } });
  let accepted = 0;
  for (let i = 0; i < mutations; ) {
    const text = made[i % made.length] as string;
    const changed = changes[i % changes.length]?.(text) ?? text;
    if (changed === text) continue;
    if (isGenuine(changed, publicKey)) accepted++;
    i++;
  }
  report.add({ what: `${mutations.toLocaleString('en')} changed seals: accepted`, ours: accepted, unit: '', target: { value: 0 } });
  const key = await crypto.subtle.importKey('jwk', createPublicKey(privateKey).export({ format: 'jwk' }), 'Ed25519', false, ['verify']);
  const times: number[] = [];
  for (let i = 0; i < checks; i++) {
    const start = performance.now();
    const read = readSeal(made[i % made.length] as string);
    if (!read || !(await crypto.subtle.verify('Ed25519', key, read.signature as BufferSource, read.signed as BufferSource)))
      throw new Error('A seal of ours is refused');
    times.push((performance.now() - start) * cpuSlowdown);
  }
  report.add({ what: 'a check, p95', ours: quantile(times, 0.95), unit: 'ms', target: { value: 20 } });
}
