import type { OwnDocument } from '@portal/web-kit';
import type { AreaKind } from '../layout/staff-menu.ts';

/** A document and the area and kind from which it comes. */
export interface Own {
  document: OwnDocument;
  from: AreaKind;
}

/** Sorts documents: drafts first, then by date, newest first. */
export const inOrder = (own: readonly Own[]): Own[] =>
  [...own].sort(
    ({ document: one }, { document: other }) =>
      Number(Boolean(one.reference)) - Number(Boolean(other.reference)) || other.createdAt.localeCompare(one.createdAt),
  );
