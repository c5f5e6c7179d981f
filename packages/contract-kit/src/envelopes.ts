import type { Bilingual, Language } from './language.ts';
/** The published envelopes: what every service answers and every screen reads. */

/** One broken rule or one reason for a refusal; `field` is a dotted path into the body, `''` where no field is meant. */
export interface FieldError {
  code: string;
  field: string;
  message: string;
}

/** RFC 9457 problem, as every error is answered (`application/problem+json`). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /** The message of the first error. */
  detail?: string;
  requestId?: string;
  errors: FieldError[];
  /** With `STALE_VERSION`: who has changed the document since it was read, what they did and when. */
  current?: { version: number; changedBy: string; changedAt: string; action: string; documentStatus: string };
  /** With `CLAIMED`: who has the case, and since when. */
  claim?: { assignee: { name: string }; since: string };
}

export type ActionKind = 'submit' | 'navigate' | 'download' | 'delete';

/** An action the server offers on a document; the screen shows those whose `modes` hold its mode or `'*'`. */
export interface OfferedAction {
  name: string;
  label: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the service's prefix. */
  url: string;
  modes: string[];
  kind: ActionKind;
  hideOnSubmit: boolean;
  commentRequired: boolean;
  /** The choices of its decision that need a comment, where not all do. */
  commentRequiredFor?: string[];
  /** The applicant can read the comment; without it the comment is for staff only. */
  toApplicant?: boolean;
  /** The action asks the applicant something, or answers it: its comment is an entry of the thread. */
  thread?: 'question' | 'answer';
  /** Whoever does it may take it back for a while. */
  canBeUndone?: true;
}

/** An action that the caller's role allows, but not now: because of what the caller did before (four-eyes principle), or because another officer has the case. */
export interface BlockedAction {
  name: string;
  label: string;
  modes: string[];
  code: 'FOUR_EYES' | 'CLAIMED';
  /** Why, in the reader's language. */
  message: string;
  /** With `CLAIMED`: who has the case, and since when. */
  claim?: Problem['claim'];
}

/** What every load, registration and action answers. */
export interface DocumentEnvelope<Model> {
  model: Model & { id: string; version: number };
  actions: OfferedAction[];
  /** Missing where no action is blocked. */
  blocked?: BlockedAction[];
}

/** Who acted: the applicant, an officer on behalf of an applicant at the counter, an officer for the office, or the portal itself. */
export type Capacity = 'applicant' | 'counter' | 'office' | 'system';

/** One document of a signed-in person, as `GET v1/<kind>/mine` lists it. */
export interface OwnDocument {
  id: string;
  kind: string;
  /** The kind of document, in the reader's language. */
  title: string;
  /** Missing while it is a draft. */
  reference?: string;
  /** The person or thing that the document is about: a traveller, a holder, a vehicle. */
  name: string;
  documentStatus: string;
  /** The status in the reader's language. */
  statusLabel: string;
  createdAt: string;
  updatedAt: string;
  /** What happens next, in the reader's language; missing when the document is closed. */
  nextStep?: string;
  /** Whether the applicant has to take the next step. */
  waitsForApplicant: boolean;
  /** How many entries the words between office and applicant have; missing where nothing was said. */
  words?: number;
  /** Address of its screen. */
  screen: string;
  /** The applicant's last request to erase it, with the office's answer. */
  erasure?: ErasureRequest;
}

/** A request to erase personal data, as the applicant and the office see it. */
export interface ErasureRequest {
  id: string;
  documentId?: string;
  reference?: string;
  state: 'OPEN' | 'GRANTED' | 'REFUSED';
  requestedAt: string;
  /** The day by which the office must answer. */
  dueAt: string;
  reason?: string;
  comment?: string;
  /** What was erased at once, in the reader's language. */
  erasedNow: string[];
  /** What must be kept by law, until which day, and why, in the reader's language. */
  kept: { what: string; until?: string; why: string }[];
}

/** What every search, find, catalogue and lookup answers. */
export interface ListResult<Row> {
  records: Row[];
  totalRecords: number;
}

/** A list that is returned whole, without pages. */
export const listResult = <T>(records: T[]): ListResult<T> => ({ records, totalRecords: records.length });

/** The fields that every enum and catalogue record has. `label` holds the name in the other languages. */
export interface CatalogueRecord {
  code: string;
  name: string;
  names?: Record<string, string>;
  [extra: string]: unknown;
}

/** A record of a fixed value with its name. */
export const recordOf = <Code extends string>(code: Code, { en, pt }: Bilingual) => ({ code, name: en, names: { en, pt } });

export interface SerialReference {
  year: number;
  number: number;
  date: string;
  dateTime: string;
  reference: string;
  serial: string;
}

/** The fields that the server adds to every document. */
export interface ServerFields<Status extends string = string> {
  id: string;
  version: number;
  documentStatus: Status;
  /** Missing while the document is a draft. */
  serialReference: SerialReference;
  applicantUser: { name: string };
  documentCreatedAt: string;
  actions: DocumentActionEntry[];
}

/** Every operation of a search. `EMPTY` and `ANY` take no value, `BETWEEN` two, `IN` up to 200, the others one. */
export const searchOperations = ['EQ', 'NEQ', 'IN', 'CONTAINS', 'GTE', 'LTE', 'BETWEEN', 'EMPTY', 'ANY'] as const;
export type SearchOperation = (typeof searchOperations)[number];
export type SearchDataType = 'TEXT' | 'INTEGER' | 'DATE';

export interface SearchCriterion {
  expressionType: 'SearchCriterion';
  operation: SearchOperation;
  dataType: SearchDataType;
  fieldName: string;
  values: (string | number)[];
}

export type SearchDirection = 'ASC' | 'DESC';

/** A field that orders the whole list. Rows without a value come last in both directions. */
export interface SearchSorting {
  fieldName: string;
  direction: SearchDirection;
}

/** The query `q` of every search; `page` counts from 1, `size` is at most 200. Without `sorting` the newest come first. */
export interface SearchQuery {
  criteria: SearchCriterion[];
  paging: { page: number; size: number };
  sorting?: SearchSorting[];
  viewColumns?: string[];
  /** The total need not be counted beyond this: the answer then has `atLeast`. */
  totalUpTo?: number;
}

/** A field that a list can be searched by, as `search/fields` tells. */
export interface SearchFieldInfo {
  fieldName: string;
  dataType: SearchDataType;
  operations: SearchOperation[];
  sortable: boolean;
}

export type TimelineStatus = 'COMPLETED' | 'PROCESSING' | 'PENDING';

export interface HistoryEntry {
  documentActionId: string;
  documentAction: string;
  documentStatus: string;
  documentUpdatedAt: string | null;
  documentUserName: string | null;
  documentVersion: number | null;
  /** Planned duration of the step in minutes, from the workflow table. */
  estimatedTimeMinutes: number;
  /** Actual duration in minutes; -1 for a step not reached. */
  actualTimeMinutes: number;
  details?: string;
}

export interface HistoryRequest {
  isTimeline: boolean;
  isAscending: boolean;
  fillMissingTimelineStatuses: boolean;
  useDynamicPaths: boolean;
}

export interface HistoryResponse {
  order: 'ASC' | 'DES';
  type: 'HISTORY' | 'TIMELINE';
  documentActions: HistoryEntry[];
}

/** An action stored with a document, as in its `actions[]`. */
export interface DocumentActionEntry {
  id: string;
  /** Name of the action in the workflow. Entries of earlier releases have none. */
  action?: string;
  /** The document version that the action created. */
  version?: number;
  capacity?: Capacity;
  /** The action's label in the reader's language. */
  operation: string;
  dateTime: string;
  details: string;
  status: string;
  user: { name: string; mobile: string; email: string };
  /** The language in which the applicant did it. No caller sees it. */
  language?: Language;
  /** The requirement that a question to the applicant is about. */
  requirementCode?: string;
  /** The files that an answer of the applicant brought. */
  files?: ThreadFile[];
}

/** A file of an answer; `uid` names it in svc-media. */
export interface ThreadFile {
  uid: string;
  name: string;
  size: number;
}

/** What the office said to the applicant, or the applicant answered. */
export interface ThreadEntry {
  id: string;
  at: string;
  /** The officer's name for officials, the office's for the applicant. */
  by: string;
  from: 'office' | 'applicant';
  /** The label of the action. */
  operation: string;
  text: string;
  requirementCode?: string;
  /** Its description in the reader's language. */
  requirement?: string;
  files: ThreadFile[];
}

/** A record of the audit log as auditors read it: who did or read what. */
export interface AuditRecord {
  id: string;
  /** `YYYY-MM-DDTHH:mm:ss` in UTC. */
  at: string;
  userSub: string | null;
  userName: string;
  action: string;
  kind: string;
  documentId: string | null;
  reference: string | null;
  requestId: string;
  details: object | null;
  /** The reason that was given for an action, as long as its document is there. */
  reason?: string;
}

/** A document of a person, for auditors: what its records are found by, and nothing of what it says. */
export interface AuditedDocument {
  kind: string;
  title: Bilingual;
  documentId: string;
  reference: string | null;
  /** Further ids under which something was recorded of it: its group, its files. */
  others: string[];
}

/** The documents of a service that are a person's. */
export interface AuditedPerson extends ListResult<AuditedDocument> {
  /** There are older ones. */
  incomplete?: true;
}
