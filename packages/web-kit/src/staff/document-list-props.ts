import type { SearchCriterion } from '@portal/contract-kit';
import type { ReactNode } from 'react';
import type { Label } from '../language/labels.ts';
import type { BulkActions } from './bulk/use-bulk-action.ts';
import type { ListFilter } from './list-state.ts';
import type { ListColumn } from './list-table.tsx';

export interface ListLink {
  to: string;
  label: Label;
  /** The user needs any one of these roles. None or an empty list means everybody. */
  roles?: readonly string[];
}

export interface DocumentListProps<Row> {
  title: Label;
  caption?: Label;
  /** The prefix of the service (`/api/trips`). */
  api: string;
  /** The path of the search (`/v1/triptic/trip/search`). */
  search: string;
  columns: readonly ListColumn<Row>[];
  filters?: readonly ListFilter[];
  /** The initial criteria of the list. Users can remove those on filter fields; the others always apply. */
  preset?: readonly SearchCriterion[];
  /** Roles that may open a document and its history. */
  readRoles?: readonly string[];
  /** Roles that may filter. */
  searchRoles?: readonly string[];
  /** Returns the address of a row's history (`/v1/triptic/trip/<id>/history`). */
  history?: (row: Row) => string;
  rowActions?: (row: Row) => ReactNode;
  /** Links that are shown beside the title. */
  links?: readonly ListLink[];
  /** Whether the records are cases. False for records that do not wait for officials, such as receipts: they have no due date and nobody claims them. */
  cases?: boolean;
  /** The actions that can be performed on many documents at once, with the choices of their decisions. */
  bulk?: BulkActions;
  viewColumns?: string[];
  csvName?: string;
  /** Preloads the screen of a document, so that opening one from the list does not wait for a script. */
  loadDocumentScreen?: () => Promise<unknown>;
  emptyText?: Label;
}
