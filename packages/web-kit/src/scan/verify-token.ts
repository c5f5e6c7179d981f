import { compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import { findKey, KEYS_URL } from './keys.ts';

/**
 * Why a code is not valid: it is not one of this portal's codes, its signature is wrong, it cannot be checked now
 * (`keys`: the keys are not on this device and cannot be loaded, or `unsupported`), or it is not valid at this time.
 */
export type CheckFailure = 'unreadable' | 'signature' | 'keys' | 'expired' | 'not-yet';

/** The result of checking a code's signature. The facts are set only when the signature is right. */
export interface TokenCheck {
  genuine: boolean;
  kind?: string;
  reference?: string;
  /** ISO date-times. */
  issuedAt?: string;
  notBefore?: string;
  expires?: string;
  /** Set when `genuine` is false. `expired` and `not-yet` mean that the signature is right. */
  reason?: CheckFailure;
  /** With reason `keys`: this browser cannot check Ed25519 signatures. */
  unsupported?: boolean;
}

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
const failed = (reason: CheckFailure, more: Partial<TokenCheck> = {}): TokenCheck => ({ genuine: false, reason, ...more });

/** The signed statement in a scanned or typed text: the text itself, or the end of the link in a QR code. */
export const tokenIn = (text: string): string | undefined => /(?:^|\/v\/)([\w-]+\.[\w-]+\.[\w-]+)\/?$/.exec(text.trim())?.[1];

/**
 * Checks a code's signature on this device. The keys are stored here, so that later checks need no connection.
 * Never throws: a code that cannot be checked returns reason `keys`.
 */
export async function verifyToken(token: string, { keysUrl = KEYS_URL, now = Date.now() }: { keysUrl?: string; now?: number } = {}): Promise<TokenCheck> {
  let kid: string | undefined;
  try {
    const header = decodeProtectedHeader(token);
    kid = header.alg === 'EdDSA' || header.alg === 'Ed25519' ? header.kid : undefined;
  } catch {
    // Not a signed statement.
  }
  if (!kid) return failed('unreadable');
  const found = await findKey(keysUrl, kid);
  if (found === 'unreachable') return failed('keys');
  if (found === 'none') return failed('signature');
  let key: Awaited<ReturnType<typeof importJWK>>;
  try {
    key = await importJWK(found, 'EdDSA');
  } catch {
    // Older browsers do not know the curve, and a page without https has no WebCrypto at all.
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
