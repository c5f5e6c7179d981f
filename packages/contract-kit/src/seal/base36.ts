/**
 * Encodes bytes in base 36, with digits and capital letters. QR codes store these characters in a compact text mode, every keyboard can type them, and they
 * need no escaping in a link.
 */
const digits = /^[0-9A-Z]+$/;

/**
 * Encodes bytes as a big-endian number in base 36.
 * @param bytes at least one byte, the first not 0
 */
export function toBase36(bytes: Uint8Array): string {
  let hex = '0x';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(hex).toString(36).toUpperCase();
}

/**
 * Decodes a text in base 36; small letters count as capitals.
 * @returns undefined if the text cannot be the output of `toBase36`
 */
export function fromBase36(text: string): Uint8Array | undefined {
  const upper = text.toUpperCase();
  if (!digits.test(upper) || upper.startsWith('0')) return undefined;
  let number = 0n;
  for (const digit of upper) number = number * 36n + BigInt(Number.parseInt(digit, 36));
  const hex = number.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Uint8Array.from({ length: even.length / 2 }, (_, i) => Number.parseInt(even.slice(i * 2, i * 2 + 2), 16));
}
