import { looksLikeSeal } from '@portal/contract-kit/seal';
import { compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import { findKeys, KEYS_URL } from './keys.ts';
import { failed, type TokenCheck } from './token-check.ts';
import { checkSeal } from './verify-seal.ts';

interface Statement {
  k: string;
  r: string;
  iat: number;
  nbf?: number;
  exp?: number;
}

const isTime = (value: unknown) => value === undefined || typeof value === 'number';
const isStatement = (value: unknown): value is Statement => {
  const { k, r, iat, nbf, exp } = (value ?? {}) as Partial<Record<keyof Statement, unknown>>;
  return typeof k === 'string' && typeof r === 'string' && typeof iat === 'number' && isTime(nbf) && isTime(exp);
};

const iso = (seconds: number | undefined) => (seconds === undefined ? undefined : new Date(seconds * 1000).toISOString());

/**
 * Finds the code in a scanned or typed text, which is a seal or a token: the text itself, or the end of the link in a QR code. A hand-held scanner that types
 * like a keyboard may, because of its keyboard layout, change the punctuation of a link and write seals in lower case.
 */
export function tokenIn(text: string): string | undefined {
  const typed = text.trim();
  const seal = /(?:^|[^0-9a-z]v[^0-9a-z])([0-9a-z]+)[^0-9a-z]?$/i.exec(typed)?.[1];
  if (seal && looksLikeSeal(seal)) return seal.toUpperCase();
  return /(?:^|\/v\/)([\w-]+\.[\w-]+\.[\w-]+)\/?$/.exec(typed)?.[1];
}

/**
 * Checks a code's signature on this device. The keys are stored here, so that later checks need no connection.
 * Never throws: a code that cannot be checked returns reason `keys`.
 */
export async function verifyToken(token: string, { keysUrl = KEYS_URL, now = Date.now() }: { keysUrl?: string; now?: number } = {}): Promise<TokenCheck> {
  if (looksLikeSeal(token)) return checkSeal(token, keysUrl);
  let kid: string | undefined;
  try {
    const header = decodeProtectedHeader(token);
    kid = header.alg === 'EdDSA' || header.alg === 'Ed25519' ? header.kid : undefined;
  } catch {
    // The text is not a signed statement.
  }
  if (!kid) return failed('unreadable');
  const found = await findKeys(keysUrl, (each) => each.kid === kid);
  if (found === 'unreachable') return failed('keys');
  if (!found[0]) return failed('signature');
  let key: Awaited<ReturnType<typeof importJWK>>;
  try {
    key = await importJWK(found[0], 'EdDSA');
  } catch {
    // Older browsers do not support the curve, and a page without HTTPS has no WebCrypto at all.
    return failed('keys', { unsupported: true });
  }
  try {
    const { payload } = await compactVerify(token, key, { algorithms: ['EdDSA', 'Ed25519'] });
    const statement: unknown = JSON.parse(new TextDecoder().decode(payload));
    return isStatement(statement) ? judge(statement, now / 1000) : failed('unreadable');
  } catch (error) {
    return error instanceof errors.JOSEError || error instanceof SyntaxError ? failed('signature') : failed('keys', { unsupported: true });
  }
}

function judge({ k, r, iat, nbf, exp }: Statement, now: number): TokenCheck {
  const facts = { kind: k, reference: r, issuedAt: iso(iat), notBefore: iso(nbf), expires: iso(exp) };
  if (exp !== undefined && exp < now) return failed('expired', facts);
  if (nbf !== undefined && nbf > now) return failed('not-yet', facts);
  return { genuine: true, ...facts };
}
