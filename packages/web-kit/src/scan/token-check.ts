/**
 * Why a code is not valid: it is not a code of this portal, its signature is wrong, it cannot be checked now (`keys`: the keys are not on this device and
 * cannot be loaded, or see `unsupported`), or it is not valid at this time.
 */
export type CheckFailure = 'unreadable' | 'signature' | 'keys' | 'expired' | 'not-yet';

/** The result of checking a code's signature. The facts are set only if the signature is right. */
export interface TokenCheck {
  genuine: boolean;
  kind?: string;
  reference?: string;
  /** The date-times in ISO format. */
  issuedAt?: string;
  notBefore?: string;
  expires?: string;
  /** Set when `genuine` is false. `expired` and `not-yet` mean that the signature is right. */
  reason?: CheckFailure;
  /** Of a seal: the lane, the day of travel (`YYYY-MM-DD`), and the salt and digest of the person. */
  lane?: 'GREEN' | 'RED';
  day?: string;
  person?: Uint8Array;
  /** With reason `keys`: this browser cannot check Ed25519 signatures. */
  unsupported?: boolean;
}

export const failed = (reason: CheckFailure, more: Partial<TokenCheck> = {}): TokenCheck => ({ genuine: false, reason, ...more });
