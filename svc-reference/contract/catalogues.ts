/** What svc-reference answers to administrators of catalogues. */
import type { Bilingual, CatalogueRecord } from '@portal/contract-kit';

/** A field of the records of a catalogue. */
export interface CatalogueFieldInfo {
  name: string;
  label: Bilingual;
  kind: 'text' | 'integer' | 'flag' | 'bit' | 'list' | 'day';
  required: boolean;
  /** Maximum length of a text, in characters; null if there is none. */
  max: number | null;
  /** The catalogue to which the code in this field belongs; null if it is no code. */
  of: string | null;
}

/** The description of a catalogue from which the screens build tables and forms. */
export interface CatalogueInfo {
  name: string;
  title: Bilingual;
  /** Whether a change has to be approved by a second person. */
  approval: boolean;
  /** The rule for codes, in words; null if there is none. */
  codes: string | null;
  /** Number of all records; `active` is the number that can be chosen today. */
  records: number;
  active: number;
  /** Number of proposals that wait for approval. */
  waiting: number;
  fields: CatalogueFieldInfo[];
}

/** A record as `GET v1/catalogue/{name}/{code}` returns it to an administrator. */
export type StoredRecord = CatalogueRecord & { version: number; standing?: string; retired?: boolean; effectiveFrom?: string; effectiveTo?: string };

/** One difference between two states of a record. */
export interface Difference {
  field: string;
  /** For fields of a period: the first day of the period. */
  from?: string;
  before?: unknown;
  after?: unknown;
}

export type ChangeAction = 'create' | 'change' | 'retire' | 'restore' | 'revert' | 'import';

/** One version of a record. */
export interface RecordVersion {
  version: number;
  action: string;
  changedAt: string;
  changedBy: string;
  approvedBy: string | null;
  reason: string | null;
  /** The differences from the previous version; for the oldest version, its whole content. */
  differences: Difference[];
}

export type ProposalStatus = 'WAITING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';

/** A change that waits, or has waited, for the approval of a second person. */
export interface Proposal {
  id: string;
  version: number;
  catalogue: string;
  /** Code of the changed record; null if the proposal changes several records. */
  code: string | null;
  action: ChangeAction;
  documentStatus: ProposalStatus;
  reason: string | null;
  proposedBy: string;
  proposedAt: string;
  decidedBy: string | null;
  decidedAt: string | null;
  decision: string | null;
  /** Number of records that the proposal changes. */
  size: number;
  /** Whether the caller made the proposal. */
  mine: boolean;
  /** The first of the records that the proposal changes; missing in lists. */
  changes?: { code: string; name: string; action: ChangeAction; differences: Difference[] }[];
  /** The form that the proposal affects: the document and sub-document of the first changed record, and the first day of the change. */
  preview?: { document?: string; subDocument?: string; day?: string };
}

/** One kind of document, record or receipt that uses a record. */
export interface RecordUse {
  /** The kind of user: `documents` of one kind, `records` of one catalogue, or `receipts`. */
  of: 'documents' | 'records' | 'receipts';
  name: string;
  title: Bilingual;
  number: number;
  /** False if the number may be too low: the service is still counting the documents that existed before an upgrade. */
  complete: boolean;
}

/** The uses that one service reports. */
export interface UsesOfService {
  service: string;
  /** False if the service does not answer; its numbers are then unknown. */
  answers: boolean;
  uses: RecordUse[];
}

/** A form as the catalogues make it on a day. */
export interface FormPreview {
  document: { code: string; name: string };
  subDocument: { code: string; name: string } | null;
  day: string;
  questions: { id: string; rank: number; description: string }[];
  /** The declarations that foreigners make. */
  declarations: { id: string; rank: number; description: string }[];
  requirements: { id: string; description: string; quantity?: number }[];
  /** The amounts are in minor units of the currency. */
  fees: { id: string; code: string; name: string; amount: number; currencyCode: string; status: string; stage: string }[];
  /** The choices of the catalogue that the proposal changes, if it is not one of the lists of the form. */
  options: { catalogue: string; title: Bilingual; total: number; records: { code: string; name: string }[] } | null;
  /** Codes of the records that the proposal changes. */
  changed: string[];
}

/** How many records an import has created, changed, left as they are and retired. */
export interface ImportResult {
  created: number;
  changed: number;
  unchanged: number;
  retired: number;
}

/** A cell of a file with an invalid value. */
export interface CellFault {
  row: number;
  code: string;
  column: string;
  value: string;
  /** The kind of fault: REQUIRED, INTEGER, … */
  fault: string;
  message: string;
}

/** The result of a dry run: what a file would change. */
export interface ImportPlan extends ImportResult {
  /** Number of invalid rows. Nothing is imported while there is one. */
  refused: number;
  /** Identifies the changes that the file would make. An import with this value is refused if the changes are no longer the same. */
  plan: string;
  /** The first of the records that the file would change. */
  rows: { row: number | null; code: string; name: string; outcome: 'CREATED' | 'CHANGED' | 'RETIRED'; differences: Difference[] }[];
  /** The first of the invalid cells. */
  faults: CellFault[];
  totalFaults: number;
}
