/** Temporary keys that replace the id of a document: from the finder, and from a one-time code. */

import type { Clock } from '../clock.ts';
import type { Encryption } from '../encryption/encryption.ts';
import type { KeyKind } from './access.ts';

/** Lifetime of each kind of key, in minutes. */
export const keyMinutes = { finder: 15, code: 24 * 60 } as const;

/** The id or key that a caller sent, parsed. */
export interface DocumentKey {
  documentId: string;
  kind: KeyKind;
  /** As the caller wrote it; responses use it to name the document. */
  asked: string;
}

const shape = /^k\.([a-z0-9-]{1,20})\.([A-Za-z0-9_-]{40,600})$/;
const context = (documentKind: string): string => `document-key ${documentKind}`;

/** Makes a key, encrypted and authenticated, that does not reveal the document's id. It fits into an address. */
export function makeDocumentKey(encryption: Encryption, clock: Clock, documentKind: string, documentId: string, kind: keyof typeof keyMinutes): string {
  const until = clock.now().getTime() + keyMinutes[kind] * 60_000;
  const [, , keyId, data] = encryption.encrypt(JSON.stringify({ documentId, kind, until }), context(documentKind)).split(':');
  return `k.${keyId}.${data}`;
}

/** Parses an id or a key. @returns null where it is neither, and `expired` where the key has expired */
export function readDocumentKey(encryption: Encryption, clock: Clock, documentKind: string, asked: string): DocumentKey | 'expired' | null {
  const [, keyId, data] = asked.length <= 640 ? (shape.exec(asked) ?? []) : [];
  if (!keyId) return asked.length === 36 ? { documentId: asked, kind: 'id', asked } : null;
  try {
    const { documentId, kind, until } = JSON.parse(encryption.decrypt(`enc:1:${keyId}:${data}`, context(documentKind))) as {
      documentId: string;
      kind: keyof typeof keyMinutes;
      until: number;
    };
    return clock.now().getTime() > until ? 'expired' : { documentId, kind, asked };
  } catch {
    return null;
  }
}
