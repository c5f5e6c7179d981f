import { CodeColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';
import type { GateCaseKind, GateDecisionKind, GateOutcome } from '../../contract/index.ts';

/** A decision at a gate, by the key that its device gave it: each is recorded once. */
@Entity('gate_decision')
export class GateDecisionRow {
  @PrimaryColumn({ type: 'varchar', length: 64 }) id: string;
  /** Digest of what was decided: the same key with another content is refused. */
  @CodeColumn(64, { nullable: false }) fingerprint: string;
  @CodeColumn(128, { nullable: false }) officerSub: string;
  @TextColumn(200) officerName: string;
  @CodeColumn(40) reference: string;
  /** The declaration, where there is one. */
  @CodeColumn(36) documentId: string | null;
  @CodeColumn(70) agencyCode: string | null;
  @CodeColumn(20) decision: GateDecisionKind;
  /** The reason, and how a case was closed, encrypted. */
  @JsonColumn() words: object;
  @UtcColumn({ nullable: false }) decidedAt: Date;
  @UtcColumn({ nullable: false }) receivedAt: Date;
  @CodeColumn(20) outcome: GateOutcome['outcome'];
  @CodeColumn(20) caseKind: GateCaseKind | null;
  @CodeColumn(10) caseState: 'OPEN' | 'CLOSED' | null;
  /** The version of the declaration that it made. */
  @IntColumn() version: number | null;
  @TextColumn(200) closedBy: string | null;
  @UtcColumn() closedAt: Date | null;
}

/** Since when earlier codes of a declaration are out of date. */
@Entity('gate_code_change')
export class CodeChangeRow {
  @PrimaryColumn({ type: 'varchar', length: 40 }) reference: string;
  @UtcColumn({ nullable: false }) since: Date;
  /** Day of travel: long after it the code is of no use anyway. */
  @CodeColumn(10) day: string;
}
