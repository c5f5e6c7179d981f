/** What the parts of groups of declarations have in common. */
import type { L } from '@portal/contract-kit';
import type { Access, AnyDocuments, Statement } from '@portal/service-kit';
import type { DeclarationRow } from '../shared/declaration.row.ts';
import type { DeclarationGroupRow } from './group.row.ts';

/** What differs between groups of arrivals and of departures. */
export interface GroupPlan {
  /** Kind in QR codes and audit records. */
  kind: string;
  /** The actions of officials that can be done on several members at once. */
  actions: readonly string[];
  /** The member's own print, one for each in the group's. */
  print: string;
  /** Screen that shows a group to who registered it, without the id. */
  publicScreen: string;
  /** Screen that shows a group to staff, without the id. */
  staffScreen: string;
  /** What a group is called on prints and when its code is verified. */
  title: ReturnType<typeof L>;
}

export type Claims = Awaited<ReturnType<AnyDocuments['kit']['claims']['ofMany']>>;
export const noClaims: Claims = new Map();

/** The row of a member: an arrival or a departure. */
export type Member = DeclarationRow & { lane?: string };

/** A group as a caller may see it. */
export interface FoundGroup {
  row: DeclarationGroupRow;
  /** The version of the group with all its members, as callers see it. */
  version: number;
  access: Access;
  members: Member[];
  /** Who has which member's case, by the member's id; for officials alone. */
  claims: Claims;
}

/** The groups of one kind of declaration. */
export interface Groups {
  readonly documents: AnyDocuments;
  readonly plan: GroupPlan;
  /** What the code of a group states. */
  statement(row: DeclarationGroupRow): Statement;
}
