/** Tables that exist in the database of every service. */
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { auditEntities } from '../audit/audit.entities.ts';
import { CatalogueUseCheckRow } from '../catalogue/catalogue-uses.entities.ts';
import { DocumentNameWordRow, NameWordsFilledRow } from '../lookup/name-words.entities.ts';
import { messageEntities } from '../messages/message.entities.ts';
import { statisticsEntities } from '../statistics/statistics.entities.ts';
import { workEntities } from '../work/work.entities.ts';
import { CodeColumn, FlagColumn, IdColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from './columns.ts';

/** A complete copy of one version of a document. */
@Entity('document_version')
export class DocumentVersionRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) documentId: string;
  @PrimaryColumn({ type: 'int' }) version: number;
  @CodeColumn(40) documentStatus: string;
  @CodeColumn(40) action: string;
  @UtcColumn() at: Date;
  @TextColumn(200) userName: string;
  @JsonColumn() body: object;
}

/** One action done on a document; these rows are its history. */
@Entity('document_action')
export class DocumentActionRow {
  @IdColumn() id: string;
  @CodeColumn(36) documentId: string;
  @CodeColumn(40) action: string;
  @TextColumn(120) label: string;
  @CodeColumn(40) documentStatus: string;
  @UtcColumn() at: Date;
  @CodeColumn(128) userSub: string | null;
  @TextColumn(200) userName: string;
  @IntColumn() version: number;
  @Column({ type: 'text', nullable: true }) details: string;
  /** Time by which the step that this action ended was due; null where the action ended no step, or a step without a due time, or was undone. */
  @UtcColumn() dueAt: Date | null;
}

/** The last number issued in a series. */
@Entity('serial_counter')
export class SerialCounterRow {
  /** `<documentCode>/<series>/<year>` */
  @PrimaryColumn({ type: 'varchar', length: 90 }) id: string;
  @IntColumn() number: number;
}

/** The answer to the first call with an idempotency key, stored in the same transaction as the write. */
@Entity('idempotency')
export class IdempotencyRow {
  /** Hash of the caller and the idempotency key. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) id: string;
  @CodeColumn(64) fingerprint: string;
  @IntColumn() status: number;
  @JsonColumn() answer: object;
  @UtcColumn() at: Date;
}

/** A message to send, written in the same transaction as the change that causes it (transactional outbox). */
@Entity('outbox')
export class OutboxRow {
  @IdColumn() id: string;
  @CodeColumn(60) topic: string;
  @JsonColumn() payload: object;
  @UtcColumn() createdAt: Date;
  @UtcColumn() availableAt: Date;
  @CodeColumn(36) owner: string | null;
  @UtcColumn() leaseUntil: Date;
  /**
   * 0 until the message is handed to the queue, 1 after that, and one more for each time the relay found it still in the queue. The length of the lease depends
   * on it.
   */
  @IntColumn() attempts: number;
  /** 0 waiting, 1 done, 2 given up. */
  @IntColumn() state: number;
  @TextColumn(500) lastError: string | null;
  /** Id of the request that caused the message. */
  @CodeColumn(80) requestId: string | null;
  /** Trace context of that request, where tracing is on. */
  @CodeColumn(55) traceparent: string | null;
  /** The document whose form is ordered; null for other messages, and for orders that an earlier version has written. */
  @CodeColumn(36) documentId: string | null;
}

/** A message that this service has already processed. */
@Entity('inbox')
export class InboxRow {
  @IdColumn() id: string;
  @CodeColumn(60) topic: string;
  @UtcColumn() at: Date;
}

/** Record of who did or read what. Rows are inserted and never changed; `audit_leaf` stores their positions in the log. */
@Entity('audit_record')
export class AuditRow {
  @IdColumn() id: string;
  @UtcColumn() at: Date;
  @CodeColumn(128) userSub: string | null;
  @TextColumn(200) userName: string;
  @CodeColumn(60) action: string;
  @CodeColumn(40) kind: string;
  @CodeColumn(36) documentId: string | null;
  @CodeColumn(60) reference: string | null;
  @CodeColumn(80) requestId: string;
  @JsonColumn() details: object | null;
  /** Message authentication code, made with a key of AUDIT_KEYS; null where an earlier version wrote the record. */
  @CodeColumn(70) mac: string | null;
  /** Sequence number in the hash chain of earlier versions; null in later records. */
  @IntColumn() seq: number | null;
  @CodeColumn(64) previousHash: string | null;
  @CodeColumn(64) hash: string | null;
}

/** The last record of the hash chain of earlier versions. */
@Entity('audit_head')
export class AuditHeadRow {
  @PrimaryColumn({ type: 'int' }) id: number;
  @IntColumn() seq: number;
  @CodeColumn(64) hash: string;
}

/** Number of documents of a kind in one group (status, detail and agency). It is the sum over the shards of the group. */
@Entity('document_tally')
export class DocumentCountRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) kind: string;
  @PrimaryColumn({ type: 'varchar', length: 40 }) documentStatus: string;
  /** Value of the column by which the kind is counted in addition to the status; empty where there is none. */
  @PrimaryColumn({ type: 'varchar', length: 70 }) detail: string;
  /** Agency of the documents; empty where they have none. */
  @PrimaryColumn({ type: 'varchar', length: 70 }) agency: string;
  /** Shard of the counter. The number in a single shard means nothing and may be negative. */
  @PrimaryColumn({ type: 'int' }) shard: number;
  @IntColumn() number: number;
}

/** Result of comparing the document rows with their counters. */
@Entity('document_count_check')
export class DocumentCountCheckRow {
  @PrimaryColumn({ type: 'int' }) id: number;
  /** Incremented by every change of this row. */
  @IntColumn() generation: number;
  /** When the counters were last found wrong. */
  @UtcColumn() driftedAt: Date;
  /** Whether every instance that writes documents also counts them, so that the counters can be used. */
  @FlagColumn() settled: boolean;
}

/** The one-time code with which an applicant returns to a document. There is one code per document, stored only as a digest. */
@Entity('one_time_code')
export class OneTimeCodeRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) documentId: string;
  @CodeColumn(64) digest: string;
  /** Number of wrong codes entered. */
  @IntColumn() tries: number;
  /** Number of codes sent on the day `sentOn`. */
  @IntColumn() sentToday: number;
  @CodeColumn(10) sentOn: string;
  @UtcColumn() expiresAt: Date;
}

/** A person's request to erase the data held about them. */
@Entity('erasure_request')
export class ErasureRequestRow {
  @IdColumn() id: string;
  @CodeColumn(40) kind: string;
  @CodeColumn(36) documentId: string;
  @CodeColumn(60) reference: string | null;
  @CodeColumn(70) agencyCode: string | null;
  /** `OPEN`, `GRANTED` or `REFUSED`. */
  @CodeColumn(10) state: string;
  @UtcColumn() requestedAt: Date;
  /** The day by which the office must answer. */
  @UtcColumn() dueAt: Date;
  @TextColumn(500) reason: string | null;
  @UtcColumn() decidedAt: Date | null;
  @TextColumn(200) decidedBy: string | null;
  @TextColumn(2000) comment: string | null;
}

export const kitEntities = [
  OneTimeCodeRow,
  ErasureRequestRow,
  DocumentVersionRow,
  DocumentActionRow,
  SerialCounterRow,
  IdempotencyRow,
  OutboxRow,
  InboxRow,
  AuditRow,
  AuditHeadRow,
  ...auditEntities,
  DocumentCountRow,
  DocumentCountCheckRow,
  ...workEntities,
  DocumentNameWordRow,
  NameWordsFilledRow,
  ...statisticsEntities,
  CatalogueUseCheckRow,
  ...messageEntities,
];
