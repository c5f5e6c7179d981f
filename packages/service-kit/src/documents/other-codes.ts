/** What a service gives codes to besides its documents, as groups of them. */
import type { Call } from '../auth/actor.ts';
import type { LookupRecord } from '../lookup/lookup-record.ts';
import type { Proved } from '../qr/statements.ts';

/** Codes that state something else than one document. */
export interface OtherCodes {
  /** What a statement proves, or null where it is none of theirs. */
  verify(statement: Proved, call: Call): Promise<{ genuine: true } | null>;
  /** What officials find by these references, as far as they may read it. */
  named(references: readonly string[], call: Call): Promise<LookupRecord[]>;
}
export const OTHER_CODES = Symbol('OtherCodes');
