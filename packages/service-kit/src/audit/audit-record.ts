/** Which parts of an audit record are authenticated, and how. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AuditRow } from '../database/kit.entities.ts';
import type { AuditKey, AuditKeys } from './audit-keys.ts';
import { hashLeaf } from './merkle.ts';

/** A record as it is written, before it has a place in the log. */
export type AuditContent = Pick<AuditRow, 'id' | 'at' | 'userSub' | 'userName' | 'action' | 'kind' | 'documentId' | 'reference' | 'requestId' | 'details'>;

/** Sorts the members of objects by name, because databases may return them in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

/** Returns the text as a database stores it. A truncated name may end with half of a surrogate pair; a database replaces it with a replacement character. */
const stored = (text: string | null | undefined): string | null => (text === null || text === undefined ? null : Buffer.from(text).toString());

/** Returns the canonical text of a record, which is the same for every database. */
export function canonical(row: AuditContent): string {
  const details = row.details ? sorted(JSON.parse(JSON.stringify(row.details))) : null;
  const texts = [row.userSub, row.userName, row.action, row.kind, row.documentId, row.reference, row.requestId].map(stored);
  return JSON.stringify([row.id, row.at.toISOString(), ...texts, details]);
}

const hmac = (key: AuditKey['record'], text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Authenticates a record with the first key: `<key id>.<HMAC>`. The value is computed when the record is made, and stored with it. */
export const macOf = (row: AuditContent, [key]: AuditKeys): string => `${key.id}.${hmac(key.record, canonical(row)).toString('base64url')}`;

/** Returns whether a record was authenticated with one of the keys. */
export function isAuthentic(row: AuditContent & { mac: string | null }, keys: AuditKeys): boolean {
  const [id, mac] = (row.mac ?? '').split('.');
  const key = keys.find((one) => one.id === id);
  const given = Buffer.from(mac ?? '', 'base64url');
  const right = key && hmac(key.record, canonical(row));
  return right !== undefined && given.length === right.length && timingSafeEqual(given, right);
}

/** Computes the leaf hash of a record at its place in the log. The leaf's entry is an HMAC: without the keys, nobody can change content or place unnoticed. */
export const leafHashOf = (row: AuditContent, leafIndex: number, key: AuditKey): Buffer => hashLeaf(hmac(key.leaf, `${leafIndex} ${canonical(row)}`));

/** Computes the hash of a record in the hash chain of earlier versions, from all its fields and the hash of the record before it. */
export const chainHashOf = (row: AuditRow, seq: number, previousHash: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        seq,
        previousHash,
        row.id,
        row.at.toISOString(),
        row.userSub,
        row.userName,
        row.action,
        row.kind,
        row.documentId,
        row.reference,
        row.requestId,
        row.details ?? null,
      ]),
    )
    .digest('hex');
