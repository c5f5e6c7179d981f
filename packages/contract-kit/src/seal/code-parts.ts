/**
 * The parts of an address for its QR code, each in its shortest mode: seals are digits and capital letters. To let the QR library try all ways to part a text
 * takes longer than everything else about a code.
 */
export function codeParts(url: string): ({ data: Uint8Array<ArrayBuffer>; mode: 'byte' } | { data: string; mode: 'alphanumeric' })[] {
  const bytes = (text: string) => ({ data: new TextEncoder().encode(text), mode: 'byte' as const });
  const place = url.lastIndexOf('/') + 1;
  const end = url.slice(place);
  return /^[0-9A-Z]{20,}$/.test(end) ? [bytes(url.slice(0, place)), { data: end, mode: 'alphanumeric' }] : [bytes(url)];
}

/**
 * What a code holds is signed and looks like noise, so that no mask makes it easier to read than another: to compare all eight takes ten times as long as
 * the code itself. A reader finds the mask in the code.
 */
export const codeMask = 3;
