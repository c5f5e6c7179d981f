/** Things other than documents to which a service gives QR codes, such as groups of documents. */
import type { Call } from '../auth/actor.ts';
import type { LookupRecord } from '../lookup/lookup-record.ts';
import type { VerifiedStatement } from '../qr/statements.ts';

/** QR codes that state something other than a single document. */
export interface OtherQrCodes {
  /** Returns what a statement proves, or null if the statement is not one of these codes. */
  verify(statement: VerifiedStatement, call: Call): Promise<{ genuine: true } | null>;
  /** Returns what officials find by these references, limited to what they may read. */
  named(references: readonly string[], call: Call): Promise<LookupRecord[]>;
}
export const OTHER_QR_CODES = Symbol('OtherCodes');
