/** The pages of a kind of document, see `KeptDocumentPages` of the gateway. */
export interface DocumentPages {
  path: string;
  integrity: string;
  area: string;
  documents: string;
  kind: string;
  cases: string;
  settings: Record<string, string>;
  marks: { title: string; html: string };
}

/** What a device may store for offline use, as the gateway lists and signs it. */
export interface Manifest {
  generation: number;
  language: string;
  /** Path of the file with the texts of the language, if the code does not contain them. */
  pack?: string;
  headers: Record<string, string>;
  pages: { path: string; integrity: string; under?: string[] }[];
  documents: DocumentPages[];
  files: Record<string, string>;
  scanner: Record<string, { integrity: string; headers: Record<string, string> }>;
  calls: string[];
  catalogues: string[];
  languages: string[];
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/**
 * Reads a signed manifest and verifies its signature.
 * @param publicKey of the gateway, SPKI in base64
 * @returns undefined unless the gateway has signed exactly this text
 */
export async function readManifest(signed: string, publicKey: string): Promise<Manifest | undefined> {
  try {
    const { manifest, signature } = JSON.parse(signed) as { manifest: string; signature: string };
    const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
    const good = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytesOf(signature), new TextEncoder().encode(manifest));
    return good ? (JSON.parse(manifest) as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks that these bytes have this hash (`sha384-…`). */
export async function isIntact(bytes: ArrayBuffer, integrity: string | undefined): Promise<boolean> {
  if (!integrity?.startsWith('sha384-')) return false;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return integrity === `sha384-${btoa(String.fromCharCode(...digest))}`;
}

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Returns the stored page for an address. @param query is empty or begins with a question mark; a screen may depend on it */
export function pageFor({ pages }: Pick<Manifest, 'pages'>, path: string, query: string): Manifest['pages'][number] | undefined {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  const exact = query === '' || !pages.some(({ under }) => under?.some((prefix) => isBelow(plain, prefix)));
  return (exact ? pages.find((page) => page.path === plain) : undefined) ?? pages.find(({ under }) => under?.some((prefix) => isBelow(plain, prefix)));
}
