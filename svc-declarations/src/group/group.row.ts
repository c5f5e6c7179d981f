import { CodeColumn, IntColumn, JsonColumn, UtcColumn } from '@portal/service-kit';
import { Entity, PrimaryColumn } from 'typeorm';

/** A group of declarations. Its members are the declarations with its id in `groupId`; all personal data is in them. */
@Entity('declaration_group')
export class DeclarationGroupRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  /** `arrival-group` or `departure-group`. */
  @CodeColumn(40, { nullable: false }) kind: string;
  @IntColumn() version: number;
  @CodeColumn(60, { nullable: false }) reference: string;
  @IntColumn() serialYear: number;
  @IntColumn() serialNumber: number;
  /** Subject of the account that registered the group; null for the public. */
  @CodeColumn(128) ownerSub: string | null;
  @CodeColumn(70) agencyCode: string | null;
  /** Names of the fields that the members share. A person who is added later takes their values from another member. */
  @JsonColumn() sharedFields: string[];
  @UtcColumn({ nullable: false }) createdAt: Date;
}
