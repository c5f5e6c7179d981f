/**
 * Bytes as digits and capital letters. QR codes hold these in their shortest text mode, every keyboard types them alike, and a link
 * with them needs no escaping.
 */
const digits = /^[0-9A-Z]+$/;

/** The number that the bytes are, big-endian, in base 36. @param bytes at least one, the first not 0 */
export function toBase36(bytes: Uint8Array): string {
  let hex = '0x';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(hex).toString(36).toUpperCase();
}

/** @returns undefined where the text is not what `toBase36` makes; small letters count as capitals */
export function fromBase36(text: string): Uint8Array | undefined {
  const upper = text.toUpperCase();
  if (!digits.test(upper) || upper.startsWith('0')) return undefined;
  let number = 0n;
  for (const digit of upper) number = number * 36n + BigInt(Number.parseInt(digit, 36));
  const hex = number.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Uint8Array.from({ length: even.length / 2 }, (_, i) => Number.parseInt(even.slice(i * 2, i * 2 + 2), 16));
}
