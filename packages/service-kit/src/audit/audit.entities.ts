/** The tables of the audit log. Rows are only inserted, so the service's account needs only INSERT and SELECT on them. */
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CodeColumn, UtcColumn } from '../database/columns.ts';
import type { HeadSignature } from './tree-head.ts';

/** The place of a record in the log. */
@Entity('audit_leaf')
export class AuditLeafRow {
  /** Index of the leaf, from 0, without gaps. */
  @PrimaryColumn({ type: 'int' }) leafIndex: number;
  @CodeColumn(36, { nullable: false }) recordId: string;
  /** Id of the key in AUDIT_KEYS that authenticates the leaf. */
  @CodeColumn(20, { nullable: false }) keyId: string;
  @CodeColumn(64, { nullable: false }) leafHash: string;
}

/** The hash of a complete subtree, from level 1; the leaves are in `audit_leaf`. */
@Entity('audit_node')
export class AuditNodeRow {
  @PrimaryColumn({ type: 'int' }) level: number;
  @PrimaryColumn({ type: 'int' }) position: number;
  @CodeColumn(64, { nullable: false }) hash: string;
}

/** A signed head of the log. The largest is the current one. */
@Entity('audit_tree_head')
export class AuditTreeHeadRow {
  @PrimaryColumn({ type: 'int' }) size: number;
  /** The log's name when the head was signed. A database that is restored elsewhere gets a new name. */
  @CodeColumn(110, { nullable: false }) log: string;
  @CodeColumn(64, { nullable: false }) rootHash: string;
  @UtcColumn() at: Date;
  @Column({ type: 'simple-json', nullable: true }) signatures: HeadSignature[];
}

export const auditEntities = [AuditLeafRow, AuditNodeRow, AuditTreeHeadRow];
