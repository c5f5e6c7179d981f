/**
 * The keys that authenticate the audit log (AUDIT_KEYS). They are not stored in the database, so write access to the tables is not enough to forge a record.
 */
import { createPrivateKey, createPublicKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newKey } from '../encryption/data-keys.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { sharedSecretFile } from '../settings/shared-secret-file.ts';
import type { HeadKey } from './tree-head.ts';

/** The content of the key file: `{ "keys": [{ "id", "key" }] }`, each key 32 bytes in base64url. */
export interface AuditKeysFile {
  keys: { id: string; key: string }[];
}

export interface AuditKey {
  id: string;
  /** Key that authenticates a record when it is written. */
  record: KeyObject;
  /** Key that authenticates a record together with its place in the log. */
  leaf: KeyObject;
  /** Key pair that signs tree heads. */
  head: HeadKey;
}

/**
 * The first key authenticates new records; all keys verify. Keys are never removed from the file, because the records that they authenticated stay in the log.
 */
export type AuditKeys = readonly [AuditKey, ...AuditKey[]];

export const AUDIT_KEYS = Symbol('AuditKeys');

/** The constant bytes that precede the 32 bytes of an Ed25519 private key in PKCS #8. */
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives separate keys for each service, so that a compromised service cannot write to another service's log. */
function derive(secret: Buffer, service: string, id: string): AuditKey {
  const part = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `portal audit ${purpose} ${service}`, 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([ed25519Header, part('head')]), format: 'der', type: 'pkcs8' });
  const name = createPublicKey(privateKey).export({ format: 'jwk' }).x as string;
  return { id, record: createSecretKey(part('record')), leaf: createSecretKey(part('leaf')), head: { name, privateKey } };
}

/** Parses the content of the key file. @throws Error that says what is wrong, without showing a key */
export function readAuditKeys(file: AuditKeysFile, service: string): AuditKeys {
  const fault = (what: string): Error => new Error(`AUDIT_KEYS: ${what}`);
  if (!Array.isArray(file?.keys) || file.keys.length === 0) throw fault('keys must be a list of at least one key, { "id": "…", "key": "…" }');
  const ids = new Set<string>();
  const keys = file.keys.map(({ id, key }) => {
    if (typeof id !== 'string' || !/^[a-z0-9-]{1,20}$/.test(id)) throw fault('a key has an id that is not 1 to 20 of a-z, 0-9 and -');
    if (ids.has(id)) throw fault(`the id ${id} is there twice`);
    ids.add(id);
    const secret = Buffer.from(typeof key === 'string' ? key : '', 'base64url');
    if (secret.length !== 32) throw fault(`the key ${id} is not 32 bytes in base64url`);
    return derive(secret, service, id);
  });
  return keys as [AuditKey, ...AuditKey[]];
}

/** Returns the path of this deployment's key file. */
export const auditKeysFile = ({ auditKeys, dataDir }: ServiceSettings): string => resolve(auditKeys ?? join(dataDir, 'audit-keys.json'));

/** Loads the keys of this deployment. In development, missing keys are generated. */
export async function loadAuditKeys(settings: ServiceSettings, service: string): Promise<AuditKeys> {
  const setting = { name: 'AUDIT_KEYS', holds: 'the keys of the audit log', path: settings.auditKeys, fallback: auditKeysFile(settings) };
  return readAuditKeys(await sharedSecretFile<AuditKeysFile>(settings, setting, () => ({ keys: [newKey('a1')] })), service);
}

/** Reads the keys for commands that only verify and must never generate keys. @returns undefined where there are no keys */
export function findAuditKeys(settings: ServiceSettings, service: string): AuditKeys | undefined {
  const file = auditKeysFile(settings);
  return existsSync(file) ? readAuditKeys(JSON.parse(readFileSync(file, 'utf8')) as AuditKeysFile, service) : undefined;
}
