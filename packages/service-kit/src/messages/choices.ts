/**
 * The messages about a document that its applicant has turned off. A link in each such message leads to a page where the applicant chooses without signing in.
 */
import type { EntityManager } from 'typeorm';
import type { Encryption } from '../encryption/encryption.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { choiceContext } from './contexts.ts';
import { MessageChoiceRow } from './message.entities.ts';
import { type Choice, choices } from './message-events.ts';

interface Keys {
  encryption: Encryption;
  settings: Pick<ServiceSettings, 'publicUrl'>;
}

/**
 * Returns the URL of the page where the applicant of a document chooses. The document's id is encrypted and authenticated, and the link gives access to nothing
 * else.
 */
export function unsubscribeUrl({ encryption, settings }: Keys, service: string, documentId: string): string {
  const [, , keyId, data] = encryption.encrypt(documentId, choiceContext(service)).split(':');
  return `${settings.publicUrl.replace(/\/$/, '')}/eservice/messages/${service}/${keyId}/${data}`;
}

/** Decrypts the document's id from such a URL; returns null for a URL that this service did not make. */
export function documentOfChoice(encryption: Encryption, service: string, keyId: string, data: string): string | null {
  if (!/^[a-z0-9-]{1,20}$/.test(keyId) || !/^[A-Za-z0-9_-]{40,200}$/.test(data)) return null;
  try {
    return encryption.decrypt(`enc:1:${keyId}:${data}`, choiceContext(service));
  } catch {
    return null;
  }
}

/** Saves which kinds of messages an applicant has turned off. */
export async function writeChoice(tx: EntityManager, documentId: string, without: readonly Choice[], at: Date): Promise<void> {
  await tx.delete(MessageChoiceRow, { documentId });
  const flags = Object.fromEntries(choices.map((choice) => [choice, without.includes(choice)]));
  if (without.length) await tx.insert(MessageChoiceRow, { documentId, ...flags, at });
}
