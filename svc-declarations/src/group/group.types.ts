/** Types that the modules of declaration groups share. */
import type { L } from '@portal/contract-kit';
import type { Access, AnyDocuments, Statement } from '@portal/service-kit';
import type { DeclarationRow } from '../shared/declaration.row.ts';
import type { DeclarationGroupRow } from './group.row.ts';

/** What differs between groups of arrivals and of departures. */
export interface GroupDefinition {
  /** Kind in QR codes and audit records. */
  kind: string;
  /** The officials' actions that can be performed on several members at once. */
  actions: readonly string[];
  /** The name of the member's print. The print of the group contains one for each member. */
  print: string;
  /** Path, without the id, of the screen that shows a group to the person who registered it. */
  publicScreen: string;
  /** Path, without the id, of the screen that shows a group to staff. */
  staffScreen: string;
  /** The title of a group on prints, and when its code is verified. */
  title: ReturnType<typeof L>;
}

export type Claims = Awaited<ReturnType<AnyDocuments['kit']['claims']['ofMany']>>;
export const noClaims: Claims = new Map();

/** The row of a member: an arrival or a departure. */
export type Member = DeclarationRow & { lane?: string };

/** A group with the members that the caller may see. */
export interface VisibleGroup {
  row: DeclarationGroupRow;
  /** Version of the group that callers see. It also counts the changes of the members. */
  version: number;
  access: Access;
  members: Member[];
  /** The officer who has claimed each member's case, by member id; only for officials. */
  claims: Claims;
}

/** The groups of one kind of declaration. */
export interface Groups {
  readonly documents: AnyDocuments;
  readonly plan: GroupDefinition;
  /** Returns what the code of a group states. */
  statement(row: DeclarationGroupRow): Statement;
}
