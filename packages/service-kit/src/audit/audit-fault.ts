/** The first fault found in an audit log. */
export interface AuditFault {
  /** Number of the record in the log, from 1; 0 where the fault does not concern one record. */
  seq: number;
  /** Id of the record, where it is known. */
  id: string;
  /** The rest of a sentence that begins with "record 12 (id)". */
  reason: string;
}

/** Writes a fault as a sentence. */
export const faultSentence = ({ seq, id, reason }: AuditFault): string =>
  seq || id ? `record ${[seq || '', id && (seq ? `(${id})` : id)].filter(Boolean).join(' ')} ${reason}` : reason;
