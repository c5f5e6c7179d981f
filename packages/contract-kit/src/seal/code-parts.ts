/**
 * Splits an address into parts for its QR code, each in its most compact mode: a seal consists of digits and capital letters. Without this, the QR library
 * would try all ways to split a text, which takes longer than all other steps of making the code.
 */
export function codeParts(url: string): ({ data: Uint8Array<ArrayBuffer>; mode: 'byte' } | { data: string; mode: 'alphanumeric' })[] {
  const bytes = (text: string) => ({ data: new TextEncoder().encode(text), mode: 'byte' as const });
  const place = url.lastIndexOf('/') + 1;
  const end = url.slice(place);
  return /^[0-9A-Z]{20,}$/.test(end) ? [bytes(url.slice(0, place)), { data: end, mode: 'alphanumeric' }] : [bytes(url)];
}

/**
 * The fixed mask of the QR codes. The content is signed and looks like noise, so no mask makes the code easier to read than another, and comparing all eight
 * masks would take ten times as long as making the code. The reader finds the number of the mask in the code.
 */
export const codeMask = 3;
