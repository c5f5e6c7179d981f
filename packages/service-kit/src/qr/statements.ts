/** The statements in QR codes: what is signed, and what a scanned code proves. */
import type { SealFacts } from '@portal/contract-kit/seal';

/** The facts that a document puts into its seal, besides its kind and reference. */
export interface FactsToSeal {
  /** When the last action that can change these facts was done, in seconds since 1970. */
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
  /** The further facts that a seal states. A token does not contain them. */
  sealed?: FactsToSeal;
}

/** What a scanned code states after its signature has been verified. */
export interface VerifiedStatement extends Omit<Statement, 'sealed'> {
  sealed?: SealedPerson;
}
