/** Temporary keys that stand in for the id of a document. A caller gets one from the finder or with a one-time code. */

import type { Clock } from '../clock.ts';
import type { Encryption } from '../encryption/encryption.ts';
import type { KeyKind } from './access.ts';

/** Lifetime of each kind of key, in minutes. */
export const keyMinutes = { finder: 15, code: 24 * 60 } as const;

/** The parsed id or key that a caller sent. */
export interface DocumentKey {
  documentId: string;
  kind: KeyKind;
  /** The id or key exactly as the caller sent it. Responses name the document with it. */
  asked: string;
}

/** How each kind of key begins. Screens read from it whether the applicant opened the document. */
const beginnings = { finder: 'k', code: 'c' } as const;
/** How every key begins, also a key that was cut or changed. The log of calls masks what begins like this. */
export const documentKeyStart = /^[kc]\.([a-z0-9-]{1,20})\./;
const shape = new RegExp(`${documentKeyStart.source}([A-Za-z0-9_-]{40,600})$`);
const context = (documentKind: string): string => `document-key ${documentKind}`;

/** Makes an encrypted and authenticated key that does not reveal the document's id and can be used in a URL. */
export function makeDocumentKey(encryption: Encryption, clock: Clock, documentKind: string, documentId: string, kind: keyof typeof keyMinutes): string {
  const until = clock.now().getTime() + keyMinutes[kind] * 60_000;
  const [, , keyId, data] = encryption.encrypt(JSON.stringify({ documentId, kind, until }), context(documentKind)).split(':');
  return `${beginnings[kind]}.${keyId}.${data}`;
}

/** Parses an id or a key. @returns null where the text is neither, and `expired` where the key has expired */
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
