import { CodeColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';
import type { GateCaseKind, GateDecisionKind, GateOutcome } from '../../contract/index.ts';

/** A decision at a gate. Its id is the idempotency key that the device made, so that each decision is recorded once. */
@Entity('gate_decision')
export class GateDecisionRow {
  @PrimaryColumn({ type: 'varchar', length: 64 }) id: string;
  /** Digest of the decision, by which a repeated key with other content is refused. */
  @CodeColumn(64, { nullable: false }) fingerprint: string;
  @CodeColumn(128, { nullable: false }) officerSub: string;
  @TextColumn(200) officerName: string;
  @CodeColumn(40) reference: string;
  /** Id of the declaration; null if the reference has none. */
  @CodeColumn(36) documentId: string | null;
  @CodeColumn(70) agencyCode: string | null;
  @CodeColumn(20) decision: GateDecisionKind;
  /** The reason, and the closing comment of a case, encrypted. */
  @JsonColumn() words: object;
  @UtcColumn({ nullable: false }) decidedAt: Date;
  @UtcColumn({ nullable: false }) receivedAt: Date;
  @CodeColumn(20) outcome: GateOutcome['outcome'];
  @CodeColumn(20) caseKind: GateCaseKind | null;
  @CodeColumn(10) caseState: 'OPEN' | 'CLOSED' | null;
  /** Version of the declaration that the decision created. */
  @IntColumn() version: number | null;
  @TextColumn(200) closedBy: string | null;
  @UtcColumn() closedAt: Date | null;
}

/** The time since when the earlier codes of a declaration are out of date. */
@Entity('gate_code_change')
export class CodeChangeRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) reference: string;
  @UtcColumn({ nullable: false }) since: Date;
  /** The latest day of travel that any of the codes states. After it, devices no longer need the entry. */
  @CodeColumn(10) day: string;
}
