/** The first fault found in an audit log. */
export interface AuditFault {
  /** Number of the record in the log, from 1; 0 where the fault is not in one record. */
  seq: number;
  /** Its id, where it is known. */
  id: string;
  /** End of the sentence "record 12 (id) …". */
  reason: string;
}

/** A fault as a sentence. */
export const faultSentence = ({ seq, id, reason }: AuditFault): string =>
  seq || id ? `record ${[seq || '', id && (seq ? `(${id})` : id)].filter(Boolean).join(' ')} ${reason}` : reason;
