/** What codes state: what is signed, and what a scanned code proves. */
import type { SealFacts } from '@portal/contract-kit/seal';

/** What a document has sealed besides its kind and reference. */
export interface ToSeal {
  /** When these facts were declared, in seconds since 1970. */
  at: number;
  lane?: 'GREEN' | 'RED';
  /** Day of travel, `YYYY-MM-DD`. */
  day: string;
  passport: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
}

/** The sealed facts as a seal shows them. */
export type SealedPerson = Pick<SealFacts, 'lane' | 'day' | 'person'>;

/** The content of a QR code. `k` is the document's kind, `r` its reference; a trip has its validity dates. Never the document's id. */
export interface Statement {
  k: string;
  r: string;
  iat: number;
  nbf?: number;
  exp?: number;
  /** What a seal states besides. A token does not have it. */
  sealed?: ToSeal;
}

/** What a scanned code states, once its signature is found right. */
export interface Proved extends Omit<Statement, 'sealed'> {
  sealed?: SealedPerson;
}
