import type { Statement, VerifiedStatement } from './statements.ts';

/** How far, in seconds, the clocks of two instances may differ. */
const clockDifference = 60;

/**
 * Returns whether a genuine code was issued for the document or group that has its reference now. A restore of a backup can lose a document and give its
 * reference to another one: the code of the lost one then says nothing about the other. A token states when its reference was given, which never changes. A
 * seal states when its facts were last changed, which is never before that.
 * @param present what a code of the document or group states now
 */
export const wasIssuedFor = ({ iat, sealed }: VerifiedStatement, present: Statement): boolean =>
  sealed ? iat >= present.iat - clockDifference : iat === present.iat;
